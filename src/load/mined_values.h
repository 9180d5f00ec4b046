// Constants and option names from the target's own sources, for the value pool.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "generate/value_pool.h"
#include "syntax/manifest.h"

namespace kingbird::load {

generate::MinedLiterals MineLiterals(const syntax::Manifest& manifest, const base::Path& root,
                                     const base::FileSystem& files);

/// Whether its code names a module for files or paths. Where it does not, names of the scratch tree are texts like any
/// other, and worse than most.
bool TouchesFiles(const syntax::Manifest& manifest, const base::Path& root, const base::FileSystem& files);

/// Paths a test may name: everything in the scratch tree, some that are absent, some patterns.
std::vector<std::string> ScratchPaths();
/// Those of them that are folders from the start.
std::vector<std::string> ScratchFolders();

}  // namespace kingbird::load
