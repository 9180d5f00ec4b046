// Each input that showed something new is run once more as a test: what the test does is what counts from here on.
#include "explore/hand_over.h"

#include <algorithm>

#include "suite/build_suite.h"

namespace kingbird::explore {
namespace {

constexpr size_t kTurn = 16;
constexpr double kShareOfTime = 0.8;  // with what was explored before

struct Made {
  model::TestCase test;
  bool finding = false;  ///< It failed although everything it used had a right type.
};

bool IsFinding(const concolic::Exploration& exploration, size_t number) {
  return std::ranges::any_of(exploration.errors, [&](const concolic::ExploredError& error) {
    return error.IsFailure() && error.number == number;
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

// Proposes each once; the loop runs them and keeps what a suite may.
class ExploredTests : public loop::Generator {
 public:
  explicit ExploredTests(std::vector<Made> made) : made_(std::move(made)) {}

  std::vector<model::TestCase> Propose(size_t count, const loop::Standing&) override {
    first_ = next_;
    std::vector<model::TestCase> tests;
    for (; next_ < made_.size() && tests.size() < count; ++next_) tests.push_back(made_[next_].test);
    return tests;
  }

  void Absorb(size_t i, const model::Execution& execution, const loop::News&) override {
    const Made& made = made_[first_ + i];
    if (!made.finding || execution.depends_on_machine) return;
    const int call = made.test.root->body.back().id;
    const bool thrown = execution.Find(model::Event::Kind::kThrow, call) != nullptr ||
                        execution.Find(model::Event::Kind::kReject, call) != nullptr;
    if (thrown || execution.end != model::End::kFinished)
      bad_ends_.push_back({made.test, execution, thrown ? call : 0});
  }

  size_t count() const { return made_.size(); }
  bool over() const { return next_ == made_.size(); }
  std::vector<loop::BadEnd> TakeBadEnds() { return std::move(bad_ends_); }

 private:
  std::vector<Made> made_;
  size_t first_ = 0;  // of the last Propose
  size_t next_ = 0;
  std::vector<loop::BadEnd> bad_ends_;
};

base::Result<loop::Generated> RunAsTests(env::Env& env, load::LoadedTarget& loaded, ExploredTests tests) {
  loop::Plan plan;
  plan.turns = {{&tests, kTurn}};
  plan.share_of_time = kShareOfTime;
  plan.most_tests = static_cast<int>(tests.count());
  plan.enough = [&](const loop::Generated&, int) { return tests.over(); };
  ASSIGN_OR_RETURN(loop::Generated generated,
                   loop::Generate(env, *loaded.executor, loaded.stage.manifest, plan, [](const model::Progress&) {}));
  // Of the others the exploration has told: they were called with what they are not made for.
  generated.bad_ends = tests.TakeBadEnds();
  return generated;
}

}  // namespace

base::Result<HandedOver> HandOver(env::Env& env, load::LoadedTarget& loaded,
                                  const std::vector<ExplorableFunction>& functions,
                                  const std::vector<ExploredFunction>& explored, const Constructors& constructors,
                                  env::Phases& phases) {
  HandedOver result;
  ASSIGN_OR_RETURN(result.generated,
                   RunAsTests(env, loaded, ExploredTests(TestsOf(functions, explored, constructors))));
  const emit::SuiteConfig suite = suite::SuiteConfigFor(env, loaded);
  const auto confirm = [&]() -> base::Status {
    ASSIGN_OR_RETURN(result.findings,
                     suite::WriteFindings(env, loaded, result.generated.bad_ends, suite::Contracts::None()));
    return {};
  };
  ASSIGN_OR_RETURN(suite::BuiltSuite built,
                   suite::BuildSuite(env, loaded, suite, result.generated.candidates, phases, confirm));
  result.tests = std::move(built.tests);
  phases.Begin("writing");
  TRY(suite::WriteOutput(env, loaded.target, result.tests, suite, result.findings));
  return result;
}

}  // namespace kingbird::explore
