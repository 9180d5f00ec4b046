// Which tests the concolic search begins with: as few as reach all that was reached next to unreached code, so that
// every decision there is in one of them.
#pragma once

#include <queue>
#include <tuple>
#include <vector>

#include "loop/generator.h"
#include "syntax/coverage_map.h"
#include "syntax/manifest.h"

namespace kingbird::explore {

/// The calls of a test, each by itself, where none needs another; otherwise the test as it is.
std::vector<model::TestCase> Apart(const model::TestCase& test);

/// By counter: whether it is one of a function that has unreached code, or `all` are.
std::vector<bool> NextToUnreached(const syntax::Manifest& manifest, const syntax::CoverageMap& covered, bool all);

/// Hands out candidates, the one that reaches most of what is wanted first, of those the smallest; greedy. What it is
/// given must outlive it.
class SeedChooser {
 public:
  SeedChooser(const std::vector<loop::Candidate>& candidates, std::vector<bool>& wanted);

  /// Null when none reaches anything that is still wanted. Handed out once.
  const loop::Candidate* Next();
  /// What it reaches is no longer wanted: which that was.
  model::Hits Take(const loop::Candidate& candidate);

 private:
  using Offer = std::tuple<int64_t, int64_t, int64_t>;  ///< What it reaches, then calls and place: less is more.
  int64_t Gain(size_t candidate) const;

  const std::vector<loop::Candidate>& candidates_;
  std::vector<bool>& wanted_;
  std::priority_queue<Offer> offers_;
};

}  // namespace kingbird::explore
