// The runners that a suite can be written for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/run_kind.h"

namespace kingbird::emit {

/// What a suite needs to know of a runner: how the runner's functions are imported and named, and which files point the
/// runner to the tests.
struct Framework {
  model::SuiteFormat format;
  std::string import;     ///< Line that imports the functions between braces; "" if they are global.
  std::string after_all;  ///< Name of the hook that runs after all tests of a group.
  std::string test;       ///< Name of the function that declares a test.
  bool module_syntax;     ///< Test files are ES modules.
  std::vector<std::string> command;
  std::string package;  ///< The package to install, "mocha@^10"; "" for Node's own runner.
  std::map<std::string, std::string> extra_files;
};

const Framework& FrameworkFor(model::SuiteFormat format);

}  // namespace kingbird::emit
