#include "suite/suite.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>

#include "emit/clock_js.h"
#include "emit/minimizer.h"
#include "env/run_options.h"
#include "suite/missing_surroundings.h"

namespace kingbird::suite {
namespace {

struct Repeat {
  bool virtual_time;
  uint64_t seed_step;
  runtime::Disorder disorder = runtime::Disorder::kNone;
  bool all_writable = false;
  const char* time_zone = "";
};
// The first run speaks; the others may only confirm it, in other time zones too: far to the west, where it is often
// still the day before, and to the east (the check adds the farthest). Real time last, as the emitted suite will have
// it.
constexpr Repeat kRepeats[] = {{true, 0},
                               {true, 1, runtime::Disorder::kNone, false, "Pacific/Marquesas"},
                               {false, 2},
                               {false, 3, runtime::Disorder::kNone, false, "Asia/Kathmandu"}};
// In what goes on after the last call has returned, operations may overtake each other: rarely here, often on a busy
// machine.
constexpr Repeat kMoreRepeats[] = {{false, 4, runtime::Disorder::kEarlySlow},
                                   {false, 5, runtime::Disorder::kLateSlow},
                                   {false, 6, runtime::Disorder::kReversed},
                                   {false, 7, runtime::Disorder::kRandom}};
// So many of them have to do where there is no time for more.
constexpr size_t kNeededRepeats = 3;
constexpr size_t kChunk = 32;
constexpr size_t kHastyChunk = 12;
constexpr size_t kFewest = 2;
// Percent of the time limit that checking has for itself, and what it can do with if tests were begun already.
constexpr int kShareLeft = 20;
constexpr int kLeastLeft = 12;
// Root may write everywhere.
constexpr Repeat kAsRoot = {false, 8, runtime::Disorder::kNone, true};

bool GoesOn(const model::Execution& execution) {
  return std::any_of(execution.events.begin(), execution.events.end(), [](const model::Event& event) {
    return event.tick > 0 || event.kind == model::Event::Kind::kFulfill || event.kind == model::Event::Kind::kReject;
  });
}

/// A chunk of tests and what repeated runs of each showed. Runs that there was no time for leave nothing.
class Repeater {
 public:
  Repeater(env::Env& env, runtime::Executor& executor, std::vector<model::TestCase> cases, bool still_date = false)
      : env_(env), executor_(executor), cases_(std::move(cases)), runs_(cases_.size()), still_date_(still_date) {}

  const std::vector<model::TestCase>& cases() const { return cases_; }
  const std::vector<model::Execution>& runs(size_t i) const { return runs_[i]; }
  bool Touches(size_t i) const {
    return std::any_of(runs_[i].begin(), runs_[i].end(), [](const auto& run) { return run.files; });
  }

  /// These tests once more, until less than `leaves` percent of the time are left; all of them where it is less at the
  /// start. Gives those that were run.
  base::Result<std::vector<size_t>> Run(const Repeat& repeat, std::vector<size_t> wanted, int leaves) {
    runtime::RunOptions options = env::RunOptionsOf(env_);
    options.deadline *= repeat.virtual_time ? 1 : 3;
    options.virtual_time &= repeat.virtual_time;
    options.still_date = still_date_;
    options.disorder = repeat.disorder;
    options.all_writable = repeat.all_writable;
    options.time_zone = still_date_ ? "" : repeat.time_zone;  // such tests set it, too
    options.seed += repeat.seed_step;
    if (!env_.Hurries(leaves)) options.stop = [this, leaves] { return env_.Hurries(leaves); };
    std::vector<model::TestCase> due;
    for (size_t i : wanted) due.push_back(cases_[i]);
    ASSIGN_OR_RETURN(std::vector<model::Execution> executions, executor_.Run(due, options));
    std::vector<size_t> done;
    for (size_t k = 0; k < wanted.size(); ++k) {
      if (executions[k].end == model::End::kNotRun) continue;
      runs_[wanted[k]].push_back(std::move(executions[k]));
      done.push_back(wanted[k]);
    }
    return done;
  }

 private:
  env::Env& env_;
  runtime::Executor& executor_;
  std::vector<model::TestCase> cases_;
  std::vector<std::vector<model::Execution>> runs_;
  bool still_date_;
};

std::optional<emit::WrittenTest> Write(const env::Env& env, const model::TestCase& test,
                                       const std::vector<model::Execution>& runs, const emit::WriteStyle& style) {
  const bool fit = std::ranges::none_of(
      runs, [](const auto& run) { return run.depends_on_machine || run.announced || MissesSurroundings(run); });
  model::Effects effects;
  for (const model::Execution& run : runs) effects.Add(run.effects);
  if (!fit || !effects.Within(env.config.allow)) return std::nullopt;
  const std::optional<emit::StableBehaviour> stable = emit::StablePart(runs);
  std::optional<emit::WrittenTest> written = stable ? emit::WriteTest(test, *stable, style) : std::nullopt;
  // Whoever runs the suite should know before it happens.
  if (written && effects.Any()) written->body.insert(written->body.begin(), "// This test " + ToString(effects) + ".");
  return written;
}

// Why a test that was selected is not written.
void NoteLoss(env::Env& env, const std::vector<model::Execution>& runs) {
  const auto any = [&](const auto& is) { return std::any_of(runs.begin(), runs.end(), is); };
  const bool machine = any([](const model::Execution& run) { return run.depends_on_machine; });
  const bool announced = any([](const model::Execution& run) { return run.announced; });
  const bool browser = any(MissesSurroundings);
  const bool effects = any([&](const model::Execution& run) { return !run.effects.Within(env.config.allow); });
  env.stats.Add(machine     ? "lost.depended on this machine"
                : effects   ? "lost.started processes or used the network"
                : browser   ? "lost.needed a browser or a renderer that is not there"
                : announced ? "lost.left a rejected promise that nothing handles"
                            : "lost.did not do the same each time");
}

// The repetitions without which nothing is written, then those that there is time for: a test that lacks the latter is
// checked in the places of the suite check all the same. Gives the tests that had the former.
base::Result<std::vector<size_t>> RepeatAll(const env::Env& env, Repeater& repeater) {
  std::vector<size_t> tests(repeater.cases().size());
  std::iota(tests.begin(), tests.end(), 0);
  const bool hasty = env.Hurries(kShareLeft);
  for (size_t k = 0; k < kNeededRepeats; ++k) {
    ASSIGN_OR_RETURN(tests, repeater.Run(kRepeats[k], std::move(tests), hasty ? 0 : kLeastLeft));
  }
  if (hasty) return tests;
  std::vector<size_t> more = tests;
  for (size_t k = kNeededRepeats; k < std::size(kRepeats) && !env.Hurries(kShareLeft); ++k) {
    ASSIGN_OR_RETURN(more, repeater.Run(kRepeats[k], std::move(more), kShareLeft));
  }
  std::erase_if(more, [&](size_t i) { return !GoesOn(repeater.runs(i)[0]); });
  for (const Repeat& repeat : kMoreRepeats) {
    if (env.Hurries(kShareLeft)) break;
    ASSIGN_OR_RETURN(more, repeater.Run(repeat, std::move(more), kShareLeft));
    // Without file operations the others would show the same.
    std::erase_if(more, [&](size_t i) { return !repeater.runs(i).back().overlap; });
  }
  return tests;
}

// A test that speaks of the date, or of times that passed, does so only where Date stands still.
base::Status WriteOnFixedDate(env::Env& env, const Repeater& repeater, const std::vector<size_t>& repeated,
                              runtime::Executor& executor, const emit::WriteStyle& style,
                              std::map<size_t, SuiteTest>& texts) {
  std::vector<size_t> dated;
  std::vector<model::TestCase> cases;
  for (size_t i : repeated) {
    if (std::ranges::none_of(repeater.runs(i), [](const auto& run) { return run.reads_date; })) continue;
    dated.push_back(i);
    cases.push_back(repeater.cases()[i]);
  }
  if (dated.empty()) return {};
  Repeater still(env, executor, std::move(cases), true);
  ASSIGN_OR_RETURN(const std::vector<size_t> done, RepeatAll(env, still));
  for (size_t k : done) {
    std::optional<emit::WrittenTest> text = Write(env, still.cases()[k], still.runs(k), style);
    const auto plain = texts.find(dated[k]);
    if (!text || (plain != texts.end() && plain->second.written.body == text->body)) continue;
    text->fixed_date = true;
    text->function += " " + emit::OnFixedDate();
    texts[dated[k]] = {{}, std::move(*text), still.runs(k)[0].hits, false};
  }
  return {};
}

base::Result<std::vector<SuiteTest>> WriteChunk(env::Env& env, std::span<const Selected> tests,
                                                runtime::Executor& executor, const emit::WriteStyle& style) {
  std::vector<model::TestCase> cases;
  for (const Selected& selected : tests) cases.push_back(emit::Tidy(selected.test));
  Repeater repeater(env, executor, std::move(cases));
  ASSIGN_OR_RETURN(const std::vector<size_t> repeated, RepeatAll(env, repeater));
  env.stats.Add(kLostToTime, static_cast<double>(tests.size() - repeated.size()));
  std::map<size_t, SuiteTest> texts;
  for (size_t i : repeated) {
    std::optional<emit::WrittenTest> text = Write(env, repeater.cases()[i], repeater.runs(i), style);
    if (text) texts[i] = {{}, std::move(*text), repeater.runs(i)[0].hits, false};
  }
  TRY(WriteOnFixedDate(env, repeater, repeated, executor, style, texts));
  std::vector<size_t> with_files;
  for (size_t i : repeated) {
    const auto text = texts.find(i);
    if (text == texts.end()) {
      NoteLoss(env, repeater.runs(i));
      continue;
    }
    text->second.written.needs_folder = repeater.Touches(i);
    if (text->second.written.needs_folder) with_files.push_back(i);
  }
  ASSIGN_OR_RETURN(const std::vector<size_t> as_root, repeater.Run(kAsRoot, with_files, 0));
  std::vector<SuiteTest> written;
  for (auto& [i, test] : texts) {
    emit::WrittenTest& text = test.written;
    if (text.needs_folder) {
      if (!std::ranges::binary_search(as_root, i)) {
        env.stats.Add(kLostToTime, 1);
        continue;
      }
      const std::optional<emit::WrittenTest> other = Write(env, repeater.cases()[i], repeater.runs(i), style);
      text.needs_ordinary_user |= !other || (!text.fixed_date && other->body != text.body);
    }
    test.selected = tests[i];
    written.push_back(std::move(test));
  }
  return written;
}

// Few at a time where tests are slow: what has not had all its repetitions when the time is over is lost.
size_t ChunkSize(const env::Env& env) {
  const double each = std::max(1.0, kNeededRepeats * env::TestCost(env));
  const double affordable = static_cast<double>(env.TimeLeft().count()) / 3 / each;
  const size_t most = env.Hurries(kShareLeft) ? kHastyChunk : kChunk;
  return std::clamp(static_cast<size_t>(affordable), kFewest, most);
}

}  // namespace

base::Result<std::vector<SuiteTest>> WriteStableTests(env::Env& env, const std::vector<Selected>& tests,
                                                      runtime::Executor& executor, const emit::WriteStyle& style) {
  std::vector<SuiteTest> written;
  size_t at = 0;
  // In haste one chunk, of the best tests, has to do.
  while (at < tests.size() && (at == 0 || !env.Hurries(kShareLeft))) {
    const size_t size = std::min(ChunkSize(env), tests.size() - at);
    ASSIGN_OR_RETURN(std::vector<SuiteTest> chunk, WriteChunk(env, {tests.data() + at, size}, executor, style));
    std::move(chunk.begin(), chunk.end(), std::back_inserter(written));
    at += size;
  }
  env.stats.Add(kLostToTime, static_cast<double>(tests.size() - at));
  return written;
}

}  // namespace kingbird::suite
