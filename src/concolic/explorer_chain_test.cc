// The search with the solvers of the product instead of the fake one.
#include <gtest/gtest.h>

#include "concolic/explorer.h"
#include "concolic/fake_functions.h"
#include "concolic/fake_program.h"
#include "concolic/solve/solver_chain.h"

namespace kingbird::concolic {
namespace {

Exploration ExploreWith(std::string_view strategy, const FakeRunner::Function& function, std::vector<uint32_t> counters,
                        std::map<std::string, TypeSet> hints = {}) {
  FakeRunner runner(function);
  const base::SteadyClock clock;
  auto solver = MakeSolver(clock, SolverOptions{});
  CHECK(solver.ok(), solver.error().message);
  ExploreOptions options{.strategy = OrderOf(strategy), .counters = std::move(counters), .hints = std::move(hints)};
  options.start.self.type = Type::kObject;
  return Explore("f", runner, **solver, clock, options);
}

TEST(ExplorerWithSolvers, FooAndMarshalNeedAsManyInputsAsInThePaper) {
  for (const char* strategy : {"ta-dfs", "ta-bfs", "cover"}) {
    const Exploration foo = ExploreWith(strategy, Foo, {1, 2, 3});
    EXPECT_LE(foo.inputs.size(), 5u) << strategy;
    EXPECT_EQ(foo.covered, 3u) << strategy;
    EXPECT_EQ(foo.diverged, 0u) << strategy;
    const Exploration marshal = ExploreWith(strategy, Marshal, {1, 2, 3, 4, 5, 6, 7}, {{"marshal", {Type::kFunction}}});
    EXPECT_LE(marshal.inputs.size(), 10u) << strategy;
    EXPECT_EQ(marshal.covered, 7u) << strategy;
  }
  EXPECT_EQ(ExploreWith("dfs", Foo, {}).inputs.size(), 20u);
}

/// if (x * 3 - y == 17) { if (y > 100) A; if (x < 0 && y > 0) unreachable }
void Arithmetic(FakeCall& call) {
  const Sym x = call.Argument(0);
  const Sym y = call.Argument(1);
  const Sym difference = call.Binary(2, Op::kSub, call.Binary(1, Op::kMul, x, FakeCall::Number(3)), y);
  if (!call.If(3, call.Binary(3, Op::kEq, difference, FakeCall::Number(17)))) return;
  call.Cover(1);
  if (call.If(5, call.Binary(4, Op::kGt, y, FakeCall::Number(100)))) call.Cover(2);
  if (!call.If(7, call.Binary(6, Op::kLt, x, FakeCall::Number(-9)))) return;
  call.Cover(3);
  if (call.If(9, call.Binary(8, Op::kGt, y, FakeCall::Number(-44)))) call.Cover(4);
}

TEST(ExplorerWithSolvers, ArithmeticIsSolvedAndWhatCannotBeIsProven) {
  for (const char* strategy : {"ta-dfs", "cover"}) {
    const Exploration exploration = ExploreWith(strategy, Arithmetic, {1, 2, 3, 4});
    EXPECT_EQ(exploration.covered, 3u) << strategy;
    EXPECT_EQ(Summarise(exploration.tree).back().ways[1], Edge::kInfeasible) << strategy;
  }
}

}  // namespace
}  // namespace kingbird::concolic
