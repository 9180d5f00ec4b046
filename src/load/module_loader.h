// Several modules as one: what Node loads of a target that has no entry.
#pragma once

#include "base/file_system.h"
#include "target/target.h"

namespace kingbird::load {

/// Writes a program into `root`, where the target's files are, whose exports are the target's modules by name. A module
/// that fails to load is left out, one that ends the process included.
base::Result<base::Path> WriteModuleLoader(const target::Target& target, const base::Path& root,
                                           base::FileSystem& files);

}  // namespace kingbird::load
