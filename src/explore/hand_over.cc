// Each input that showed something new is run once more as a test: what the test does is what counts from here on.
#include "explore/hand_over.h"

#include <algorithm>

#include "env/run_options.h"
#include "oracle/behaviour.h"
#include "suite/build_suite.h"

namespace kingbird::explore {
namespace {

struct Made {
  model::TestCase test;
  bool finding = false;  ///< It failed although everything it used had a right type.
};

bool IsFinding(const concolic::Exploration& exploration, size_t number) {
  return std::ranges::any_of(exploration.errors, [&](const concolic::ExploredError& error) {
    return error.well_typed && error.number == number;
  });
}

std::vector<Made> TestsOf(const std::vector<ExplorableFunction>& functions,
                          const std::vector<ExploredFunction>& explored, const Constructors& constructors) {
  std::vector<Made> all;
  for (size_t i = 0; i < explored.size(); ++i) {
    if (!functions[i].reach) continue;
    const concolic::Exploration& exploration = explored[i].exploration;
    for (size_t number = 1; number <= exploration.inputs.size(); ++number) {
      const concolic::ExploredInput& input = exploration.inputs[number - 1];
      const bool finding = IsFinding(exploration, number);
      if (!input.news && !finding) continue;
      if (auto test = AsTest(*functions[i].reach, input.input, constructors))
        all.push_back({*std::move(test), finding});
    }
  }
  return all;
}

void Absorb(const env::Env& env, const Made& made, const model::Execution& execution, loop::Generated& generated) {
  ++generated.executed;
  generated.covered.Add(execution.hits);
  if (execution.depends_on_machine) return;
  const int call = made.test.root->body.back().id;
  const bool thrown = execution.Find(model::Event::Kind::kThrow, call) != nullptr ||
                      execution.Find(model::Event::Kind::kReject, call) != nullptr;
  if (made.finding && thrown) generated.bad_ends.push_back({made.test, execution, call});
  if (execution.end != model::End::kFinished) {
    ++generated.failing;
    if (made.finding && !thrown) generated.bad_ends.push_back({made.test, execution, 0});
  } else if (!execution.effects.Within(env.config.allow)) {
    generated.effects.Note(execution.effects);
  } else {
    generated.candidates.push_back({made.test, execution.hits, oracle::TraitsOf(made.test, execution)});
  }
}

}  // namespace

base::Result<HandedOver> HandOver(env::Env& env, load::LoadedTarget& loaded,
                                  const std::vector<ExplorableFunction>& functions,
                                  const std::vector<ExploredFunction>& explored, const Constructors& constructors,
                                  env::Phases& phases) {
  HandedOver result;
  result.generated.covered = syntax::CoverageMap(loaded.stage.manifest.size());
  result.generated.covered.Add(loaded.executor->LoadHits());
  const std::vector<Made> made = TestsOf(functions, explored, constructors);
  std::vector<model::TestCase> tests;
  for (const Made& each : made) tests.push_back(each.test);
  runtime::RunOptions options = env::RunOptionsOf(env);
  options.methods = true;
  ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, loaded.executor->Run(tests, options));
  for (size_t i = 0; i < made.size(); ++i) Absorb(env, made[i], executions[i], result.generated);

  const emit::SuiteConfig suite = suite::SuiteConfigFor(env, loaded);
  const auto confirm = [&]() -> base::Status {
    ASSIGN_OR_RETURN(result.findings,
                     suite::WriteFindings(env, loaded, result.generated.bad_ends, suite::Contracts::None()));
    return {};
  };
  ASSIGN_OR_RETURN(result.tests, suite::BuildSuite(env, loaded, suite, result.generated.candidates, phases, confirm));
  phases.Begin("writing");
  TRY(suite::WriteOutput(env, loaded.target, result.tests, suite, result.findings));
  return result;
}

}  // namespace kingbird::explore
