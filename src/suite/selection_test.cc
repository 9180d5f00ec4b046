#include "suite/selection.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/made_by_hand.h"

namespace kingbird::suite {
namespace {

oracle::Trait Returns(const std::string& value) { return {"f", oracle::Deed::kReturned, value, false}; }
oracle::Trait Throws(const std::string& type) { return {"f", oracle::Deed::kThrew, "error " + type, true}; }

// A test of `calls` calls, recognised by its next id.
loop::Candidate Of(int number, int calls, model::Hits hits, const std::vector<oracle::Trait>& behaviours = {}) {
  std::vector<model::Call> body;
  for (int i = 1; i <= calls; ++i) body.push_back(model::CallOf(i, "f"));
  model::TestCase test = model::TestOf(std::move(body));
  test.next_id = number;
  oracle::Traits shown;
  for (const oracle::Trait& behaviour : behaviours) shown[behaviour] = 1;
  return {std::move(test), std::move(hits), std::move(shown)};
}

std::vector<int> NumbersOf(const std::vector<Selected>& selected) {
  std::vector<int> numbers;
  for (const Selected& one : selected) numbers.push_back(one.test.next_id);
  std::ranges::sort(numbers);
  return numbers;
}

TEST(Selection, TestsThatAddNothingAreLeftOut) {
  std::vector<loop::Candidate> candidates = {Of(101, 1, {1}), Of(102, 1, {1, 2, 3}), Of(103, 1, {4}), Of(104, 1, {2})};
  EXPECT_EQ(NumbersOf(Select(candidates, {})), (std::vector<int>{102, 103}));
}

TEST(Selection, WhatAddsMostPerCallComesFirst) {
  std::vector<loop::Candidate> candidates = {Of(101, 6, {1, 2, 3}), Of(102, 1, {1, 2}), Of(103, 1, {3})};
  EXPECT_EQ(NumbersOf(Select(candidates, {})), (std::vector<int>{102, 103})) << "two small tests instead of a long one";
}

TEST(Selection, TogetherTheyReachWhatAllReach) {
  std::vector<loop::Candidate> candidates = {Of(101, 2, {1, 5}), Of(102, 1, {2, 5}), Of(103, 3, {3}),
                                             Of(104, 1, {1, 2})};
  std::vector<uint32_t> reached;
  for (const Selected& one : Select(candidates, {}))
    reached.insert(reached.end(), one.needed_hits.begin(), one.needed_hits.end());
  std::ranges::sort(reached);
  EXPECT_EQ(reached, (std::vector<uint32_t>{1, 2, 3, 5})) << "and each is needed for its own part";
}

TEST(Selection, WhatIsShownAlreadyCountsForNothing) {
  std::vector<loop::Candidate> candidates = {Of(101, 1, {1, 2}, {Returns("true")}), Of(102, 1, {3})};
  const Shown shown{{{1, 2}}, {Returns("true")}};
  EXPECT_EQ(NumbersOf(Select(candidates, shown)), (std::vector<int>{102}));
  ASSERT_EQ(candidates.size(), 1U) << "what was taken is no candidate any more";
  EXPECT_EQ(candidates[0].test.next_id, 101);
}

TEST(Selection, NewBehaviourIsWorthATest) {
  std::vector<loop::Candidate> candidates = {Of(101, 1, {1}, {Returns("true")}), Of(102, 1, {1}, {Returns("false")})};
  EXPECT_EQ(NumbersOf(Select(candidates, {})), (std::vector<int>{101, 102}));
}

TEST(Selection, WhatAFunctionRefusesIsShownLessOften) {
  std::vector<loop::Candidate> candidates = {Of(101, 1, {1}, {Returns("true")}), Of(102, 1, {1}, {Returns("false")}),
                                             Of(103, 1, {1}, {Throws("TypeError")}),
                                             Of(104, 1, {1}, {Throws("RangeError")})};
  const std::vector<int> numbers = NumbersOf(Select(candidates, {}));
  EXPECT_EQ(std::ranges::count_if(numbers, [](int number) { return number >= 103; }), 1);
}

}  // namespace
}  // namespace kingbird::suite
