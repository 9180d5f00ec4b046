// Where the tests of the generation loop come from. Tree growth, breadth in the batch lane and flips of decisions each
// implement it; the loop runs what they propose, tells all of them what came of it and decides what is kept.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "generate/tree_grower.h"
#include "model/execution.h"
#include "model/report_data.h"
#include "model/test_case.h"
#include "syntax/coverage_map.h"

namespace kingbird::loop {

using generate::Gain;

/// A test worth something, with everything it reached.
struct Candidate {
  model::TestCase test;
  model::Hits hits;
  std::vector<std::string> behaviours;
  std::map<std::string, int> witnesses;  ///< Of the behaviours, the calls that show them; only from classes.
};

/// A test that did not finish: it crashed, hung or left by itself. Or, when `thrower` is set, a test of a class in
/// which that call threw although its arguments are of the inferred types.
struct BadEnd {
  model::TestCase test;
  model::Execution execution;
  int thrower = 0;
};

/// Tests that no suite gets because of what they do beyond their process and folder.
struct EffectCounts {
  int processes = 0;
  int network = 0;
  void Note(const model::Effects& effects);
};

struct Generated {
  std::vector<Candidate> candidates;  ///< In the order found; each reached new code or showed new behaviour.
  std::vector<BadEnd> bad_ends;       ///< One per kind of end and function.
  syntax::CoverageMap covered;        ///< Loading included.
  std::vector<model::CurvePoint> curve;
  int executed = 0;  ///< In processes of their own.
  int screened = 0;  ///< In the batch lane only; what was news there was executed as well.
  int failing = 0;   ///< Ended badly.
  EffectCounts effects;
  double seconds = 0;
};

/// Where the loop stands when it asks for tests.
struct Standing {
  const Generated& so_far;
  double spent = 0;  ///< Of the tests or of the time there are, from 0 to 1.
};

/// Deterministic in what it is told and its seed, never in time.
class Generator {
 public:
  virtual ~Generator() = default;

  /// The next tests, at most `count` of them; none: it has nothing to propose now.
  virtual std::vector<model::TestCase> Propose(size_t count, const Standing& standing) = 0;
  /// What test `i` of the last Propose did, and what that was worth. Not told of tests that screening left out.
  virtual void Absorb(size_t i, const model::Execution& execution, Gain gain) = 0;
  /// What a test of another generator did.
  virtual void Watch(const model::TestCase& test, const model::Execution& execution, Gain gain) {
    (void)test;
    (void)execution;
    (void)gain;
  }
};

/// A generator's part in every round of the loop.
struct Turn {
  Generator* generator = nullptr;
  size_t count = 0;       ///< Tests per round, at most.
  bool screened = false;  ///< Through the batch lane first: only what is news there gets a process of its own.
};

}  // namespace kingbird::loop
