#include "diff/differences.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace kingbird::diff
