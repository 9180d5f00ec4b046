// Tests of a class made smaller: sequences of calls are long, and a process per attempt would cost more than finding
// them did, so that many attempts share one (agent/shown.js).
#pragma once

#include <vector>

#include "base/result.h"
#include "loop/generation.h"
#include "runtime/executor.h"

namespace kingbird::suite {

/// A test and what must stay: counters, and calls with what comes out of them.
struct Shrinkable {
  const model::TestCase* test = nullptr;
  model::Hits hits;
  std::vector<int> calls;
};

/// Smaller tests in the same order; a test that cannot be made smaller as it is. They are proposals: attempts share a
/// process.
base::Result<std::vector<model::TestCase>> Shrink(env::Env& env, const std::vector<Shrinkable>& tests,
                                                  runtime::Executor& executor);

/// Leaves the candidates that a suite needs, each shrunk as far as it keeps what it alone shows; each was confirmed in
/// a process of its own.
base::Status ShrinkCandidates(env::Env& env, std::vector<loop::Candidate>& candidates, runtime::Executor& executor);

}  // namespace kingbird::suite
