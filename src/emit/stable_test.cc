#include "emit/stable.h"

#include <gtest/gtest.h>

namespace kingbird::emit {
namespace {

using model::Event;
using model::Execution;
using model::Value;

Event Returned(int node, Value value) {
  Event event;
  event.kind = Event::Kind::kReturn;
  event.node = node;
  event.values = {std::move(value)};
  return event;
}

Execution With(std::vector<Event> events) {
  Execution execution;
  execution.events = std::move(events);
  return execution;
}

TEST(Stable, EqualRunsAreAsTheyWere) {
  const Execution run = With({Returned(1, Value::Number(4)), Returned(2, Value::String("x"))});
  const Execution runs[] = {run, run, run};
  const auto stable = StablePart(runs);
  ASSERT_TRUE(stable);
  EXPECT_EQ(stable->execution.events.size(), 2U);
  EXPECT_EQ(stable->execution.events[0].values[0], Value::Number(4));
  EXPECT_TRUE(stable->unstable_nodes.empty());
}

TEST(Stable, WhatDiffersIsCutAndTheRestStays) {
  const auto answer = [](double time) {
    return Value::Object({{"name", Value::String("a")}, {"time", Value::Number(time)}});
  };
  const Execution runs[] = {With({Returned(1, answer(1))}), With({Returned(1, answer(2))})};
  const auto stable = StablePart(runs);
  ASSERT_TRUE(stable);
  const Value& value = stable->execution.events[0].values[0];
  EXPECT_EQ(*value.Find("name"), Value::String("a"));
  EXPECT_EQ(value.Find("time")->kind, Value::Kind::kCut);
}

TEST(Stable, AnEventThatOnlySomeRunsHaveIsNotSpokenOf) {
  const Execution runs[] = {With({Returned(1, Value()), Returned(2, Value())}), With({Returned(1, Value())})};
  const auto stable = StablePart(runs);
  ASSERT_TRUE(stable);
  EXPECT_EQ(stable->execution.events.size(), 1U);
  EXPECT_EQ(stable->unstable_nodes, std::set<int>{2});
  const Execution turned[] = {runs[1], runs[0]};
  EXPECT_EQ(StablePart(turned)->unstable_nodes, std::set<int>{2}) << "whichever run comes first";
}

TEST(Stable, OtherEndsAreNoBehaviour) {
  Execution other = With({});
  other.end = model::End::kTimedOut;
  const Execution runs[] = {With({}), other};
  EXPECT_FALSE(StablePart(runs));
  EXPECT_FALSE(StablePart({}));
}

TEST(Stable, OutputThatVariesIsLeftOut) {
  Execution first = With({});
  first.out = "at 12:00\n";
  first.err = "same\n";
  Execution second = first;
  second.out = "at 12:01\n";
  const Execution runs[] = {first, second};
  const auto stable = StablePart(runs);
  ASSERT_TRUE(stable);
  EXPECT_EQ(stable->execution.out, "");
  EXPECT_EQ(stable->execution.err, "same\n");
}

TEST(Stable, ACommonPartSaysThatPropertiesVary) {
  const Value all = Value::Object({{"a", Value::Number(1)}, {"b", Value::Number(2)}});
  const Value one = Value::Object({{"a", Value::Number(1)}});
  EXPECT_TRUE(CommonPart(all, one).varies);
  EXPECT_TRUE(CommonPart(one, all).varies);
  EXPECT_FALSE(CommonPart(one, one).varies);
  EXPECT_TRUE(CommonPart(CommonPart(all, one), one).varies) << "a later run does not make up for it";
  EXPECT_EQ(CommonPart(Value::Number(1), Value::String("1")).kind, Value::Kind::kCut);
}

}  // namespace
}  // namespace kingbird::emit
