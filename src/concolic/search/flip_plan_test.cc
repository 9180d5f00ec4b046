// Which types change together, and what stays as it was when they do.
#include "concolic/search/flip_plan.h"

#include <gtest/gtest.h>

#include "concolic/explorer.h"
#include "concolic/fake_program.h"

namespace kingbird::concolic {
namespace {

/// Counter 1 is to be covered.
Exploration CoverOne(const char* strategy, const FakeRunner::Function& function) {
  FakeRunner runner(function);
  FakeSolver solver;
  ExploreOptions options{.strategy = OrderOf(strategy), .counters = {1}};
  options.start.self.type = Type::kObject;
  return Explore("f", runner, solver, base::FakeClock(), options);
}

TEST(FlipPlan, InputsThatAreComparedGetTheirTypesTogether) {
  for (const char* strategy : {"ta-dfs", "ta-bfs", "cover"}) {
    const Exploration exploration = CoverOne(strategy, [](FakeCall& call) {
      const Sym x = call.Argument(0);
      if (!call.If(2, call.Binary(1, Op::kSeq, x, call.Argument(1)))) return;
      if (call.If(4, call.Binary(3, Op::kGt, x, FakeCall::Number(7)))) call.Cover(1);
    });
    EXPECT_EQ(exploration.covered, 1u) << strategy;
  }
}

TEST(FlipPlan, AnInputStaysTruthyWhenItGetsAnotherType) {
  for (const char* strategy : {"ta-dfs", "ta-bfs", "cover"}) {
    const Exploration exploration = CoverOne(strategy, [](FakeCall& call) {
      const Sym x = call.Argument(0);
      if (!call.If(1, x)) return;
      if (call.If(3, call.Binary(2, Op::kSeq, x, FakeCall::Number(5)))) call.Cover(1);
    });
    EXPECT_EQ(exploration.covered, 1u) << strategy;
    EXPECT_EQ(exploration.diverged, 0u) << strategy;
  }
}

}  // namespace
}  // namespace kingbird::concolic
