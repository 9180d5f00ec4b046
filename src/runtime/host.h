// Where a target is loaded, and what loading it showed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "runtime/sandbox.h"

namespace kingbird::runtime {

struct Host {
  base::Path node;
  std::string node_version;
  SandboxKind sandbox = SandboxKind::kNamespaces;
  std::string working_folder;  ///< What every test sees as its current folder.
  bool es_module = false;      ///< The target can only be imported, not required.
  bool starts_timers = false;  ///< Loading it leaves a timer running.
  /// Of several modules those that do not load, by their names, and what Node says.
  std::vector<std::pair<std::string, std::string>> failed = {};
};

}  // namespace kingbird::runtime
