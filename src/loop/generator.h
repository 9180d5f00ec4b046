// Where the tests of the generation loop come from. Tree growth, breadth in the batch lane, tests of classes and flips
// of decisions each implement it; the loop runs what they propose, tells all of them what came of it and decides what
// is kept.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "base/result.h"
#include "generate/tree_grower.h"
#include "loop/lane.h"
#include "model/execution.h"
#include "model/report_data.h"
#include "model/test_case.h"
#include "oracle/behaviour.h"
#include "runtime/executor.h"
#include "syntax/coverage_map.h"

namespace kingbird::loop {

using generate::Gain;

/// A test worth something, with everything it reached.
struct Candidate {
  model::TestCase test;
  model::Hits hits;
  oracle::Traits behaviours;
};

/// A test that did not finish: it crashed, hung or left by itself. Or one that changed an object every program shares
/// (model/pollution.h). Or, when `thrower` is set, a test of a class in which that call threw although its arguments
/// are of the inferred types.
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
  int executed = 0;  ///< In processes of their own; of classes also those in the batch lane (Turn::all_count).
  int screened = 0;  ///< In the batch lane only, but for those that were news.
  int failing = 0;   ///< Ended badly.
  EffectCounts effects;
  bool enough = false;  ///< It ended because more would have been in vain.
  double seconds = 0;
};

/// Where the loop stands when it asks for tests.
struct Standing {
  const Generated& so_far;
  double spent = 0;  ///< Of the tests or of the time there are, from 0 to 1.
};

/// What a test was worth.
struct News {
  Gain gain = Gain::kNone;
  model::Hits reached;  ///< Counters that no test before it reached.
};

/// Deterministic in what it is told and its seed, never in time.
class Generator {
 public:
  virtual ~Generator() = default;

  /// The next tests, at most `count` of them; none: it has nothing to propose now.
  virtual std::vector<model::TestCase> Propose(size_t count, const Standing& standing) = 0;
  /// What test `i` of the last Propose did, and what that was worth.
  virtual void Absorb(size_t i, const model::Execution& execution, const News& news) = 0;
  /// Whether test `i` of the last Propose may be left out where it is no news.
  virtual bool MayLeaveOut(size_t i) const {
    (void)i;
    return true;
  }
  /// Test `i` of the last Propose was screened and is no news.
  virtual void LeaveOut(size_t i) { (void)i; }
  /// Another generator that it tells of its tests by itself, and that need not Watch them; null: none.
  virtual const Generator* Teaches() const { return nullptr; }
  /// What a test of another generator did.
  virtual void Watch(const model::TestCase& test, const model::Execution& execution, Gain gain) {
    (void)test;
    (void)execution;
    (void)gain;
  }
  /// All tests of the last Propose that will be run have been absorbed.
  virtual base::Status EndTurn() { return {}; }
};

/// Which tests of a turn go through the batch lane first: only what is news there gets a process of its own.
enum class Screening : uint8_t {
  kNone,
  kAdmitted,  ///< Those that the plan's lane admits. More are asked for, so that as many get a process as without it.
  kAll,
};

/// A generator's part in every round of the loop.
struct Turn {
  Generator* generator = nullptr;
  size_t count = 0;  ///< Tests per round, at most.
  Screening screening = Screening::kNone;
  bool all_count = false;  ///< Screened tests are tests: whoever asked for N of them gets N.
  runtime::NewsBy news_by = runtime::NewsBy::kOutcome;  ///< Of screening.
  size_t most_news = 64;                                ///< Of the screened tests of one turn that get a process.
  std::chrono::milliseconds deadline{0};  ///< Of a test, where that is less than the user's; 0: the user's.
  bool arguments_before = false;          ///< RunOptions::arguments_before
};

/// Trees of calls and other tests that are made one by one: those that may share a process do, and are news by what
/// their calls do.
inline Turn Admitted(Generator* generator, size_t count) {
  Turn turn{generator, count, Screening::kAdmitted};
  turn.news_by = runtime::NewsBy::kCall;
  return turn;
}

/// More of a generator that has a turn without screening, too.
inline Turn AlsoAdmitted(Generator* generator, size_t count) {
  // What hangs ends its process there and is news each time; the other turn meets it with the user's deadline.
  constexpr std::chrono::milliseconds kDeadline{300};
  Turn turn = Admitted(generator, count);
  turn.deadline = kDeadline;
  return turn;
}

/// Who proposes tests, when the loop is over, Ctrl-C apart, and what its curve counts.
struct Plan {
  std::vector<Turn> turns;     ///< Of every round, in this order.
  Lane* lane = nullptr;        ///< Told of every test that had a process. Null: nobody is admitted.
  double share_of_time = 0.5;  ///< The rest is for minimising, checking and writing.
  int most_tests = 0;          ///< In all.
  /// Asked after every round: whether more would be in vain. `since`: tests since the last that reached new code.
  std::function<bool(const Generated& so_far, int since)> enough;
  std::optional<model::Hits> goal;  ///< The counters under test; none: all.
  /// Whether a test is one to read: it is kept, too, where it is the first of these to show something. May be absent.
  std::function<bool(const model::TestCase&, const model::Execution&)> proper;
};

}  // namespace kingbird::loop
