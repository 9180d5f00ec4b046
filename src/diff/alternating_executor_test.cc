#include "diff/alternating_executor.h"

#include <gtest/gtest.h>

namespace kingbird::diff {
namespace {

/// Answers every test with its number and a mark of its own, and counts what it ran.
class Marked : public runtime::Executor {
 public:
  explicit Marked(int mark) : mark_(mark) {}
  base::Result<std::vector<model::Execution>> Run(std::span<const model::TestCase> tests,
                                                  const runtime::RunOptions&) override {
    std::vector<model::Execution> executions;
    for (const model::TestCase& test : tests) {
      ran_.push_back(test.next_id);
      executions.emplace_back();
      executions.back().exit_code = test.next_id;
      executions.back().signal = mark_;
    }
    return executions;
  }
  base::Result<base::Json> Inspect() override { return base::Json(); }
  const model::Hits& LoadHits() const override { return hits_; }
  const std::vector<int>& ran() const { return ran_; }

 private:
  int mark_;
  std::vector<int> ran_;
  model::Hits hits_;
};

std::vector<model::TestCase> Tests(int count) {
  std::vector<model::TestCase> tests;
  for (int i = 0; i < count; ++i) tests.push_back({std::make_shared<model::Callback>(), i});
  return tests;
}

TEST(AlternatingExecutor, SharesTheTestsAndKeepsTheirOrder) {
  Marked first(1);
  Marked second(2);
  AlternatingExecutor tandem(first, second);
  const std::vector<model::TestCase> tests = Tests(5);
  const auto executions = tandem.Run(tests, {});
  ASSERT_TRUE(executions.ok());
  ASSERT_EQ(executions->size(), 5);
  for (int i = 0; i < 5; ++i) EXPECT_EQ((*executions)[static_cast<size_t>(i)].exit_code, i);
  EXPECT_EQ(first.ran(), (std::vector<int>{0, 2, 4}));
  EXPECT_EQ(second.ran(), (std::vector<int>{1, 3}));
}

TEST(AlternatingExecutor, WhatIsTriedAgainMeetsTheOtherSide) {
  Marked first(1);
  Marked second(2);
  AlternatingExecutor tandem(first, second);
  const std::vector<model::TestCase> tests = Tests(4);
  const auto once = tandem.Run(tests, {});
  const auto again = tandem.Run(tests, {});
  ASSERT_TRUE(once.ok() && again.ok());
  for (size_t i = 0; i < 4; ++i) EXPECT_NE((*once)[i].signal, (*again)[i].signal);
}

}  // namespace
}  // namespace kingbird::diff
