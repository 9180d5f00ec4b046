// Cases from concolic execution of an implementation (paper 004, section 3.3): every input that the search ran, run
// once more by the path verifier.
#pragma once

#include <vector>

#include "base/result.h"
#include "concolic/input.h"
#include "conform/candidate.h"
#include "env/env.h"
#include "model/report_data.h"

namespace kingbird::conform {

struct SymbolicCases {
  std::vector<Case> cases;
  size_t discarded = 0;            ///< Their second run took another path or ended otherwise.
  model::CoverageTotals coverage;  ///< Of the implementation's own function.
};

/// An Error when the implementation cannot be rewritten, loaded or found.
base::Result<SymbolicCases> ExploreCandidate(env::Env& env, const CandidateSource& source, const base::Path& file,
                                             const BuiltIn& built_in, std::chrono::milliseconds time);

/// The call that an assignment describes.
model::TestCase CaseOf(const concolic::Assignment& assignment);

}  // namespace kingbird::conform
