#include "concolic/explorer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "concolic/fake_functions.h"
#include "concolic/fake_program.h"

namespace kingbird::concolic {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

Exploration ExploreWith(const std::string& strategy, const FakeRunner::Function& function,
                        ExploreOptions options = {}) {
  options.start.self.type = Type::kObject;
  FakeRunner runner(function);
  FakeSolver solver;
  options.strategy = OrderOf(strategy);
  return Explore("f", runner, solver, base::FakeClock(), options);
}

/// "(⊥, 0, 1, {bar})" as in the tables of the paper.
std::string Row(const Assignment& input, size_t arguments) {
  std::string text;
  for (size_t i = 0; i < arguments; ++i) {
    const bool absent = i >= input.arguments.size() || input.arguments[i].type == Type::kAbsent;
    text += fmt::format("{}{}", i == 0 ? "" : ", ", absent ? "⊥" : ToSource(input.arguments[i]));
  }
  return text;
}

std::vector<std::string> Rows(const Exploration& exploration, size_t arguments) {
  std::vector<std::string> rows;
  for (const ExploredInput& input : exploration.inputs) rows.push_back(Row(input.input, arguments));
  return rows;
}

TEST(Explorer, Figure2aTypeAwareDepthFirst) {
  const Exploration exploration = ExploreWith("ta-dfs", Foo);
  EXPECT_THAT(Rows(exploration, 4),
              ElementsAre("⊥, ⊥, ⊥, ⊥", "0, 0, 0, ⊥", "0, 0, 1, ⊥", "0, 0, 1, {}", "0, 0, 1, {bar: function () {}}"));
  EXPECT_EQ(exploration.exceptions, 2u);
  EXPECT_EQ(exploration.representative, 3u);
  EXPECT_TRUE(exploration.exhausted);
  EXPECT_EQ(exploration.diverged, 0u);
}

TEST(Explorer, Table1TypeAgnosticDepthFirst) {
  const Exploration exploration = ExploreWith("dfs", Foo);
  std::vector<std::string> expected;
  // Rows 5 and 10 with the function they need, rows 11 and 12 with the x their constraints ask for; then on to the end.
  for (const char* x : {"⊥", "0"}) {
    for (const char* y : {"⊥", "0"}) {
      for (const char* rest : {"⊥, ⊥", "0, ⊥", "1, ⊥", "1, {}", "1, {bar: function () {}}"}) {
        expected.push_back(fmt::format("{}, {}, {}", x, y, rest));
      }
    }
  }
  EXPECT_EQ(Rows(exploration, 4), expected);
  EXPECT_THAT(exploration.inputs, SizeIs(20));
}

TEST(Explorer, FooIsCoveredByEveryStrategy) {
  std::map<std::string, size_t> inputs;
  for (const std::string_view name : kStrategies) {
    const Exploration exploration = ExploreWith(std::string(name), Foo, {.counters = {1, 2, 3}});
    EXPECT_EQ(exploration.covered, 3u) << name;
    inputs[std::string(name)] = exploration.inputs.size();
  }
  EXPECT_LE(inputs["cover"], 5u);
  EXPECT_LE(inputs["ta-bfs"], 5u);
  EXPECT_GT(inputs["bfs"], 20u);
}

TEST(Explorer, BreadthFirstTakesInputsAgain) {
  // From x * y * z with all undefined each turn leads to one for every factor that is not a number yet.
  const Exploration exploration = ExploreWith("bfs", [](FakeCall& call) {
    call.Binary(2, Op::kMul, call.Binary(1, Op::kMul, call.Argument(0), call.Argument(1)), call.Argument(2));
  });
  EXPECT_THAT(exploration.inputs, SizeIs(42));
  EXPECT_EQ(exploration.inputs.size() - exploration.repeated, 8u);
  EXPECT_TRUE(exploration.exhausted);
}

TEST(Explorer, BreadthFirstTakesMoreThanAThousandForMarshal) {
  const Exploration exploration = ExploreWith("bfs", Marshal, {.inputs = 1001});
  EXPECT_THAT(exploration.inputs, SizeIs(1001));
  EXPECT_LT(exploration.inputs.size() - exploration.repeated, 100u);
}

TEST(Explorer, MarshalOfFigure1NeedsAtMostTenInputs) {
  for (const char* name : {"ta-dfs", "ta-bfs", "cover"}) {
    const Exploration exploration =
        ExploreWith(name, Marshal, {.counters = {1, 2, 3, 4, 5, 6, 7}, .hints = {{"marshal", {Type::kFunction}}}});
    EXPECT_EQ(exploration.covered, 7u) << name;
    EXPECT_LE(exploration.inputs.size(), 10u) << name;
    EXPECT_EQ(exploration.diverged, 0u) << name;
  }
  EXPECT_GE(ExploreWith("dfs", Marshal).inputs.size(), 50u);
  EXPECT_GE(ExploreWith("bfs", Marshal).inputs.size(), 50u);
}

TEST(Explorer, BazHasFourPathsWithTypes) {
  for (const char* name : {"ta-dfs", "ta-bfs", "cover"}) {
    const Exploration exploration = ExploreWith(name, Baz, {.counters = {1, 2, 3, 11, 12, 13}});
    EXPECT_EQ(exploration.covered, 6u) << name;
    EXPECT_LE(exploration.inputs.size(), 6u) << name;
  }
}

TEST(Explorer, TypeTestsAreBranches) {
  for (const std::string_view name : kStrategies) {
    const Exploration exploration = ExploreWith(std::string(name), TypeTests, {.counters = {1, 2, 3}});
    EXPECT_THAT(Rows(exploration, 1), UnorderedElementsAre("⊥", "0", "''")) << name;
    EXPECT_THAT(exploration.contradictions, IsEmpty());
  }
}

TEST(Explorer, LoopsEndAtTheirLimit) {
  EXPECT_THAT(Rows(ExploreWith("ta-dfs", CountTo, {.loop_limit = 3}), 1), ElementsAre("⊥", "0", "1", "2", "3"));
  EXPECT_THAT(Rows(ExploreWith("ta-dfs", CountTo, {.loop_limit = 1}), 1), ElementsAre("⊥", "0", "1"));
  // One round goes both ways; the path without one ends well, too, and is in the preconditions.
  const Exploration cover = ExploreWith("cover", CountTo, {.counters = {1, 2}});
  EXPECT_THAT(Rows(cover, 1), ElementsAre("⊥", "1", "0"));
  EXPECT_THAT(cover.preconditions.entries(), SizeIs(2));
}

TEST(Explorer, CoverCombinesDecisionsWhileCountersAreMissing) {
  const auto function = [](FakeCall& call) {  // var f = 0; if (a) f = 1; if (b) { if (f == 1) A }, with no shadow on f
    const bool flag = call.If(1, call.Argument(0));
    if (call.If(2, call.Argument(1)) && flag) call.Cover(1);
  };
  const Exploration exploration = ExploreWith("cover", function, {.counters = {1}});
  EXPECT_EQ(exploration.covered, 1u);
  EXPECT_LE(exploration.inputs.size(), 4u);
}

/// if (a) return A; if (b) B; if (c) C
void Detour(FakeCall& call) {
  if (call.If(1, call.Argument(0))) return call.Cover(1);
  if (call.If(2, call.Argument(1))) call.Cover(2);
  if (call.If(3, call.Argument(2))) call.Cover(3);
}

TEST(Explorer, FlipsThatLeaveOutOthersAreMadeByThemselves) {
  const Detours detours = [](uint32_t site, bool direction, uint32_t other) {
    return site == 1 && direction && other > 1;
  };
  // Nothing at first, then b and c together, then a alone.
  const Exploration exploration = ExploreWith("cover", Detour, {.counters = {1, 2, 3}, .detours = detours});
  EXPECT_THAT(Rows(exploration, 3), ElementsAre("⊥, ⊥, ⊥", "⊥, {}, {}", "{}, {}, {}"));
}

TEST(Explorer, NothingIsTriedForWhatOnlyErrorsReach) {
  const auto function = [](FakeCall& call) {
    call.If(1, call.Argument(0));
    call.If(2, call.Argument(1));
    call.If(3, call.Argument(2));
  };
  const size_t sought = ExploreWith("cover", function, {.counters = {7}}).inputs.size();
  const Exploration exploration = ExploreWith("cover", function, {.counters = {7}, .by_errors = {7}});
  EXPECT_LT(exploration.inputs.size(), sought);
  EXPECT_EQ(exploration.counters, 1u) << "it counts all the same";
  EXPECT_EQ(exploration.covered, 0u);
}

TEST(Explorer, TypeAwareSearchesTakeMissingElementsForWrongTypes) {
  const auto function =
      [](FakeCall& call) {  // if (a[0] + a[1] + a[2] > 3) A; what is not there is asked for as the agent does
        const Sym array = call.Argument(0);
        Sym sum = FakeCall::Number(0);
        for (double index : {0, 1, 2}) {
          const Sym inside = call.Binary(1, Op::kGt, call.Length(1, array), FakeCall::Number(index));
          if (call.If(1, inside)) sum = call.Binary(2, Op::kAdd, sum, call.At(1, array, FakeCall::Number(index)));
        }
        if (call.If(4, call.Binary(3, Op::kGt, sum, FakeCall::Number(3)))) call.Cover(1);
      };
  for (const char* name : {"ta-dfs", "ta-bfs"}) {
    const Exploration exploration = ExploreWith(name, function, {.counters = {1}});
    EXPECT_EQ(exploration.covered, 1u) << name;
    EXPECT_LE(exploration.inputs.size(), 6u) << name;
  }
}

TEST(Explorer, AnIndexIsTypedBeforeItsArray) {
  const auto function = [](FakeCall& call) {  // if (a[i] > 3) A
    const Sym element = call.At(1, call.Argument(0), call.Argument(1));
    if (call.If(3, call.Binary(2, Op::kGt, element, FakeCall::Number(3)))) call.Cover(1);
  };
  for (const std::string_view name : kStrategies) {
    // One that takes inputs again and again does not get there in a thousand turns.
    if (name == "bfs") continue;
    const Exploration exploration = ExploreWith(std::string(name), function, {.counters = {1}});
    EXPECT_EQ(exploration.covered, 1u) << name;
    EXPECT_THAT(Rows(exploration, 2), Contains("[4], 0")) << name;
  }
}

TEST(Explorer, LengthsOfArraysAreSolvedFor) {
  const auto function = [](FakeCall& call) {  // if (a.length > 2) A
    if (call.If(2, call.Binary(1, Op::kGt, call.Length(1, call.Argument(0)), FakeCall::Number(2)))) call.Cover(1);
  };
  for (const std::string_view name : kStrategies) {
    const Exploration exploration = ExploreWith(std::string(name), function, {.counters = {1}});
    EXPECT_EQ(exploration.covered, 1u) << name;
    EXPECT_EQ(exploration.inputs.back().input.arguments.at(0).number, 3) << name;
  }
}

TEST(Explorer, ContradictoryTypesAreReported) {
  const auto function = [](FakeCall& call) {  // x - 1; x.f
    call.Binary(1, Op::kSub, call.Argument(0), FakeCall::Number(1));
    call.Get(2, call.Argument(0), "f");
    call.Cover(1);
  };
  for (const std::string_view name : kStrategies) {
    const Exploration exploration = ExploreWith(std::string(name), function, {.counters = {1}});
    ASSERT_THAT(exploration.contradictions, SizeIs(1)) << name;
    EXPECT_EQ(exploration.contradictions[0].what.name, "arg0");
    EXPECT_EQ(exploration.covered, 1u) << name;
  }
}

TEST(Explorer, LiteralsOfSeveralTypesAreNoContradiction) {
  const auto function = [](FakeCall& call) {  // if (x === "a") A else if (x === 1) B else C
    if (call.If(2, call.Binary(1, Op::kSeq, call.Argument(0), FakeCall::Text(u"a")))) return call.Cover(1);
    if (call.If(4, call.Binary(3, Op::kSeq, call.Argument(0), FakeCall::Number(1)))) return call.Cover(2);
    call.Cover(3);
  };
  for (const std::string_view name : kStrategies) {
    const Exploration exploration = ExploreWith(std::string(name), function, {.counters = {1, 2, 3}});
    EXPECT_EQ(exploration.covered, 3u) << name;
    EXPECT_THAT(exploration.contradictions, IsEmpty()) << name;
  }
}

/// if (x > 0) { if (typeof x === "boolean") A }
void OnlyByCoercion(FakeCall& call) {
  if (!call.If(2, call.Binary(1, Op::kGt, call.Argument(0), FakeCall::Number(0)))) return;
  if (call.If(4, call.Binary(3, Op::kSeq, call.Unary(3, Op::kTypeof, call.Argument(0)), FakeCall::Text(u"boolean")))) {
    call.Cover(1);
  }
}

TEST(Explorer, CoercionsAreTriedWhereABranchStaysUntaken) {
  EXPECT_EQ(ExploreWith("ta-dfs", OnlyByCoercion, {.counters = {1}}).covered, 0u);
  EXPECT_EQ(ExploreWith("ta-dfs", OnlyByCoercion, {.coercions = true, .counters = {1}}).covered, 1u);
  const Exploration exploration = ExploreWith("cover", OnlyByCoercion, {.counters = {1}});
  EXPECT_EQ(exploration.covered, 1u);
  EXPECT_EQ(Rows(exploration, 1).back(), "true");
}

TEST(Explorer, WhatCannotBeIsInfeasible) {
  const auto function = [](FakeCall& call) {  // if (x > 5) if (x < 3) A
    if (!call.If(2, call.Binary(1, Op::kGt, call.Argument(0), FakeCall::Number(5)))) return;
    if (call.If(4, call.Binary(3, Op::kLt, call.Argument(0), FakeCall::Number(3)))) call.Cover(1);
  };
  for (const std::string_view name : kStrategies) {
    const Exploration exploration = ExploreWith(std::string(name), function, {.counters = {1}});
    EXPECT_EQ(exploration.covered, 0u);
    const std::vector<SiteSummary> sites = Summarise(exploration.tree);
    ASSERT_THAT(sites, SizeIs(2)) << name;
    EXPECT_EQ(sites[0].ways, (std::array{Edge::kTaken, Edge::kFlipped})) << name;
    EXPECT_EQ(sites[1].ways, (std::array{Edge::kTaken, Edge::kInfeasible})) << name;
    EXPECT_TRUE(exploration.exhausted);
  }
}

TEST(Explorer, AnErrorIsReportedOncePerCause) {
  const auto function = [](FakeCall& call) {  // if (x > 0) {} if (x > 7) {} throw new RangeError("bad " + x)
    const Sym x = call.Argument(0);
    call.If(2, call.Binary(1, Op::kGt, x, FakeCall::Number(0)));
    call.If(4, call.Binary(3, Op::kGt, x, FakeCall::Number(7)));
    call.Throw("RangeError", "bad " + ToText(x.value), 5);
  };
  const Exploration exploration = ExploreWith("ta-dfs", function);
  ASSERT_THAT(exploration.errors, SizeIs(1));
  EXPECT_EQ(exploration.errors[0].message, "RangeError: bad absent");
  EXPECT_EQ(exploration.errors[0].where, "fake.js:5");
  EXPECT_EQ(exploration.errors[0].times, exploration.inputs.size());
  EXPECT_GE(exploration.inputs.size(), 4u);
  EXPECT_EQ(exploration.representative, 0u);
}

/// Answers every question with the seeds: a solver that lies.
class LyingSolver : public Solver {
 public:
  std::string_view name() const override { return "liar"; }
  Answer Solve(const Query& query) override {
    Answer answer{.verdict = Answer::Verdict::kSat, .solver = "liar"};
    if (!query.seeds.empty()) answer.model[0] = Value::Number(static_cast<double>(++lies_) + 100);
    return answer;
  }

 private:
  int lies_ = 0;
};

TEST(Explorer, ALyingSolverIsNotBelieved) {
  for (const std::string_view name : kStrategies) {
    FakeRunner runner(TypeTests);
    LyingSolver solver;
    const auto exploration = Explore("f", runner, solver, base::FakeClock(), {.strategy = OrderOf(name), .inputs = 50});
    EXPECT_GT(exploration.diverged, 0u) << name;
    EXPECT_TRUE(exploration.exhausted) << name;
    const std::vector<SiteSummary> sites = Summarise(exploration.tree);
    ASSERT_GE(sites.size(), 2u);
    EXPECT_NE(sites[1].ways[1], Edge::kFlipped) << name;
  }
}

class UnknownSolver : public Solver {
 public:
  std::string_view name() const override { return "unknown"; }
  Answer Solve(const Query& /*query*/) override { return {.solver = "unknown"}; }
};

TEST(Explorer, WhatTheSolverDoesNotKnowIsUnknown) {
  FakeRunner runner(Foo);
  UnknownSolver solver;
  const auto exploration = Explore("foo", runner, solver, base::FakeClock(), {.strategy = OrderOf("ta-dfs")});
  EXPECT_THAT(exploration.inputs, SizeIs(2));
  EXPECT_EQ(Summarise(exploration.tree)[0].ways[1], Edge::kUnknown);
  EXPECT_GT(exploration.solver.unknown, 0u);
}

TEST(Explorer, LimitsAndInterruptionKeepWhatThereIs) {
  EXPECT_THAT(ExploreWith("dfs", Foo, {.inputs = 7}).inputs, SizeIs(7));
  int asked = 0;
  const Exploration exploration = ExploreWith("dfs", Foo, {.stop = [&] { return ++asked > 3; }});
  EXPECT_THAT(exploration.inputs, SizeIs(4));
  EXPECT_FALSE(exploration.exhausted);
}

class FailingRunner : public FakeRunner {
 public:
  using FakeRunner::FakeRunner;
  base::Result<Run> Execute(const Assignment& input) override {
    if (inputs.size() == 2) return base::EnvironmentError("the zygote is gone");
    return FakeRunner::Execute(input);
  }
};

TEST(Explorer, ARunnerThatFailsEndsItWithWhatThereIs) {
  FailingRunner runner(Foo);
  FakeSolver solver;
  const auto exploration = Explore("foo", runner, solver, base::FakeClock(), {});
  EXPECT_THAT(exploration.inputs, SizeIs(2));
  ASSERT_TRUE(exploration.failure.has_value());
  EXPECT_EQ(exploration.failure->message, "the zygote is gone");
}

TEST(Explorer, SameOptionsGiveTheSameResult) {
  for (const std::string_view name : kStrategies) {
    base::Json first = ToJson(ExploreWith(std::string(name), Marshal));
    base::Json second = ToJson(ExploreWith(std::string(name), Marshal));
    first["solver"].erase("time_s");
    second["solver"].erase("time_s");
    EXPECT_EQ(first, second);
  }
}

}  // namespace
}  // namespace kingbird::concolic
