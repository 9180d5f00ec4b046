#include "env/env.h"

#include <gtest/gtest.h>

namespace kingbird::env {
namespace {

struct Surroundings {
  Config config;
  base::Log log{base::LogLevel::kQuiet};
  Stats stats;
  base::FakeFileSystem files;
  base::FakeClock clock;
  std::atomic<bool> interrupted{false};
};

TEST(Env, TimeLeftCountsDownToZero) {
  Surroundings s;
  s.config.time_limit = std::chrono::seconds(2);
  const Env env(s.config, s.log, s.stats, s.files, s.clock, s.interrupted);
  s.clock.Advance(std::chrono::milliseconds(1500));
  EXPECT_EQ(env.TimeLeft(), std::chrono::milliseconds(500));
  s.clock.Advance(std::chrono::seconds(5));
  EXPECT_EQ(env.TimeLeft(), std::chrono::milliseconds(0));
}

TEST(Env, CtrlCLeavesAMoment) {
  Surroundings s;
  const Env env(s.config, s.log, s.stats, s.files, s.clock, s.interrupted);
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
  Surroundings s;
  s.config.time_limit = std::chrono::seconds(10);
  const Env env(s.config, s.log, s.stats, s.files, s.clock, s.interrupted);
  s.clock.Advance(std::chrono::seconds(6));
  EXPECT_TRUE(env.Hurries(50));
  EXPECT_FALSE(env.Hurries(30));
}

TEST(Env, AfterASlowStartEveryStepHasItsShareBeforeChecking) {
  Surroundings s;
  s.config.time_limit = std::chrono::seconds(60);
  Env env(s.config, s.log, s.stats, s.files, s.clock, s.interrupted);
  s.clock.Advance(std::chrono::seconds(30));
  env.Loaded();
  s.clock.Advance(std::chrono::seconds(14));
  // Checking has a fifth of the 60 s, whatever is left; what comes before it does not end where checking begins.
  EXPECT_TRUE(env.Hurries(35));
  EXPECT_FALSE(env.Hurries(20));
  s.clock.Advance(std::chrono::seconds(4));
  EXPECT_TRUE(env.Hurries(20));
}

TEST(Env, WithoutLimitThereIsAlwaysTimeLeft) {
  Surroundings s;
  const Env env(s.config, s.log, s.stats, s.files, s.clock, s.interrupted);
  s.clock.Advance(std::chrono::hours(1000));
  EXPECT_GT(env.TimeLeft(), std::chrono::hours(1));
}

TEST(Env, GeneratorsDependOnSeedAndPurposeOnly) {
  Surroundings s;
  s.config.seed = 7;
  const Env env(s.config, s.log, s.stats, s.files, s.clock, s.interrupted);
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
