#include "env/env.h"

#include <gtest/gtest.h>

#include "env/fake_surroundings.h"

namespace kingbird::env {
namespace {

TEST(Env, TimeLeftCountsDownToZero) {
  FakeSurroundings s;
  s.config.time_limit = std::chrono::seconds(2);
  const Env env = s.MakeEnv();
  s.clock.Advance(std::chrono::milliseconds(1500));
  EXPECT_EQ(env.TimeLeft(), std::chrono::milliseconds(500));
  s.clock.Advance(std::chrono::seconds(5));
  EXPECT_EQ(env.TimeLeft(), std::chrono::milliseconds(0));
}

TEST(Env, CtrlCLeavesAMoment) {
  FakeSurroundings s;
  const Env env = s.MakeEnv();
  EXPECT_FALSE(env.Hurries(50));
  s.clock.Advance(std::chrono::hours(1));
  s.interrupted = true;
  EXPECT_TRUE(env.Hurries(50));
  const auto left = env.TimeLeft();
  EXPECT_GT(left, std::chrono::seconds(1));
  EXPECT_LT(left, std::chrono::seconds(3));
  s.clock.Advance(std::chrono::seconds(1));
  EXPECT_EQ(env.TimeLeft(), left - std::chrono::seconds(1));
  s.clock.Advance(std::chrono::seconds(9));
  EXPECT_EQ(env.TimeLeft(), std::chrono::milliseconds(0));
}

TEST(Env, PhasesLeaveTheirShareToOthers) {
  FakeSurroundings s;
  s.config.time_limit = std::chrono::seconds(10);
  const Env env = s.MakeEnv();
  s.clock.Advance(std::chrono::seconds(6));
  EXPECT_TRUE(env.Hurries(50));
  EXPECT_FALSE(env.Hurries(30));
}

TEST(Env, AfterASlowStartEveryStepHasItsShareBeforeChecking) {
  FakeSurroundings s;
  s.config.time_limit = std::chrono::seconds(60);
  Env env = s.MakeEnv();
  s.clock.Advance(std::chrono::seconds(30));
  env.Loaded();
  s.clock.Advance(std::chrono::seconds(15));
  // Checking has a fifth of the 60 s, whatever is left; what comes before it does not end where checking begins.
  EXPECT_TRUE(env.Hurries(35));
  EXPECT_FALSE(env.Hurries(20));
  s.clock.Advance(std::chrono::seconds(3));
  EXPECT_TRUE(env.Hurries(20));
}

TEST(Env, CheckingHasWhatIsReservedForIt) {
  FakeSurroundings s;
  s.config.time_limit = std::chrono::seconds(100);
  Env env = s.MakeEnv();
  s.clock.Advance(std::chrono::seconds(59));
  EXPECT_FALSE(env.Hurries(20));
  EXPECT_TRUE(env.Hurries(50));
  env.ReserveForChecking(std::chrono::seconds(40));
  EXPECT_FALSE(env.Hurries(20));
  s.clock.Advance(std::chrono::seconds(1));
  EXPECT_TRUE(env.Hurries(20));
  env.ReserveForChecking(std::chrono::seconds(1));
  EXPECT_FALSE(env.Hurries(20)) << "a fifth in any case, no more";
}

TEST(Env, WithoutLimitThereIsAlwaysTimeLeft) {
  FakeSurroundings s;
  const Env env = s.MakeEnv();
  s.clock.Advance(std::chrono::hours(1000));
  EXPECT_GT(env.TimeLeft(), std::chrono::hours(1));
}

TEST(Env, GeneratorsDependOnSeedAndPurposeOnly) {
  FakeSurroundings s;
  s.config.seed = 7;
  const Env env = s.MakeEnv();
  EXPECT_NE(env.Rng("mine").Next(), env.Rng("generate").Next());
  EXPECT_EQ(env.Rng("mine").Next(), env.Rng("mine").Next());
}

TEST(Stats, AddsUpByName) {
  Stats stats;
  stats.Add("solver.queries");
  stats.Add("solver.queries", 2);
  EXPECT_EQ(stats.Get("solver.queries"), 3);
  EXPECT_EQ(stats.Get("unknown"), 0);
  EXPECT_EQ(stats.All().size(), 1U);
}

}  // namespace
}  // namespace kingbird::env
