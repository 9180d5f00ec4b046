#include "diff/differences.h"

#include <gtest/gtest.h>

#include "env/fake_surroundings.h"
#include "runtime/fake_executor.h"

namespace kingbird::diff {
namespace {

using model::Event;
using model::Execution;
using model::Value;

model::TestCase CallsOf(const std::string& function, int count) {
  model::Callback root;
  for (int id = 1; id <= count; ++id) root.body.push_back({.id = id, .path = {function}});
  return {std::make_shared<model::Callback>(root), count + 1};
}

Execution Returning(const model::TestCase& test, double result, model::End end = model::End::kFinished) {
  Execution execution;
  execution.end = end;
  for (const model::Call& call : test.root->body) {
    execution.events.push_back({.kind = Event::Kind::kCall, .node = call.id, .values = {}});
    execution.events.push_back(
        {.kind = Event::Kind::kReturn, .node = call.id, .values = {Value::Number(result), Value()}});
  }
  return execution;
}

TEST(DifferenceBook, PrefersShortTestsAndThoseThatEnd) {
  DifferenceBook book({});
  const auto note = [&](int calls, model::End end) {
    const model::TestCase test = CallsOf("f", calls);
    return book.Note(test, {Returning(test, 1, end), Returning(test, 2, end), {}});
  };
  EXPECT_TRUE(note(1, model::End::kTimedOut));
  EXPECT_FALSE(note(3, model::End::kFinished)) << "the same difference again";
  EXPECT_FALSE(note(2, model::End::kFinished));
  ASSERT_EQ(book.entries().size(), 1U);
  std::vector<int> calls;
  for (const DifferenceBook::Suspect& suspect : book.entries().begin()->second.suspects) calls.push_back(suspect.calls);
  EXPECT_EQ(calls, (std::vector<int>{2, 3, 1}));
}

TEST(DifferenceBook, SidesThatAgreeAreNoDifference) {
  DifferenceBook book({});
  const model::TestCase test = CallsOf("f", 1);
  EXPECT_FALSE(book.Note(test, {Returning(test, 1), Returning(test, 1), {}}));
  EXPECT_TRUE(book.entries().empty());
}

// Both sides return numbers; `second` says which, by test and run.
struct ConfirmTest : testing::Test, env::FakeSurroundings {
  base::Result<Confirmed> Run(const runtime::FakeExecutor::Answer& second, int calls) {
    const auto first = [](const model::TestCase& test, const runtime::RunOptions&) { return Returning(test, 1); };
    runtime::FakeExecutor before(first);
    runtime::FakeExecutor twin(first);
    runtime::FakeExecutor after(second);
    PairedExecutor both({&before}, {&after});
    DifferenceBook book({});
    const model::TestCase test = CallsOf("f", calls);
    book.Note(test, {Returning(test, 1), Returning(test, 2), {}});
    env::Env env = MakeEnv();
    return Confirm(env, both, {&twin}, book, [](const model::Progress&) {});
  }
};

TEST_F(ConfirmTest, WhatComesAboutAgainIsMinimisedAndKept) {
  const auto confirmed =
      Run([](const model::TestCase& test, const runtime::RunOptions&) { return Returning(test, 2); }, 4);
  ASSERT_TRUE(confirmed.ok());
  ASSERT_EQ(confirmed->differences.size(), 1U);
  EXPECT_EQ(confirmed->differences[0].difference.function, "f");
  EXPECT_EQ(model::CountCalls(confirmed->differences[0].test), 1);
  EXPECT_EQ(confirmed->flaky_dropped, 0);
}

TEST_F(ConfirmTest, WhatDoesNotComeAboutEveryTimeIsDropped) {
  int runs = 0;
  const auto confirmed = Run(
      [&](const model::TestCase& test, const runtime::RunOptions&) { return Returning(test, ++runs % 2 == 0 ? 1 : 2); },
      1);
  ASSERT_TRUE(confirmed.ok());
  EXPECT_TRUE(confirmed->differences.empty());
  EXPECT_EQ(confirmed->flaky_dropped, 1);
}

}  // namespace
}  // namespace kingbird::diff
