// Many tests made smaller at once: each round runs candidates of every test, so that all workers are busy.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "base/result.h"
#include "emit/minimizer.h"
#include "env/env.h"
#include "model/execution.h"
#include "runtime/executor.h"

namespace kingbird::suite {

struct Shrinking {
  /// Runs the candidates; candidates[k] is a smaller form of test owners[k]. True where it still shows what it is there
  /// for.
  std::function<base::Result<std::vector<bool>>(const std::vector<model::TestCase>& candidates,
                                                const std::vector<size_t>& owners)>
      judge;
  /// Asked before each round.
  std::function<bool()> enough = [] { return false; };
  size_t at_once = 1;  ///< Candidates of one test in a round: where running them costs less than a round does.
};

/// Until no minimiser has a candidate left, Ctrl-C or enough(); the minimisers then hold the results.
base::Status ShrinkAll(env::Env& env, std::vector<emit::Minimizer>& minimizers, const Shrinking& shrinking);

/// A judge that runs each candidate once: `keeps` is asked with the test's index, the candidate and its execution.
decltype(Shrinking::judge) JudgeBy(runtime::Executor& executor, const runtime::RunOptions& options,
                                   std::function<bool(size_t, const model::TestCase&, const model::Execution&)> keeps);

/// Both sorted, as Hits are.
inline bool ReachesAll(const model::Hits& hits, const model::Hits& needed) {
  return std::includes(hits.begin(), hits.end(), needed.begin(), needed.end());
}

}  // namespace kingbird::suite
