// Which of many tests pass together: those that fail, and those after which others fail, are found by bisection.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "suite/suite_trial.h"

namespace kingbird::suite {

/// Runs tests (by index) in one process. One end per test in this order; fewer when the process broke off. Each round
/// is in another place; the same round is in the same place.
using RunTogether = std::function<base::Result<std::vector<TestEnd>>(const std::vector<size_t>& tests, size_t round)>;

/// Those of the tests that pass together, in `rounds` rounds in a row. A test that fails only in company stays, and the
/// one before it that leaves such a state behind goes.
base::Result<std::vector<size_t>> PassingOf(std::vector<size_t> tests, size_t rounds, const RunTogether& run);

/// Adds `chunks`, one after the other, to the tests in `kept`, which pass together: each chunk without what does not
/// pass beside all that is kept, found by halving. `kept` holds tests that have passed in one run at any time, so that
/// it is good when the time is over (kInterrupted) or another error comes. `run` is given all tests of a run, sorted,
/// and round 0.
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
