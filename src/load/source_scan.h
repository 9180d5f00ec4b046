// What the sources of a project need before Node loads them: their imports are followed from the modules of the target.
#pragma once

#include <set>

#include "base/file_system.h"
#include "load/import_paths.h"
#include "target/target.h"

namespace kingbird::load {

struct SourceScan {
  /// JavaScript that has to be compiled if anything is: it has ES module syntax, JSX or an import that Node does not
  /// understand. Relative to the root.
  std::set<base::Path> scripts;
  bool bundled = false;  ///< Something is written for a bundler: Node refuses it.
  /// Something has ES module syntax, and no package.json says so: Node 20.19 and 22.7 find that out by themselves.
  bool undeclared_modules = false;
  bool uses_meta = false;     ///< Something reads import.meta.url or another member that only Node's ES modules have.
  bool uses_browser = false;  ///< Something names a global of browsers: document, window and the like.
};

/// Reads the target's modules, what is loaded before them, and the files of the project that they import, directly or
/// not; at most some thousand.
SourceScan ScanSources(const target::Target& target, const base::FileSystem& files, const ImportPaths& imports);

/// Whether code can name a global of this name because browsers have it, and Node 18 has none.
bool IsBrowserGlobal(std::string_view name);

}  // namespace kingbird::load
