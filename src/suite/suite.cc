#include "suite/suite.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "emit/minimizer.h"
#include "env/run_options.h"

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
// Where there is no time for more.
constexpr Repeat kHastyRepeats[] = {kRepeats[0], kRepeats[1], kRepeats[2]};
constexpr size_t kChunk = 32;
constexpr size_t kHastyChunk = 12;
// Percent of the time limit that checking has for itself.
constexpr int kShareLeft = 20;
// Root may write everywhere.
constexpr Repeat kAsRoot = {false, 8, runtime::Disorder::kNone, true};

bool GoesOn(const model::Execution& execution) {
  return std::any_of(execution.events.begin(), execution.events.end(), [](const model::Event& event) {
    return event.tick > 0 || event.kind == model::Event::Kind::kFulfill || event.kind == model::Event::Kind::kReject;
  });
}

// Another run of each of these tests.
base::Status RunAgain(env::Env& env, const Repeat& repeat, const std::vector<model::TestCase>& cases,
                      const std::vector<size_t>& wanted, runtime::Executor& executor,
                      std::vector<std::vector<model::Execution>>& runs) {
  runtime::RunOptions options = env::RunOptionsOf(env);
  options.deadline *= repeat.virtual_time ? 1 : 3;
  options.virtual_time &= repeat.virtual_time;
  options.disorder = repeat.disorder;
  options.all_writable = repeat.all_writable;
  options.time_zone = repeat.time_zone;
  options.seed += repeat.seed_step;
  if (!env.Hurries(kShareLeft)) options.stop = [&env] { return env.Hurries(kShareLeft); };
  std::vector<model::TestCase> due;
  for (size_t i : wanted) due.push_back(cases[i]);
  ASSIGN_OR_RETURN(std::vector<model::Execution> executions, executor.Run(due, options));
  for (size_t k = 0; k < wanted.size(); ++k) runs[wanted[k]].push_back(std::move(executions[k]));
  return {};
}

std::optional<emit::WrittenTest> Write(const env::Env& env, const model::TestCase& test,
                                       const std::vector<model::Execution>& runs, const emit::WriteStyle& style) {
  const bool cut =
      std::any_of(runs.begin(), runs.end(), [](const auto& run) { return run.end == model::End::kNotRun; });
  const bool machine =
      cut || std::any_of(runs.begin(), runs.end(), [](const auto& run) { return run.depends_on_machine; });
  model::Effects effects;
  for (const model::Execution& run : runs) effects.Add(run.effects);
  if (machine || !effects.Within(env.config.allow)) return std::nullopt;
  const std::optional<emit::StableBehaviour> stable = emit::StablePart(runs);
  std::optional<emit::WrittenTest> written = stable ? emit::WriteTest(test, *stable, style) : std::nullopt;
  // Whoever runs the suite should know before it happens.
  if (written && effects.Any()) written->body.insert(written->body.begin(), "// This test " + ToString(effects) + ".");
  return written;
}

// Why a test that was selected is not written.
void NoteLoss(env::Env& env, const std::vector<model::Execution>& runs) {
  const auto any = [&](const auto& is) { return std::any_of(runs.begin(), runs.end(), is); };
  const bool cut = any([](const model::Execution& run) { return run.end == model::End::kNotRun; });
  const bool machine = any([](const model::Execution& run) { return run.depends_on_machine; });
  const bool effects = any([&](const model::Execution& run) { return !run.effects.Within(env.config.allow); });
  env.stats.Add(cut       ? kLostToTime
                : machine ? "lost.depend on this machine"
                : effects ? "lost.start processes or use the network"
                          : "lost.do something else every time");
}

base::Result<std::vector<SuiteTest>> WriteChunk(env::Env& env, std::span<const Selected> tests,
                                                runtime::Executor& executor, const emit::WriteStyle& style) {
  std::vector<model::TestCase> cases;
  for (const Selected& selected : tests) cases.push_back(emit::Tidy(selected.test));
  std::vector<std::vector<model::Execution>> runs(tests.size());
  std::vector<size_t> all(tests.size());
  std::iota(all.begin(), all.end(), 0);
  const bool hasty = env.Hurries(kShareLeft);
  for (const Repeat& repeat : hasty ? std::span<const Repeat>(kHastyRepeats) : std::span<const Repeat>(kRepeats))
    TRY(RunAgain(env, repeat, cases, all, executor, runs));
  std::vector<size_t> going_on;
  std::copy_if(all.begin(), all.end(), std::back_inserter(going_on), [&](size_t i) { return GoesOn(runs[i][0]); });
  for (const Repeat& repeat : kMoreRepeats) {
    if (hasty) break;
    TRY(RunAgain(env, repeat, cases, going_on, executor, runs));
    // Without file operations the others would show the same.
    std::erase_if(going_on, [&](size_t i) { return !runs[i].back().overlap; });
  }
  std::vector<std::optional<emit::WrittenTest>> texts;
  for (size_t i : all) {
    texts.push_back(Write(env, cases[i], runs[i], style));
    if (!texts.back()) NoteLoss(env, runs[i]);
    if (texts.back())
      texts.back()->needs_folder =
          std::any_of(runs[i].begin(), runs[i].end(), [](const auto& run) { return run.files; });
  }
  TRY(RunAgain(env, kAsRoot, cases, all, executor, runs));
  std::vector<SuiteTest> written;
  for (size_t i : all) {
    if (!texts[i]) continue;
    if (runs[i].back().end == model::End::kNotRun) {
      NoteLoss(env, runs[i]);
      continue;
    }
    const std::optional<emit::WrittenTest> as_root = Write(env, cases[i], runs[i], style);
    texts[i]->needs_ordinary_user |= !as_root || as_root->body != texts[i]->body;
    written.push_back({tests[i], std::move(*texts[i]), runs[i][0].hits, false});
  }
  return written;
}

}  // namespace

base::Result<std::vector<SuiteTest>> WriteStableTests(env::Env& env, const std::vector<Selected>& tests,
                                                      runtime::Executor& executor, const emit::WriteStyle& style) {
  std::vector<SuiteTest> written;
  size_t at = 0;
  // In haste one chunk, of the best tests, has to do.
  while (at < tests.size() && (at == 0 || !env.Hurries(kShareLeft))) {
    const size_t size = std::min(env.Hurries(kShareLeft) ? kHastyChunk : kChunk, tests.size() - at);
    ASSIGN_OR_RETURN(std::vector<SuiteTest> chunk, WriteChunk(env, {tests.data() + at, size}, executor, style));
    std::move(chunk.begin(), chunk.end(), std::back_inserter(written));
    at += size;
  }
  env.stats.Add(kLostToTime, static_cast<double>(tests.size() - at));
  return written;
}

}  // namespace kingbird::suite
