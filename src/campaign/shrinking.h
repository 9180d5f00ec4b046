// Many tests made smaller at once: each round runs one candidate of every test, so that all workers are busy.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "campaign/env.h"
#include "emit/minimizer.h"
#include "runtime/executor.h"

namespace kingbird::campaign {

struct Shrinking {
  /// Whether the smaller form of test i still shows what it is there for. Called once per candidate.
  std::function<bool(size_t i, const model::TestCase& test, const model::Execution& execution)> keeps;
  /// Asked before each round.
  std::function<bool()> enough = [] { return false; };
};

/// Until no minimiser has a candidate left, Ctrl-C or enough(); the minimisers then hold the results.
base::Status ShrinkAll(Env& env, std::vector<emit::Minimizer>& minimizers, runtime::Executor& executor,
                       const runtime::RunOptions& options, const Shrinking& shrinking);

}  // namespace kingbird::campaign
