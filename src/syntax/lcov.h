// Coverage in lcov's format: what genhtml, editors and CI services read.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "syntax/coverage_map.h"
#include "syntax/manifest.h"

namespace kingbird::syntax {

/// How often each counter was hit, indexed as the manifest is; counters beyond its end count as 0.
using Counts = std::vector<uint64_t>;
/// 1 for what is covered.
Counts CountsOf(const Manifest& manifest, const CoverageMap& covered);

/// The files that were loaded, one record each; `root` is the original package's folder, so that tools find the
/// sources.
std::string WriteLcov(const Manifest& manifest, const Counts& counts, const base::Path& root);

}  // namespace kingbird::syntax
