// Explorations that go on, several inputs at a time, and beside others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "concolic/explorer.h"
#include "concolic/fake_program.h"

namespace kingbird::concolic {
namespace {

using ::testing::Each;
using ::testing::Le;

/// Three decisions about inputs of their own, and one about all.
void Three(FakeCall& call) {
  const bool a = call.If(1, call.Argument(0));
  const bool b = call.If(2, call.Argument(1));
  const bool c = call.If(3, call.Argument(2));
  if (a) call.Cover(1);
  if (b) call.Cover(2);
  if (c) call.Cover(3);
}

class CountingRunner : public FakeRunner {
 public:
  using FakeRunner::FakeRunner;
  base::Result<std::vector<Run>> ExecuteAll(const std::vector<Assignment>& all) override {
    together.push_back(all.size());
    return FakeRunner::ExecuteAll(all);
  }
  std::vector<size_t> together;
};

TEST(ExploringTest, GoesOnWhereItStopped) {
  FakeSolver solver;
  FakeRunner runner(Three);
  const Exploration whole = Explore("f", runner, solver, base::FakeClock(), {.counters = {1, 2, 3}});
  const base::FakeClock clock;
  const auto exploring = Exploring::Begin("f", runner, solver, clock, {.counters = {1, 2, 3}});
  exploring->Add({Assignment()});
  EXPECT_EQ(exploring->GoOn(1, nullptr).inputs.size(), 1u);
  EXPECT_FALSE(exploring->GoOn(1, nullptr).exhausted);
  const Exploration& parts = exploring->GoOn(100, nullptr);
  EXPECT_TRUE(parts.exhausted);
  EXPECT_EQ(parts.covered, whole.covered);
  EXPECT_EQ(parts.inputs.size(), whole.inputs.size());
}

TEST(ExploringTest, SeveralInputsAreRunTogether) {
  FakeSolver solver;
  CountingRunner runner(Three);
  const Detours apart = [](uint32_t, bool, uint32_t) { return true; };  // one decision for each input
  const Exploration found =
      Explore("f", runner, solver, base::FakeClock(), {.at_once = 3, .counters = {1, 2, 3}, .detours = apart});
  EXPECT_EQ(found.covered, 3u);
  ASSERT_GE(runner.together.size(), 2u);
  EXPECT_EQ(runner.together[0], 1u) << "the first alone";
  EXPECT_EQ(runner.together[1], 3u) << "three directions that nobody has taken";
  EXPECT_THAT(runner.together, Each(Le(3u)));
}

TEST(ExploringTest, WhereOthersHaveBeenNothingIsAskedFor) {
  const std::vector<uint32_t> counters[] = {{}, {1}, {2}, {3}};
  const Behind behind = [&](uint32_t site, bool direction) -> const std::vector<uint32_t>& {
    static const std::vector<uint32_t> nothing = {99};
    return direction && site <= 3 ? counters[site] : nothing;
  };
  FakeSolver solver;
  FakeRunner runner(Three);
  const base::FakeClock clock;
  const auto exploring = Exploring::Begin("f", runner, solver, clock, {.counters = {1, 2, 3}, .behind = behind});
  exploring->Cover({1, 3});
  exploring->Add({Assignment()});
  const Exploration& found = exploring->GoOn(100, nullptr);
  ASSERT_EQ(found.inputs.size(), 2u);
  const std::vector<Input>& arguments = found.inputs[1].input.arguments;
  ASSERT_EQ(arguments.size(), 2u);
  EXPECT_EQ(arguments[0].type, Type::kAbsent);
  EXPECT_NE(arguments[1].type, Type::kAbsent);
}

}  // namespace
}  // namespace kingbird::concolic
