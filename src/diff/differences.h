// From tests that once differed to differences that count: collected while generating, repeated, minimised, told apart
// from their consequences.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "diff/paired_executor.h"
#include "env/env.h"
#include "loop/generation.h"
#include "oracle/compare.h"

namespace kingbird::diff {

/// What differences are deduplicated by: kind and function. Those of one kind and function that change something else
/// (oracle::Transition) are kept as its variants.
struct DifferenceKey {
  model::FindingKind kind;
  std::string function;
  std::string transition;
  auto operator<=>(const DifferenceKey&) const = default;
};

/// All that was seen while generating. Not thread-safe.
class DifferenceBook {
 public:
  explicit DifferenceBook(oracle::Likeness likeness) : likeness_(likeness) {}

  /// Compares the two executions; true when they show a kind of difference no test showed before.
  bool Note(const model::TestCase& test, const Pair& pair);

  struct Suspect {
    model::TestCase test;
    bool first = false;   ///< It is the earliest difference of its test, not a possible consequence.
    bool at_end = false;  ///< Difference::at_end
    bool hangs = false;   ///< Pair::Hangs: every run takes long.
    int calls = 0;
  };
  struct Entry {
    std::vector<Suspect> suspects;  ///< The most promising first; a few.
    int tests = 0;                  ///< How many tests showed it.
  };
  const std::map<DifferenceKey, Entry>& entries() const { return entries_; }
  int differing_tests() const { return differing_tests_; }
  const oracle::Likeness& likeness() const { return likeness_; }

 private:
  oracle::Likeness likeness_;
  std::map<DifferenceKey, Entry> entries_;
  int differing_tests_ = 0;
};

struct ConfirmedDifference {
  model::TestCase test;  ///< Minimised.
  oracle::Difference difference;
  int tests = 1;
};

struct Confirmed {
  /// By function, then by kind; of the same kind and function the one most tests showed comes first.
  std::vector<ConfirmedDifference> differences;
  int flaky_dropped = 0;  ///< Kinds of difference that repeated runs did not bear out.
};

/// Runs each suspect again (config.repeats times at most: fewer where a run refutes it, or where nothing asynchronous
/// happened), minimises it and runs the result again.
/// `twin` is the first side prepared once more.
base::Result<Confirmed> Confirm(env::Env& env, PairedExecutor& both, const Side& twin, const DifferenceBook& book,
                                const env::ProgressSink& progress);

}  // namespace kingbird::diff
