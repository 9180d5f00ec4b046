// How much of an engine's own code for a built-in Test262 covers, our cases cover, and both (paper 004, section 5.3).
// For engines that are written in JavaScript and say in their profile where.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "conform/case_runner.h"

namespace kingbird::conform {

/// Branch paths of a function: of the function itself (depth 0), or together with its callees down to some depth.
struct BranchCount {
  size_t total = 0;
  size_t test262 = 0;
  size_t ours = 0;
  size_t both = 0;  ///< Covered by Test262 or by our cases.
};

struct MethodCoverage {
  size_t tests = 0;                     ///< Number of files of Test262.
  std::map<int, BranchCount> branches;  ///< By depth; empty if the function was not found.
};

struct CoverageStudy {
  const Engine& engine;  ///< An engine whose profile has `source`.
  const std::vector<BuiltIn>& built_ins;
  const std::vector<Case>& cases;
  base::Path test262;  ///< A checkout of Test262.
  base::Path agent;
  RunnerSettings settings;
  int jobs = 1;
};

/// Returns one entry per built-in, in their order. Stops when settings.stop returns true; entries that were not
/// measured have no branches.
base::Result<std::vector<MethodCoverage>> MeasureEngine(const CoverageStudy& study);

}  // namespace kingbird::conform
