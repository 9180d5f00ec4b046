// From all tests that showed something new to the few that show it all, each as small as it can be.
#pragma once

#include <vector>

#include "base/result.h"
#include "loop/generation.h"
#include "runtime/executor.h"
#include "suite/arity.h"

namespace kingbird::suite {

/// A test of the suite with what it alone is there for.
struct Selected {
  model::TestCase test;
  model::Hits needed_hits;
  std::vector<oracle::Trait> needed_behaviours;
  int64_t gain = 0;  ///< Counters no test before it reached.
};

/// Adds to each candidate of several calls that a selection would take the tests of its single calls with what they
/// need: small tests read better, and where they do the same the large one is not needed.
base::Status AddSlices(env::Env& env, std::vector<loop::Candidate>& candidates, runtime::Executor& executor);

/// What a suite shows already.
struct Shown {
  std::vector<model::Hits> hits;
  std::vector<oracle::Trait> behaviours;
};

/// Greedy cover: the test that adds most per call comes first; tests that add nothing are left out. Behaviour that
/// comes without new coverage counts for a few tests per function only. What it takes it removes from `candidates`.
/// Calls without the arguments that their functions need, or with others than they take, count for less.
std::vector<Selected> Select(std::vector<loop::Candidate>& candidates, const Shown& shown, const Arities& arities = {});

/// Shrinks every test while it keeps its needed hits and behaviours, and the arguments that calls need to end well.
base::Status MinimizeAll(env::Env& env, std::vector<Selected>& tests, runtime::Executor& executor,
                         const Arities& arities, const env::ProgressSink& progress);

}  // namespace kingbird::suite
