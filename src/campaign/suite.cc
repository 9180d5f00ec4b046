#include "campaign/suite.h"

#include <algorithm>
#include <numeric>

#include "campaign/run_options.h"
#include "emit/minimizer.h"

namespace kingbird::campaign {
namespace {

struct Repeat {
  bool virtual_time;
  uint64_t seed_step;
  runtime::Disorder disorder = runtime::Disorder::kNone;
};
// The first run speaks; the others may only confirm it. Real time last, as the emitted suite will have it.
constexpr Repeat kRepeats[] = {{true, 0}, {true, 1}, {false, 2}, {false, 3}};
// In what goes on after the last call has returned, operations may overtake each other: rarely here, often on a busy
// machine.
constexpr Repeat kMoreRepeats[] = {{false, 4, runtime::Disorder::kEarlySlow},
                                   {false, 5, runtime::Disorder::kLateSlow},
                                   {false, 6, runtime::Disorder::kReversed},
                                   {false, 7, runtime::Disorder::kRandom}};

bool GoesOn(const model::Execution& execution) {
  return std::any_of(execution.events.begin(), execution.events.end(), [](const model::Event& event) {
    return event.tick > 0 || event.kind == model::Event::Kind::kFulfill || event.kind == model::Event::Kind::kReject;
  });
}

// Another run of each of these tests.
base::Status RunAgain(Env& env, const Repeat& repeat, const std::vector<model::TestCase>& cases,
                      const std::vector<size_t>& wanted, runtime::Executor& executor,
                      std::vector<std::vector<model::Execution>>& runs) {
  runtime::RunOptions options = RunOptionsOf(env);
  options.deadline *= repeat.virtual_time ? 1 : 3;
  options.virtual_time &= repeat.virtual_time;
  options.disorder = repeat.disorder;
  options.seed += repeat.seed_step;
  std::vector<model::TestCase> due;
  for (size_t i : wanted) due.push_back(cases[i]);
  ASSIGN_OR_RETURN(std::vector<model::Execution> executions, executor.Run(due, options));
  for (size_t k = 0; k < wanted.size(); ++k) runs[wanted[k]].push_back(std::move(executions[k]));
  return {};
}

}  // namespace

base::Result<std::vector<SuiteTest>> WriteStableTests(Env& env, const std::vector<Selected>& tests,
                                                      runtime::Executor& executor, const emit::WriteStyle& style) {
  std::vector<model::TestCase> cases;
  for (const Selected& selected : tests) cases.push_back(emit::Tidy(selected.test));
  std::vector<std::vector<model::Execution>> runs(tests.size());
  std::vector<size_t> all(tests.size());
  std::iota(all.begin(), all.end(), 0);
  for (const Repeat& repeat : kRepeats) TRY(RunAgain(env, repeat, cases, all, executor, runs));
  std::vector<size_t> going_on;
  std::copy_if(all.begin(), all.end(), std::back_inserter(going_on), [&](size_t i) { return GoesOn(runs[i][0]); });
  for (const Repeat& repeat : kMoreRepeats) TRY(RunAgain(env, repeat, cases, going_on, executor, runs));
  std::vector<SuiteTest> written;
  for (size_t i = 0; i < tests.size(); ++i) {
    const bool machine = std::any_of(runs[i].begin(), runs[i].end(), [](const auto& run) { return run.machine; });
    const std::optional<emit::StableBehaviour> stable = emit::StablePart(runs[i]);
    if (!stable || machine) continue;
    std::optional<emit::WrittenTest> text = emit::WriteTest(cases[i], *stable, style);
    if (text) written.push_back({tests[i], std::move(*text), runs[i][0].hits, false});
  }
  return written;
}

}  // namespace kingbird::campaign
