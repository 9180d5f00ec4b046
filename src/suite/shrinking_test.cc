#include "suite/shrinking.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "env/fake_surroundings.h"
#include "model/made_by_hand.h"
#include "runtime/fake_executor.h"

namespace kingbird::suite {
namespace {

constexpr int kBudget = 200;

/// Two tests, each of four calls; the first needs f2, the second f3.
struct ShrinkingTest : testing::Test, env::FakeSurroundings {
  ShrinkingTest() {
    shrinking.judge = JudgeBy(executor, {}, [this](size_t i, const model::TestCase& test, const model::Execution&) {
      const std::vector<int> left = model::CallIds(test);
      judged.push_back(i);
      return std::find(left.begin(), left.end(), i == 0 ? 2 : 3) != left.end();
    });
  }

  static std::vector<emit::Minimizer> Two() {
    std::vector<model::Call> calls;
    for (int i = 1; i <= 4; ++i) calls.push_back(model::CallOf(i, "f" + std::to_string(i)));
    return std::vector(2, emit::Minimizer(model::TestOf(calls), kBudget));
  }

  env::Env env = MakeEnv();
  runtime::FakeExecutor executor{[](const model::TestCase&, const runtime::RunOptions&) { return model::Execution(); }};
  std::vector<emit::Minimizer> minimizers = Two();
  Shrinking shrinking;
  std::vector<size_t> judged;
};

TEST_F(ShrinkingTest, EachTestKeepsWhatItAloneIsThereFor) {
  for (const size_t at_once : {1, 3}) {
    minimizers = Two();
    shrinking.at_once = at_once;
    ASSERT_TRUE(ShrinkAll(env, minimizers, shrinking).ok());
    EXPECT_EQ(model::CallIds(minimizers[0].test()), std::vector<int>{2});
    EXPECT_EQ(model::CallIds(minimizers[1].test()), std::vector<int>{3});
  }
  EXPECT_EQ(stats.Get("minimise.tests"), static_cast<double>(judged.size()));
}

TEST_F(ShrinkingTest, ARoundHasCandidatesOfEveryTest) {
  int rounds = 0;
  shrinking.enough = [&] { return rounds++ == 1; };
  ASSERT_TRUE(ShrinkAll(env, minimizers, shrinking).ok());
  EXPECT_EQ(judged, (std::vector<size_t>{0, 1}));
}

TEST_F(ShrinkingTest, CtrlCLeavesWhatThereIs) {
  interrupted = true;
  ASSERT_TRUE(ShrinkAll(env, minimizers, shrinking).ok());
  EXPECT_TRUE(judged.empty());
  EXPECT_EQ(model::CallIds(minimizers[0].test()).size(), 4U);
}

}  // namespace
}  // namespace kingbird::suite
