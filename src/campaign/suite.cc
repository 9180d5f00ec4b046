#include "campaign/suite.h"

#include <algorithm>

#include "campaign/run_options.h"
#include "emit/minimizer.h"

namespace kingbird::campaign {
namespace {

struct Repeat {
  bool virtual_time;
  uint64_t seed_step;
};
// The first run speaks; the others may only confirm it. Real time last, as the emitted suite will have it.
constexpr Repeat kRepeats[] = {{true, 0}, {true, 1}, {false, 2}, {false, 3}};
// What is over when the last call returns has no order that could vary, only chance and the time of day.
constexpr size_t kRepeatsAtOnce = 3;

bool IsOverAtOnce(const model::Execution& execution) {
  using Kind = model::Event::Kind;
  return std::all_of(execution.events.begin(), execution.events.end(), [](const model::Event& event) {
    return event.tick == 0 && event.kind != Kind::kFulfill && event.kind != Kind::kReject;
  });
}

}  // namespace

base::Result<std::vector<SuiteTest>> WriteStableTests(Env& env, const std::vector<Selected>& tests,
                                                      runtime::Executor& executor, const emit::WriteStyle& style) {
  std::vector<model::TestCase> cases;
  for (const Selected& selected : tests) cases.push_back(emit::Tidy(selected.test));
  std::vector<std::vector<model::Execution>> runs(tests.size());
  for (const Repeat& repeat : kRepeats) {
    runtime::RunOptions options = RunOptionsOf(env);
    options.deadline *= repeat.virtual_time ? 1 : 3;
    options.virtual_time &= repeat.virtual_time;
    options.seed += repeat.seed_step;
    std::vector<size_t> places;
    std::vector<model::TestCase> due;
    for (size_t i = 0; i < tests.size(); ++i) {
      if (runs[i].size() == kRepeatsAtOnce && std::all_of(runs[i].begin(), runs[i].end(), IsOverAtOnce)) continue;
      places.push_back(i);
      due.push_back(cases[i]);
    }
    ASSIGN_OR_RETURN(std::vector<model::Execution> executions, executor.Run(due, options));
    for (size_t k = 0; k < places.size(); ++k) runs[places[k]].push_back(std::move(executions[k]));
  }
  std::vector<SuiteTest> written;
  for (size_t i = 0; i < tests.size(); ++i) {
    const std::optional<emit::StableBehaviour> stable = emit::StablePart(runs[i]);
    if (!stable) continue;
    std::optional<emit::WrittenTest> text = emit::WriteTest(cases[i], *stable, style);
    if (text) written.push_back({tests[i], std::move(*text), runs[i][0].hits});
  }
  return written;
}

}  // namespace kingbird::campaign
