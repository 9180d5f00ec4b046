#include "loop/generation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

namespace kingbird::loop {
namespace {

// Test number n, recognised by the id of its only call.
model::TestCase Numbered(int number) {
  auto root = std::make_shared<model::Callback>();
  model::Call call;
  call.id = number;
  call.path = {"f"};
  root->body.push_back(call);
  return {root, number + 1};
}

int NumberOf(const model::TestCase& test) { return test.root->body[0].id; }

// Each test returns; test n hits counter n while there are that many. Screening finds every tenth worth a process.
class CountingExecutor : public runtime::Executor {
 public:
  explicit CountingExecutor(uint32_t counters) : counters_(counters) {}

  base::Result<std::vector<model::Execution>> Run(std::span<const model::TestCase> tests,
                                                  const runtime::RunOptions&) override {
    std::vector<model::Execution> executions;
    for (const model::TestCase& test : tests) {
      model::Execution execution;
      const auto number = static_cast<uint32_t>(NumberOf(test));
      if (number < counters_) execution.hits = {number};
      ran.push_back(NumberOf(test));
      executions.push_back(execution);
    }
    return executions;
  }
  base::Result<runtime::BatchNews> Screen(std::span<const model::TestCase> tests, runtime::ScreenMemory&,
                                          const runtime::RunOptions&) override {
    runtime::BatchNews news;
    news.executed = tests.size();
    for (size_t i = 0; i < tests.size(); i += 10) news.inputs.push_back(i);
    return news;
  }
  base::Result<base::Json> Inspect() override { return base::Json(); }
  const model::Hits& LoadHits() const override { return load_hits_; }

  std::vector<int> ran;

 private:
  uint32_t counters_;
  model::Hits load_hits_;
};

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
  void Absorb(size_t i, const model::Execution&, Gain gain) override { absorbed.emplace_back(proposed_[i], gain); }
  void Watch(const model::TestCase& test, const model::Execution&, Gain) override { watched.push_back(NumberOf(test)); }

  std::vector<std::pair<int, Gain>> absorbed;
  std::vector<int> watched;

 private:
  int next_;
  double spent_ = 0;
  std::vector<int> proposed_;
};

struct LoopTest : testing::Test {
  base::Result<Generated> Run(const std::vector<Turn>& turns, uint32_t counters) {
    executor = std::make_unique<CountingExecutor>(counters);
    env::Env env(config, log, stats, files, clock, interrupted);
    syntax::Manifest manifest;
    return Generate(env, *executor, manifest, turns, [](const model::Progress&) {});
  }

  env::Config config;
  base::Log log;
  env::Stats stats;
  base::DiskFileSystem files;
  base::SteadyClock clock;
  std::atomic<bool> interrupted = false;
  std::unique_ptr<CountingExecutor> executor;
};

TEST_F(LoopTest, RunsAsManyTestsAsAskedForAndTellsTheirGenerator) {
  config.tests = 20;
  Counting counting(1);
  const auto generated = Run({{&counting, 16, false}}, 0);
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
  const auto generated = Run({{&plain, 1, false}, {&screened, 20, true}}, 0);
  ASSERT_TRUE(generated.ok());
  EXPECT_EQ(generated->executed, 21);
  EXPECT_EQ(executor->ran[1], 100);
  EXPECT_EQ(executor->ran[2], 110) << "every tenth is news";
  EXPECT_EQ(screened.absorbed[1].first, 110);
  EXPECT_EQ(generated->screened, 140) << "seven rounds of one test and two of twenty";
  EXPECT_NE(std::find(plain.watched.begin(), plain.watched.end(), 110), plain.watched.end());
}

TEST_F(LoopTest, AnInterruptedRunStillHasOneTurn) {
  config.tests = 100;
  interrupted = true;
  Counting counting(1);
  const auto generated = Run({{&counting, 16, false}, {&counting, 16, false}}, 0);
  ASSERT_TRUE(generated.ok());
  EXPECT_EQ(generated->executed, 16);
}

TEST_F(LoopTest, WithTimeButNoNewsItEndsByItself) {
  config.time_limit = std::chrono::hours(1);
  Counting counting(1);
  const auto generated = Run({{&counting, 16, false}}, 0);
  ASSERT_TRUE(generated.ok());
  EXPECT_GE(generated->executed, 1000);
  EXPECT_LT(generated->executed, 1100);
}

}  // namespace
}  // namespace kingbird::loop
