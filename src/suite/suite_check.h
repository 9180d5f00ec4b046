// Proof before delivery: the emitted suite is run as a user would run it, and what does not pass every time is taken
// out.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "load/loaded_target.h"
#include "suite/suite.h"
#include "suite/suite_trial.h"

namespace kingbird::suite {

/// Runs the suite with Node's own test runner on the package as it is (not instrumented), in the sandbox, file by file
/// and whole, in several places; tests that fail once, end the process or disturb what is around them are removed from
/// `tests`.
base::Status KeepPassing(env::Env& env, const load::LoadedTarget& loaded, const emit::SuiteConfig& suite,
                         std::vector<SuiteTest>& tests);

/// Runs a suite of one test that does nothing, and reserves time for checking (Env) by how long that takes on this
/// machine while other programs are at work. Nothing is reserved where it fails. Thread-safe.
void ReserveTimeForCheck(env::Env& env, const load::LoadedTarget& loaded, const emit::SuiteConfig& suite);

/// Runs tests (by index) in one process. One end per test in this order; fewer when the process broke off. Each round
/// is in another place; the same round is in the same place.
using RunTogether = std::function<base::Result<std::vector<TestEnd>>(const std::vector<size_t>& tests, size_t round)>;

/// Those of the tests that pass together, in `rounds` rounds in a row. A test that fails only in company stays, and the
/// one before it that leaves such a state behind goes.
base::Result<std::vector<size_t>> PassingOf(std::vector<size_t> tests, size_t rounds, const RunTogether& run);

/// Adds `chunks`, one after the other, to the tests in `kept`, which pass together: each chunk without what does not pass
/// beside all that is kept, found by halving. `kept` holds tests that have passed in one run at any time, so that it is
/// good when the time is over (kInterrupted) or another error comes. `run` is given all tests of a run, sorted, and
/// round 0.
base::Status GrowPassing(std::vector<size_t>& kept, std::vector<std::vector<size_t>> chunks, const RunTogether& run);

/// Runs of the whole suite, or of parts of it, in one process.
class Company {
 public:
  void Note(const std::vector<size_t>& tests, const std::vector<TestEnd>& ends);
  /// The most tests that have passed together, in the order in which they ran. Parts that passed one by one prove
  /// nothing about all of them.
  const std::vector<size_t>& most() const { return most_; }

 private:
  std::vector<size_t> most_;
};

}  // namespace kingbird::suite
