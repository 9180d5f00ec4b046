// Tests of a class made smaller inside the agent (agent/shrink.js): sequences of calls are long, and a process per
// attempt would cost more than finding them did.
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

/// Smaller tests in the same order; a test that cannot be made smaller as it is. What the agent answers is a proposal:
/// its attempts share a process.
base::Result<std::vector<model::TestCase>> Shrink(const std::vector<Shrinkable>& tests, runtime::Executor& executor);

/// Leaves the candidates that a suite needs, each shrunk as far as it keeps what it alone shows; each was confirmed in
/// a process of its own.
base::Status ShrinkCandidates(env::Env& env, std::vector<loop::Candidate>& candidates, runtime::Executor& executor);

}  // namespace kingbird::suite
