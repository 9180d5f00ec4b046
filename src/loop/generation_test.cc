#include "loop/generation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "env/fake_surroundings.h"
#include "model/made_by_hand.h"
#include "runtime/fake_executor.h"

namespace kingbird::loop {
namespace {

// Test number n, recognised by the id of its only call.
model::TestCase Numbered(int number) { return model::TestOf({model::CallOf(number, "f")}); }

int NumberOf(const model::TestCase& test) { return test.root->body[0].id; }

// Each test returns; test n hits counter n while there are that many. Screening finds every tenth worth a process.
runtime::FakeExecutor CountingExecutor(uint32_t counters) {
  return runtime::FakeExecutor(
      [counters](const model::TestCase& test, const runtime::RunOptions&) {
        model::Execution execution;
        const auto number = static_cast<uint32_t>(NumberOf(test));
        if (number < counters) execution.hits = {number};
        return execution;
      },
      [](size_t count) {
        std::vector<size_t> tenths;
        for (size_t i = 0; i < count; i += 10) tenths.push_back(i);
        return tenths;
      });
}

class Counting : public Generator {
 public:
  explicit Counting(int first) : next_(first) {}
  std::vector<model::TestCase> Propose(size_t count, const Standing& standing) override {
    EXPECT_LE(standing.spent, 1);
    EXPECT_GE(standing.spent, spent_);
    spent_ = standing.spent;
    proposed_.clear();
    for (size_t i = 0; i < count; ++i) proposed_.push_back(next_++);
    std::vector<model::TestCase> tests;
    for (int number : proposed_) tests.push_back(Numbered(number));
    return tests;
  }
  void Absorb(size_t i, const model::Execution&, const News& news) override {
    absorbed.emplace_back(proposed_[i], news.gain);
  }
  bool MayLeaveOut(size_t i) const override { return !keeps_odd || proposed_[i] % 2 == 0; }
  void LeaveOut(size_t i) override { left_out.push_back(proposed_[i]); }
  const Generator* Teaches() const override { return taught; }
  void Watch(const model::TestCase& test, const model::Execution&, Gain) override { watched.push_back(NumberOf(test)); }

  base::Status EndTurn() override {
    ++turns;
    return {};
  }

  int turns = 0;
  bool keeps_odd = false;
  const Generator* taught = nullptr;
  std::vector<std::pair<int, Gain>> absorbed;
  std::vector<int> watched;
  std::vector<int> left_out;

 private:
  int next_;
  double spent_ = 0;
  std::vector<int> proposed_;
};

struct LoopTest : testing::Test, env::FakeSurroundings {
  base::Result<Generated> Run(const std::vector<Turn>& turns, uint32_t counters) {
    executor = std::make_unique<runtime::FakeExecutor>(CountingExecutor(counters));
    env::Env env = MakeEnv();
    syntax::Manifest manifest;
    return Generate(env, *executor, manifest, PlanOf(env, turns), [](const model::Progress&) {});
  }

  std::unique_ptr<runtime::FakeExecutor> executor;
};

TEST_F(LoopTest, RunsAsManyTestsAsAskedForAndTellsTheirGenerator) {
  config.tests = 20;
  Counting counting(1);
  const auto generated = Run({{&counting, 16}}, 0);
  ASSERT_TRUE(generated.ok());
  EXPECT_EQ(generated->executed, 20);
  ASSERT_EQ(counting.absorbed.size(), 20U);
  EXPECT_EQ(counting.absorbed.back().first, 20);
  EXPECT_TRUE(counting.watched.empty()) << "its own tests are no news to it";
}

TEST_F(LoopTest, OnlyWhatIsNewsInTheBatchLaneGetsAProcess) {
  config.tests = 21;
  Counting screened(100);
  Counting plain(1);
  const auto generated = Run({{&plain, 1}, {&screened, 20, Screening::kAll}}, 0);
  ASSERT_TRUE(generated.ok());
  EXPECT_EQ(generated->executed, 21);
  EXPECT_EQ(NumberOf(executor->ran[1]), 100);
  EXPECT_EQ(NumberOf(executor->ran[2]), 110) << "every tenth is news";
  EXPECT_EQ(screened.absorbed[1].first, 110);
  EXPECT_EQ(generated->screened, 140) << "seven rounds of one test and two of twenty";
  EXPECT_NE(std::find(plain.watched.begin(), plain.watched.end(), 110), plain.watched.end());
}

TEST_F(LoopTest, WhereAllCountScreenedTestsAreTests) {
  config.tests = 40;
  Counting classes(1);
  Turn turn{&classes, 20, Screening::kAll};
  turn.all_count = true;
  const auto generated = Run({turn}, 0);
  ASSERT_TRUE(generated.ok());
  EXPECT_EQ(generated->executed, 40);
  EXPECT_EQ(executor->ran.size(), 4U) << "every tenth is news";
  EXPECT_EQ(classes.turns, 2);
}

// Every test calls f, which is clean.
TEST_F(LoopTest, WhatTheLaneAdmitsIsScreenedAndTheTurnGoesOn) {
  executor = std::make_unique<runtime::FakeExecutor>(
      [](const model::TestCase& test, const runtime::RunOptions&) {
        model::Execution execution;
        execution.events = {{.kind = model::Event::Kind::kCall, .node = NumberOf(test)}};
        return execution;
      },
      [](size_t) { return std::vector<size_t>{0}; });
  env::Env env = MakeEnv();
  Counting counting(1);
  Lane lane{model::Api()};
  Plan plan = PlanOf(env, {Admitted(&counting, 10)});
  plan.lane = &lane;
  plan.most_tests = 20;
  const auto generated = Generate(env, *executor, syntax::Manifest(), plan, [](const model::Progress&) {});
  ASSERT_TRUE(generated.ok());
  EXPECT_EQ(generated->executed, 20);
  EXPECT_EQ(executor->ran.size(), 20U);
  EXPECT_EQ(NumberOf(executor->ran[9]), 10) << "nothing is known of f";
  EXPECT_EQ(NumberOf(executor->ran[10]), 11) << "the first of those screened is news";
  EXPECT_EQ(counting.left_out.front(), 12);
  EXPECT_EQ(counting.left_out.size() + 10, static_cast<size_t>(generated->screened)) << "ten more were news";
}

TEST_F(LoopTest, WhatAGeneratorLearnsFromIsNotLeftOut) {
  executor = std::make_unique<runtime::FakeExecutor>(
      [](const model::TestCase& test, const runtime::RunOptions&) {
        model::Execution execution;
        execution.events = {{.kind = model::Event::Kind::kCall, .node = NumberOf(test)}};
        return execution;
      },
      [](size_t) { return std::vector<size_t>(); });
  env::Env env = MakeEnv();
  Counting counting(1);
  counting.keeps_odd = true;
  Lane lane{model::Api()};
  Plan plan = PlanOf(env, {Admitted(&counting, 10)});
  plan.lane = &lane;
  plan.most_tests = 30;
  ASSERT_TRUE(Generate(env, *executor, syntax::Manifest(), plan, [](const model::Progress&) {}).ok());
  ASSERT_FALSE(counting.left_out.empty());
  EXPECT_TRUE(std::ranges::all_of(counting.left_out, [](int number) { return number % 2 == 0; }));
}

TEST_F(LoopTest, WhatTheLaneCannotDoRunsInProcessesOfItsOwn) {
  const auto screened = [&] {
    Counting counting(1);
    const auto generated = Run({{&counting, 20, Screening::kAll}}, 0);
    EXPECT_EQ(generated->executed, 20);
    return generated->screened;
  };
  config.tests = 20;
  EXPECT_GT(screened(), 0);
  config.before_each = "globalThis.fake = 1;";
  EXPECT_EQ(screened(), 0) << "nothing is set up there";
  config.before_each.clear();
  config.virtual_time = false;
  EXPECT_EQ(screened(), 0) << "time is virtual there";
}

TEST_F(LoopTest, EachGeneratorWatchesTheOthersOnce) {
  config.tests = 3;
  Counting twice(1);
  Counting taught(100);
  Counting teacher(200);
  teacher.taught = &taught;
  const auto generated = Run({{&twice, 1}, {&twice, 1}, {&teacher, 1}, {&taught, 1}}, 0);
  ASSERT_TRUE(generated.ok());
  EXPECT_EQ(twice.watched, std::vector<int>{200});
  EXPECT_EQ(taught.watched, (std::vector<int>{1, 2})) << "its teacher tells it by itself";
  EXPECT_EQ(teacher.watched, (std::vector<int>{1, 2}));
}

TEST_F(LoopTest, OnlyASecondTurnHasAShortDeadline) {
  config.tests = 40;
  config.test_deadline = std::chrono::milliseconds(900);
  std::vector<std::chrono::milliseconds> deadlines;
  executor = std::make_unique<runtime::FakeExecutor>([&](const model::TestCase&, const runtime::RunOptions& options) {
    deadlines.push_back(options.deadline);
    return model::Execution();
  });
  env::Env env = MakeEnv();
  Counting counting(1);
  const Plan plan = PlanOf(env, {Admitted(&counting, 10), AlsoAdmitted(&counting, 10)});
  ASSERT_TRUE(Generate(env, *executor, syntax::Manifest(), plan, [](const model::Progress&) {}).ok());
  ASSERT_EQ(deadlines.size(), 40U);
  EXPECT_EQ(deadlines[0], std::chrono::milliseconds(900));
  EXPECT_LT(deadlines[10], std::chrono::milliseconds(900));
  EXPECT_EQ(deadlines[20], std::chrono::milliseconds(900));
}

TEST_F(LoopTest, WhereLittleIsNewsMoreIsAskedFor) {
  executor = std::make_unique<runtime::FakeExecutor>(
      [](const model::TestCase& test, const runtime::RunOptions&) {
        model::Execution execution;
        execution.events = {{.kind = model::Event::Kind::kCall, .node = NumberOf(test)}};
        return execution;
      },
      [](size_t) { return std::vector<size_t>{0}; });
  env::Env env = MakeEnv();
  Counting counting(1);
  Lane lane{model::Api()};
  Plan plan = PlanOf(env, {Admitted(&counting, 10)});
  plan.lane = &lane;
  plan.most_tests = 1000;
  plan.enough = [&](const Generated&, int) { return counting.turns == 12; };
  const auto generated = Generate(env, *executor, syntax::Manifest(), plan, [](const model::Progress&) {});
  ASSERT_TRUE(generated.ok());
  EXPECT_EQ(generated->executed, 21) << "ten, and one of each turn that follows";
  EXPECT_EQ(counting.left_out.back() - counting.left_out[counting.left_out.size() - 159], 158) << "sixteen times ten";
}

TEST_F(LoopTest, WithoutALaneNobodyIsAdmitted) {
  config.tests = 20;
  Counting counting(1);
  const auto generated = Run({Admitted(&counting, 10)}, 0);
  ASSERT_TRUE(generated.ok());
  EXPECT_EQ(executor->ran.size(), 20U);
  EXPECT_EQ(generated->screened, 0);
}

TEST_F(LoopTest, ATurnOfHangsIsCutShort) {
  config.tests = 64;
  Counting counting(1);
  executor = std::make_unique<runtime::FakeExecutor>([](const model::TestCase&, const runtime::RunOptions&) {
    model::Execution execution;
    execution.end = model::End::kTimedOut;
    return execution;
  });
  env::Env env = MakeEnv();
  const auto generated =
      Generate(env, *executor, syntax::Manifest(), PlanOf(env, {{&counting, 64}}), [](const model::Progress&) {});
  ASSERT_TRUE(generated.ok());
  EXPECT_EQ(counting.turns, 4) << "sixteen of each";
  EXPECT_EQ(generated->bad_ends.size(), 1U) << "one of a kind";
}

TEST_F(LoopTest, TheFirstThatReadsWellIsKeptBesideTheFirst) {
  config.tests = 16;
  Counting counting(1);
  executor = std::make_unique<runtime::FakeExecutor>([](const model::TestCase& test, const runtime::RunOptions&) {
    model::Execution execution;
    execution.events = {{.kind = model::Event::Kind::kReturn, .node = NumberOf(test), .values = {model::Value()}}};
    return execution;
  });
  env::Env env = MakeEnv();
  Plan plan = PlanOf(env, {{&counting, 16}});
  plan.proper = [](const model::TestCase& test, const model::Execution&) { return NumberOf(test) % 5 == 0; };
  const auto generated = Generate(env, *executor, syntax::Manifest(), plan, [](const model::Progress&) {});
  ASSERT_TRUE(generated.ok());
  ASSERT_EQ(generated->candidates.size(), 2U) << "all show the same";
  EXPECT_EQ(NumberOf(generated->candidates[0].test), 1);
  EXPECT_EQ(NumberOf(generated->candidates[1].test), 5);
}

TEST_F(LoopTest, WhereALibraryAnnouncesARejectionAnotherTestIsKept) {
  config.tests = 16;
  Counting counting(1);
  executor = std::make_unique<runtime::FakeExecutor>([](const model::TestCase& test, const runtime::RunOptions&) {
    model::Execution execution;
    execution.events = {{.kind = model::Event::Kind::kReturn, .node = 1, .values = {model::Value()}}};
    execution.announced = NumberOf(test) < 4;
    return execution;
  });
  env::Env env = MakeEnv();
  const auto generated =
      Generate(env, *executor, syntax::Manifest(), PlanOf(env, {{&counting, 16}}), [](const model::Progress&) {});
  ASSERT_TRUE(generated.ok());
  ASSERT_EQ(generated->candidates.size(), 1U);
  EXPECT_EQ(NumberOf(generated->candidates[0].test), 4);
}

TEST_F(LoopTest, AnInterruptedRunStillHasOneTurn) {
  config.tests = 100;
  interrupted = true;
  Counting counting(1);
  const auto generated = Run({{&counting, 16}, {&counting, 16}}, 0);
  ASSERT_TRUE(generated.ok());
  EXPECT_EQ(generated->executed, 16);
}

TEST_F(LoopTest, WithTimeButNoNewsItEndsByItself) {
  config.time_limit = std::chrono::hours(1);
  Counting counting(1);
  const auto generated = Run({{&counting, 16}}, 0);
  ASSERT_TRUE(generated.ok());
  EXPECT_GE(generated->executed, 1000);
  EXPECT_LT(generated->executed, 1100);
}

}  // namespace
}  // namespace kingbird::loop
