// Makes a test smaller while something stays true of it. The minimiser proposes, the caller runs: candidates of many
// tests can so be executed in one batch. One minimiser for suites, findings, differences and sequences of methods.
#pragma once

#include <vector>

#include "model/test_case.h"

namespace kingbird::emit {

/// For every call: a test of that call and what it needs alone, smallest first. Empty for tests that are one call
/// anyway.
std::vector<model::TestCase> Slices(const model::TestCase& test);

/// Without awaits that wait for nothing or do nothing afterwards; behaves the same.
model::TestCase Tidy(const model::TestCase& test);

/// Phases: cut down to one call and what it needs; drop single calls; drop arguments, results and parameters; drop
/// halves of lists and objects; drop single members and simplify values.
class Minimizer {
 public:
  explicit Minimizer(model::TestCase test, int budget = 30) : test_(std::move(test)), budget_(budget) {}

  /// For long sequences of calls on objects that keep state, with arguments of the right types. Phases: drop halves of
  /// the calls, then quarters and so on; drop single calls; simplify numbers and strings. What needs a call that goes,
  /// goes too.
  static Minimizer OfSequence(model::TestCase test, int budget);

  /// At most `most` smaller tests to try now, best first; empty when there is nothing left to try. More than one spends
  /// runs to save time: what comes behind the first that is accepted was run for nothing.
  std::vector<model::TestCase> Candidates(size_t most = 2);
  /// The index of the first candidate that kept the property, or -1 if none did.
  void Report(int accepted);

  const model::TestCase& test() const { return test_; }

 private:
  enum class Phase { kDropMany, kSlice, kDropCalls, kDropParts, kDropHalves, kSimplify, kDone };

  std::vector<model::TestCase> Proposals() const;
  void Advance();
  bool Skips(Phase phase) const;

  model::TestCase test_;
  int budget_;
  Phase phase_ = Phase::kSlice;
  bool sequence_ = false;
  size_t many_ = 0;  ///< Calls that go at once in kDropMany.
  size_t at_ = 0;    ///< Of the phase's proposals for test_, the first that was not tried.
  std::vector<model::TestCase> proposed_;
};

}  // namespace kingbird::emit
