// What the configuration of a project's bundler, compiler and test runner says about loading its modules.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "target/target.h"

namespace kingbird::load {

/// A replacement that a bundler or runner makes in specifiers of imports before it looks for them.
struct Alias {
  std::string find;         ///< A regular expression, or a text: "@" stands for "@" and for the beginning of "@/money".
  bool is_regex = false;    ///< `places` may then use $1 for the groups of `find`.
  bool keeps_rest = false;  ///< Of a regular expression: what it does not match of the specifier stays, as in vite.
  bool exact = false;       ///< Of a text: stands for this specifier only.
  std::vector<std::string> places;  ///< An absolute path, "./src" (relative to the project's root) or a package.
};

struct ProjectConfig {
  std::vector<Alias> aliases;             ///< In the order in which they are tried.
  std::vector<std::string> module_roots;  ///< Folders, relative to the root, in which a bare name is looked up first.
  std::string environment;                ///< "jsdom", "happy-dom", "node" or, where nothing says so, "".
  std::string url;                        ///< Of the document of that environment; "": the runner's own.
  target::TestPlaces places;
  std::vector<std::string> setup_files;  ///< Specifiers of modules that the runner loads before each test file.
};

/// Reads configuration of jest, vitest, vite, babel (module-resolver) and webpack in the folder `root` as far as it is
/// data (config_data.h), and never fails: what cannot be read says nothing.
ProjectConfig ReadProjectConfig(const base::FileSystem& files, const base::Path& root);

}  // namespace kingbird::load
