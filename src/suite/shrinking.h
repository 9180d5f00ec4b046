// Many tests made smaller at once: each round runs one candidate of every test, so that all workers are busy.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "emit/minimizer.h"
#include "env/env.h"
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
};

/// Until no minimiser has a candidate left, Ctrl-C or enough(); the minimisers then hold the results.
base::Status ShrinkAll(env::Env& env, std::vector<emit::Minimizer>& minimizers, const Shrinking& shrinking);

/// A judge that runs each candidate once: `keeps` is asked with the test's index, the candidate and its execution.
decltype(Shrinking::judge) JudgeBy(runtime::Executor& executor, const runtime::RunOptions& options,
                                   std::function<bool(size_t, const model::TestCase&, const model::Execution&)> keeps);

}  // namespace kingbird::suite
