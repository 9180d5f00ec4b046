// A test that growth made, and what it was worth.
#pragma once

#include <set>
#include <vector>

#include "generate/argument_maker.h"
#include "generate/observations.h"
#include "model/test_case.h"

namespace kingbird::generate {

/// How a test comes about: a call that somebody wrote, such a call with another argument, a function's own first test,
/// a sequence by itself, from one that paid with another argument, from one that was run with calls behind it. With
/// nesting the calls of a sequence come with calls inside their callbacks and behind their promises, and a longer test
/// grows inside callbacks that were run, too: those are on top and take nothing from the sequence. kAdopted tests were
/// not the grower's own choice.
enum class Growth : uint8_t { kExample, kVaried, kFirst, kFresh, kMutated, kLonger, kAdopted };

/// What a test was worth: nothing, new behaviour, new code.
enum class Gain : uint8_t { kNone, kBehaviour, kCode };

/// A new test with what Absorb needs to learn from its execution.
struct Grown {
  model::TestCase test;
  std::vector<Choice> choices;
  CallNames names;  ///< May name calls that are gone.
  /// Calls on top of the sequence, those that make arguments among them: they cost nothing, earn nothing and do not
  /// make it longer.
  std::set<int> asides;
  Growth growth = Growth::kFresh;
};

}  // namespace kingbird::generate
