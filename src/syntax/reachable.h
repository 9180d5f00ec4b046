// Which scripts of a package a file leads to, as far as its text says: what a run cannot do without.
#pragma once

#include <set>
#include <string>

#include "base/file_system.h"

namespace kingbird::syntax {

/// Keys, relative to `root`, of the scripts that `entry` (relative too) and those after it name in quotes by a relative
/// path, the entry included. Names that are put together at run time are not seen; too many rather than too few of the
/// others. Empty when the entry is not there.
std::set<std::string> ReachableScripts(const base::FileSystem& files, const base::Path& root, const base::Path& entry);

}  // namespace kingbird::syntax
