#include "oracle/behaviour.h"

#include <gtest/gtest.h>

#include "model/made_by_hand.h"

namespace kingbird::oracle {
namespace {

using model::Event;
using model::Value;

// A test that calls read(callback), with call 1 and callback 2.
model::TestCase CallOfRead() {
  auto callback = std::make_shared<model::Callback>();
  callback->id = 2;
  return model::TestOf({model::CallOf(1, "read", {model::Argument::Function(callback)})});
}

Value ErrorOf(const std::string& type, const std::string& code) {
  Value error;
  error.kind = Value::Kind::kError;
  error.type = type;
  if (!code.empty()) error.properties.push_back({"code", Value::String(code)});
  return error;
}

TEST(Behaviour, ValuesCountByKind) {
  EXPECT_EQ(ValueKind(Value::Number(1)), ValueKind(Value::Number(2)));
  EXPECT_NE(ValueKind(Value::Boolean(true)), ValueKind(Value::Boolean(false)));
  EXPECT_NE(ValueKind(Value::String("")), ValueKind(Value::String("x")));
  EXPECT_EQ(ValueKind(ErrorOf("TypeError", "")), "error TypeError");
  EXPECT_NE(ValueKind(ErrorOf("Error", "ENOENT")), ValueKind(ErrorOf("Error", "EISDIR")));
}

TEST(Behaviour, AMethodThatIsNotThereDoesNothing) {
  auto root = std::make_shared<model::Callback>();
  model::Call call;
  call.kind = model::Call::Kind::kMethod;
  call.id = 1;
  call.path = {"add"};
  call.receiver = model::Argument::Literal(Value::Boolean(false));
  root->body = {call};
  model::Execution execution;
  Value error = ErrorOf("TypeError", "");
  error.text = "add is not a function";
  execution.events = {model::EventOf(Event::Kind::kMissing, 1, {}),
                      model::EventOf(Event::Kind::kThrow, 1, {error, Value::Boolean(false)})};
  EXPECT_TRUE(TraitsOf({root, 2}, execution).empty());
  execution.events.erase(execution.events.begin());
  EXPECT_EQ(TraitsOf({root, 2}, execution).size(), 1U) << "the target itself says so of something inside";
}

TEST(Behaviour, EachTraitHasTheCallThatShowsIt) {
  const model::TestCase test = CallOfRead();
  model::Execution execution;
  execution.events = {model::EventOf(Event::Kind::kCall, 1, {}),
                      model::EventOf(Event::Kind::kReturn, 1, {Value(), Value()}),
                      model::EventOf(Event::Kind::kInvoke, 2, {Value(), ErrorOf("Error", "ENOENT")})};
  const Traits expected = {{{"read", Deed::kReturned, "undefined", false}, 1},
                           {{"read", Deed::kCalledBackLater, "error Error/ENOENT", true}, 1}};
  EXPECT_EQ(TraitsOf(test, execution), expected);
}

TEST(Behaviour, WhatThrowsOrRejectsFailed) {
  const model::TestCase test = CallOfRead();
  for (const Event::Kind kind : {Event::Kind::kThrow, Event::Kind::kReject}) {
    model::Execution execution;
    execution.events = {model::EventOf(Event::Kind::kCall, 1, {}), model::EventOf(kind, 1, {ErrorOf("TypeError", "")})};
    const Traits traits = TraitsOf(test, execution);
    ASSERT_EQ(traits.size(), 1U);
    EXPECT_TRUE(traits.begin()->first.failed);
  }
}

TEST(Behaviour, CallingBackAtOnceIsAnother) {
  const model::TestCase test = CallOfRead();
  model::Execution later;
  later.events = {model::EventOf(Event::Kind::kCall, 1, {}), model::EventOf(Event::Kind::kInvoke, 2, {Value()})};
  model::Execution at_once = later;
  at_once.events[1].during = 1;
  EXPECT_NE(TraitsOf(test, later), TraitsOf(test, at_once));
}

TEST(Behaviour, HowTheTestEndsIsNobodysCall) {
  model::Execution execution;
  execution.end = model::End::kUncaughtException;
  execution.error = ErrorOf("RangeError", "");
  const Traits expected = {{{"", Deed::kEnded, "uncaught-exception error RangeError", true}, 0}};
  EXPECT_EQ(TraitsOf(CallOfRead(), execution), expected);
}

TEST(Behaviour, AllOfTheWantedAreThereOrNot) {
  const Trait returns{"f", Deed::kReturned, "array", false};
  const Trait throws{"f", Deed::kThrew, "error Error", true};
  EXPECT_TRUE(HasAll({{returns, 1}, {throws, 1}}, {throws}));
  EXPECT_FALSE(HasAll({{returns, 1}}, {returns, throws}));
}

}  // namespace
}  // namespace kingbird::oracle
