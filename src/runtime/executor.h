// The one way to run target code. Everyone but runtime/ is handed an Executor&; tests hand a fake.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/execution.h"
#include "model/test_case.h"
#include "runtime/batch.h"
#include "wire_kinds.h"

namespace kingbird::runtime {

/// Of file operations that are under way together (agent/disorder.js).
enum class Disorder : uint8_t {
  kNone,
  kEarlySlow,  ///< Later calls of the test overtake earlier ones.
  kLateSlow,
  kReversed,  ///< What was begun last ends first, with all that comes of it.
  kRandom,
};

/// What is news in the batch lane besides counters that nobody hit.
enum class NewsBy : uint8_t {
  kOutcome,  ///< That something was thrown which nothing threw before.
  kSubject,  ///< The same for each subject (model::SubjectOf) by itself.
  kCall,     ///< That a function did what it never did: returned, threw, called back with other kinds of values.
};

struct RunOptions {
  std::chrono::milliseconds deadline{1000};  ///< Wall time for the test; virtual time does not count.
  bool virtual_time = true;                  ///< Virtual clock and seeded randomness.
  bool still_date = false;  ///< Date shows the moment at which virtual time begins, as in suites that stop it.
  Disorder disorder = Disorder::kNone;  ///< In real time only.
  bool all_writable = false;            ///< The scratch tree without unwritable entries, as root finds it.
  std::string time_zone;                ///< Of the test's process; "": UTC.
  uint64_t seed = 1;                    ///< Of Math.random and friends inside the test.
  bool methods = false;                 ///< Fill Value::methods of results, callback parameters and settled values.
  bool arguments_before = false;        ///< Describe arguments before each call too.
  bool coverage = true;                 ///< Fill Execution::hits.
  bool reads = false;    ///< Report what is read after callbacks ran (Event::kRead; syntax/pass/read_trace.h).
  bool digests = false;  ///< Of Screen: BatchNews::digests.
  std::vector<model::Hits> watched;   ///< Of Screen: groups of counters for BatchNews::reached.
  NewsBy news_by = NewsBy::kOutcome;  ///< Of Screen.
  /// Asked before each test: the rest is not run (End::kNotRun).
  std::function<bool()> stop;
  std::string setup;  ///< Setup code (model::Argument::Kind::kSetup), run before the test; "" for none.

  /// Whether the batch lane does what a process of its own would: there time is virtual and nothing is set up.
  bool FitsBatchLane() const { return setup.empty() && virtual_time; }
};

/// What the agent can be asked about the loaded target (agent/wire.json; answered in agent/zygote.js).
enum class Question : uint8_t { KINGBIRD_QUESTIONS };

/// As it travels: {"ask": ToString(question), …}.
constexpr std::string_view ToString(Question question) {
  constexpr std::string_view kTexts[] = {KINGBIRD_QUESTIONS_TEXTS};
  return kTexts[static_cast<size_t>(question)];
}

/// A run with what it wrote to the trace region, not yet decoded.
struct TracedRun {
  model::Execution execution;
  std::string trace;
};

/// Thread-compatible: one caller at a time.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Runs every test in a process of its own and returns their executions in the order of `tests`, whatever order they
  /// ran in. An Error means the machinery failed (a zygote cannot be started any more), never that a test did.
  virtual base::Result<std::vector<model::Execution>> Run(std::span<const model::TestCase> tests,
                                                          const RunOptions& options) = 0;

  /// Asks the loaded target for its exports: the agent's description of all that is reachable (agent/inspect.js), made
  /// in a child of its own. See docs/protocol.md for the shape.
  virtual base::Result<base::Json> Inspect() = 0;

  /// Which of the tests are worth a process of their own; all of them where there is no quicker way to tell.
  virtual base::Result<BatchNews> Screen(std::span<const model::TestCase> tests, ScreenMemory& memory,
                                         const RunOptions& options);

  /// Runs functions under exploration (agent/concolic/run.js: {site, parameters, assignment}), each in a process of its
  /// own. Executors that cannot give none.
  virtual base::Result<std::vector<TracedRun>> RunTraced(std::span<const base::Json> jobs, const RunOptions& options);

  /// The same for tests whose arguments are inputs (agent/concolic/traced_test.js), one after the other in one process,
  /// which takes a tenth of the time. What came of the first of them; the others are for RunTraced.
  virtual base::Result<std::vector<TracedRun>> RunTracedTogether(std::span<const base::Json> jobs,
                                                                 const RunOptions& options);

  /// Questions to the agent beside the loaded target ({"ask": ToString(Question::k…), …}, docs/protocol.md), each
  /// answered in a child of its own; null where the child ended without an answer.
  virtual base::Result<std::vector<base::Json>> Ask(std::span<const base::Json> questions,
                                                    std::chrono::milliseconds deadline);

  /// Executors of the same loaded target that threads may use side by side, one each, while this one, which they refer
  /// to, is left alone. Executors that cannot give none.
  virtual base::Result<std::vector<std::unique_ptr<Executor>>> Lanes();

  /// What loading alone covered.
  virtual const model::Hits& LoadHits() const = 0;
};

}  // namespace kingbird::runtime
