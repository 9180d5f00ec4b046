#include "oracle/behaviour.h"

#include <gtest/gtest.h>

namespace kingbird::oracle {
namespace {

using model::Event;
using model::Value;

// A test that calls read(callback), with call 1 and callback 2.
model::TestCase CallOfRead() {
  auto root = std::make_shared<model::Callback>();
  model::Call call;
  call.id = 1;
  call.path = {"read"};
  model::Argument callback;
  callback.kind = model::Argument::Kind::kCallback;
  auto body = std::make_shared<model::Callback>();
  body->id = 2;
  callback.callback = body;
  call.arguments.push_back(callback);
  root->body.push_back(call);
  return {root, 3};
}

Event Of(Event::Kind kind, int node, std::vector<Value> values, int during = -1) {
  Event event;
  event.kind = kind;
  event.node = node;
  event.during = during;
  event.values = std::move(values);
  return event;
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

TEST(Behaviour, EachBehaviourHasTheCallThatShowsIt) {
  const model::TestCase test = CallOfRead();
  model::Execution execution;
  execution.events = {Of(Event::Kind::kCall, 1, {}), Of(Event::Kind::kReturn, 1, {Value(), Value()}),
                      Of(Event::Kind::kInvoke, 2, {Value(), ErrorOf("Error", "ENOENT")})};
  const std::map<std::string, int> witnesses = Witnesses(test, execution);
  EXPECT_EQ(witnesses.at("read calls back later (error Error/ENOENT)"), 1);
  EXPECT_EQ(witnesses.at("read returns undefined"), 1);
  EXPECT_EQ(Behaviours(test, execution).size(), witnesses.size());
}

TEST(Behaviour, CallingBackAtOnceIsAnother) {
  const model::TestCase test = CallOfRead();
  model::Execution later;
  later.events = {Of(Event::Kind::kCall, 1, {}), Of(Event::Kind::kInvoke, 2, {Value()})};
  model::Execution at_once = later;
  at_once.events[1].during = 1;
  EXPECT_NE(Behaviours(test, later), Behaviours(test, at_once));
}

TEST(Behaviour, HowTheTestEndsIsNobodysCall) {
  model::Execution execution;
  execution.end = model::End::kUncaughtException;
  execution.error = ErrorOf("RangeError", "");
  const std::map<std::string, int> witnesses = Witnesses(CallOfRead(), execution);
  EXPECT_EQ(witnesses.at("ends by uncaught-exception error RangeError"), 0);
}

}  // namespace
}  // namespace kingbird::oracle
