// The files of a target that is one file and belongs to no project.
#pragma once

#include "target/target.h"

namespace kingbird::load {

/// Adds to `target.own_files` the scripts and JSON files that the file imports by relative paths, and what those
/// import. Nothing above the folder of the file, nothing hidden (".ssh"), no link that leads out. Paths that are put
/// together at run time are not seen. Does nothing for other targets.
void FindOwnFiles(target::Target& target, const base::FileSystem& files);

}  // namespace kingbird::load
