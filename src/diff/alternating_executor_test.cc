#include "diff/alternating_executor.h"

#include <gtest/gtest.h>

#include "runtime/fake_executor.h"

namespace kingbird::diff {
namespace {

/// Answers every test with its number and a mark of its own.
runtime::FakeExecutor Marked(int mark) {
  return runtime::FakeExecutor([mark](const model::TestCase& test, const runtime::RunOptions&) {
    model::Execution execution;
    execution.exit_code = test.next_id;
    execution.signal = mark;
    return execution;
  });
}

std::vector<int> RanBy(const runtime::FakeExecutor& executor) {
  std::vector<int> numbers;
  for (const model::TestCase& test : executor.ran) numbers.push_back(test.next_id);
  return numbers;
}

std::vector<model::TestCase> Tests(int count) {
  std::vector<model::TestCase> tests;
  for (int i = 0; i < count; ++i) tests.push_back({std::make_shared<model::Callback>(), i});
  return tests;
}

TEST(AlternatingExecutor, SharesTheTestsAndKeepsTheirOrder) {
  runtime::FakeExecutor first = Marked(1);
  runtime::FakeExecutor second = Marked(2);
  AlternatingExecutor both(first, second);
  const std::vector<model::TestCase> tests = Tests(5);
  const auto executions = both.Run(tests, {});
  ASSERT_TRUE(executions.ok());
  ASSERT_EQ(executions->size(), 5);
  for (int i = 0; i < 5; ++i) EXPECT_EQ((*executions)[static_cast<size_t>(i)].exit_code, i);
  EXPECT_EQ(RanBy(first), (std::vector<int>{0, 2, 4}));
  EXPECT_EQ(RanBy(second), (std::vector<int>{1, 3}));
}

TEST(AlternatingExecutor, WhatIsTriedAgainMeetsTheOtherSide) {
  runtime::FakeExecutor first = Marked(1);
  runtime::FakeExecutor second = Marked(2);
  AlternatingExecutor both(first, second);
  const std::vector<model::TestCase> tests = Tests(4);
  const auto once = both.Run(tests, {});
  const auto again = both.Run(tests, {});
  ASSERT_TRUE(once.ok() && again.ok());
  for (size_t i = 0; i < 4; ++i) EXPECT_NE((*once)[i].signal, (*again)[i].signal);
}

}  // namespace
}  // namespace kingbird::diff
