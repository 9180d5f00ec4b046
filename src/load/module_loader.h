// The program that Node loads in place of a target: several modules as one, or one module with what has to be there
// before.
#pragma once

#include "base/file_system.h"
#include "target/target.h"

namespace kingbird::load {

/// Whether a target is more than one module that Node loads by itself.
bool NeedsLoader(const target::Target& target);

/// Writes a program into `root`, where the target's files are. Of several modules the program has each by its name; a
/// module that fails to load, or ends the process, is left out and named in the `failed` list that agent/load.js reads.
/// Of one module the program has what that has. The document of a browser, what the project's runner loads first, and
/// functions in the place of components come before (browser_js.h).
base::Result<base::Path> WriteModuleLoader(const target::Target& target, const base::Path& root,
                                           base::FileSystem& files);

}  // namespace kingbird::load
