#include "campaign/suite.h"

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
    ASSIGN_OR_RETURN(std::vector<model::Execution> executions, executor.Run(cases, options));
    for (size_t i = 0; i < tests.size(); ++i) runs[i].push_back(std::move(executions[i]));
  }
  std::vector<SuiteTest> written;
  for (size_t i = 0; i < tests.size(); ++i) {
    const std::optional<emit::StableBehaviour> stable = emit::StablePart(runs[i]);
    if (!stable) continue;
    std::optional<emit::WrittenTest> text = emit::WriteTest(cases[i], *stable, style);
    if (text) written.push_back({tests[i], std::move(*text), runs[i][0].hits, false});
  }
  return written;
}

}  // namespace kingbird::campaign
