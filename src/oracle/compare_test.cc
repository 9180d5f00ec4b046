#include "oracle/compare.h"

#include <gtest/gtest.h>

#include "model/made_by_hand.h"

namespace kingbird::oracle {
namespace {

using model::End;
using model::Event;
using model::Execution;
using model::Value;

Value Error(std::string type, std::string message) {
  Value value;
  value.kind = Value::Kind::kError;
  value.type = std::move(type);
  value.text = std::move(message);
  return value;
}

// read(1, callback 2)
model::TestCase ReadTest() {
  auto callback = std::make_shared<model::Callback>();
  callback->id = 2;
  const model::Argument one = model::Argument::Literal(Value::Number(1));
  return model::TestOf({model::CallOf(1, "read", {one, model::Argument::Function(callback)})});
}

Execution Returns(Value value) {
  Execution execution;
  execution.events = {
      model::EventOf(Event::Kind::kCall, 1, {}),
      model::EventOf(Event::Kind::kReturn, 1, {std::move(value), Value::Undefined(), Value::Number(1)})};
  return execution;
}

Execution CallsBack(std::vector<Value> arguments, int during = -1) {
  Execution execution = Returns(Value::Undefined());
  arguments.insert(arguments.begin(), Value::Undefined());
  execution.events.push_back(model::EventOf(Event::Kind::kInvoke, 2, std::move(arguments), during));
  return execution;
}

// "kind function before → after" of each.
std::vector<std::string> Found(const Execution& before, const Execution& after, const CompareConfig& config = {}) {
  std::vector<std::string> list;
  for (const Difference& difference : Compare(ReadTest(), before, after, config)) {
    list.push_back(std::string(ToString(difference.kind)) + " " + difference.function + " " + Transition(difference));
  }
  return list;
}
using List = std::vector<std::string>;

Event Pollutes(int node, std::vector<std::string> path, Value value) {
  std::vector<Value> names;
  for (std::string& name : path) names.push_back(Value::String(std::move(name)));
  return model::EventOf(Event::Kind::kPollute, node, {Value::Array(names), std::move(value), Value::Boolean(true)});
}

TEST(CompareTest, WhatIsLeftOnSharedObjectsIsADifferenceByItsHolder) {
  const Execution clean = Returns(Value::Undefined());
  Execution polluting = clean;
  polluting.events.push_back(Pollutes(1, {"Object", "prototype", "y"}, Value::Number(1)));
  EXPECT_EQ(Found(polluting, clean), List{"pollution read polluted Object.prototype → left Object.prototype alone"});
  Execution dotted = clean;
  dotted.events.push_back(Pollutes(1, {"Object", "prototype", "a.b"}, Value::Number(1)));
  EXPECT_EQ(Found(dotted, clean), Found(polluting, clean)) << "whatever the property is called";
  const Difference difference = Compare(ReadTest(), polluting, clean, {})[0];
  EXPECT_EQ(Words(difference.before), "polluted Object.prototype.y with");
  EXPECT_EQ(Words(difference.after), "left Object.prototype alone");
  EXPECT_EQ(difference.node, 1);
  Execution other = clean;
  other.events.push_back(Pollutes(1, {"Object", "prototype", "z"}, Value::Number(2)));
  EXPECT_EQ(Found(polluting, other), List{});
}

TEST(Compare, TheSameIsSilent) { EXPECT_EQ(Found(CallsBack({Value::Null()}), CallsBack({Value::Null()})), List{}); }

TEST(Compare, ReturnedValuesAndErrors) {
  EXPECT_EQ(Found(Returns(Value::Number(1)), Returns(Value::String("1"))),
            List{"return read returned number → returned string"});
  Execution throws = Returns(Value::Number(1));
  throws.events[1] =
      model::EventOf(Event::Kind::kThrow, 1, {Error("TypeError", "bad"), Value::Undefined(), Value::Number(1)});
  EXPECT_EQ(Found(Returns(Value::Number(1)), throws), List{"error read returned number → threw error TypeError"});
}

TEST(Compare, AFunctionThatIsGoneIsNoError) {
  Execution gone = Returns(Value::Undefined());
  gone.events[1] = model::EventOf(Event::Kind::kThrow, 1, {Error("TypeError", "read is not a function")});
  EXPECT_EQ(Found(Returns(Value::Undefined()), gone), List{"error read returned undefined → threw error TypeError"})
      << "V8 says the same of an inner function";
  gone.events.insert(gone.events.begin() + 1, model::EventOf(Event::Kind::kMissing, 1, {}));
  EXPECT_EQ(Found(Returns(Value::Undefined()), gone), List{"missing-api read returned undefined → is not there"});
}

TEST(Compare, ArgumentsAfterTheCall) {
  Execution changed = Returns(Value::Undefined());
  changed.events[1].values[2] = Value::Number(2);
  EXPECT_EQ(Found(Returns(Value::Undefined()), changed),
            List{"argument read left an argument as number → left an argument as number"});
}

TEST(Compare, CallbacksByCountArgumentsAndTime) {
  const Execution never = Returns(Value::Undefined());
  EXPECT_EQ(Found(never, CallsBack({Value::Null()})),
            List{"callback-invocations read never called its callback → called its callback once with null"});
  EXPECT_EQ(Found(CallsBack({Error("SyntaxError", "x")}), CallsBack({Value::Null(), Value::Null()})),
            List{"callback-arguments read called back with error SyntaxError → called back with null null"});
  EXPECT_EQ(Found(CallsBack({}, 1), CallsBack({}, -1)),
            List{"callback-invocations read called back at once → called back later"});
}

TEST(Compare, ACrashIsOneDifferenceNotMany) {
  Execution crashed = Returns(Value::Undefined());
  crashed.end = End::kUncaughtException;
  crashed.error = Error("TypeError", "callback is not a function");
  EXPECT_EQ(Found(crashed, CallsBack({Value::Null()})), List{"async-error read uncaught error TypeError → ended"});
}

TEST(Compare, ARejectionNobodyHandlesAndALibraryThatPrintsIt) {
  Execution crashed = Returns(Value::Undefined());
  crashed.end = End::kUnhandledRejection;
  Execution prints = Returns(Value::Undefined());
  prints.err = "Unhandled rejection 17\n";
  for (const Value& reason : {Value::Number(17), Value::Null()}) {
    crashed.error = reason;
    EXPECT_EQ(Found(crashed, prints), List{"async-error read unhandled rejection of a value → ended"});
  }
  crashed.error = Error("TypeError", "no");
  EXPECT_EQ(Found(crashed, prints), List{"async-error read unhandled rejection of error TypeError → ended"});
}

TEST(Compare, NonTermination) {
  Execution hangs = Returns(Value::Undefined());
  hangs.end = End::kTimedOut;
  EXPECT_EQ(Found(Returns(Value::Undefined()), hangs), List{"non-termination read ended → did not end"});
  EXPECT_EQ(Found(hangs, hangs), List{});
}

TEST(Compare, SettlingOfReturnedPromises) {
  Value promise;
  promise.kind = Value::Kind::kPromise;
  Execution fulfilled = Returns(promise);
  Execution rejected = fulfilled;
  fulfilled.events.push_back(model::EventOf(Event::Kind::kFulfill, 1, {Value::Number(1)}));
  rejected.events.push_back(model::EventOf(Event::Kind::kReject, 1, {Error("Error", "no")}));
  EXPECT_EQ(Found(fulfilled, rejected), List{"async-error read fulfilled with number → rejected with error Error"});
  EXPECT_EQ(Found(Returns(promise), fulfilled), List{"return read never settled → fulfilled with number"});
}

TEST(Compare, ReasonsThatArePromisesOfTwoImplementations) {
  Value native;
  native.kind = Value::Kind::kPromise;
  Value other = Value::Object({{"state", Value::Number(1)}});
  other.type = "Tiny";
  Execution before = Returns(native);
  Execution after = Returns(other);
  before.events.push_back(model::EventOf(Event::Kind::kReject, 1, {native}));
  after.events.push_back(model::EventOf(Event::Kind::kReject, 1, {other}));
  CompareConfig implementations;
  implementations.likeness.implementations = true;
  EXPECT_EQ(Found(before, after, implementations), List{});
}

TEST(Compare, OutputWithoutWarnings) {
  Execution quiet = Returns(Value::Undefined());
  Execution warned = quiet;
  warned.err = "(node:1) Warning: old\n(Use `node --trace-warnings ...` to show where the warning was created)\n";
  EXPECT_EQ(Found(quiet, warned), List{});
  Execution loud = quiet;
  loud.out = "hello\n";
  loud.err = "help\n";
  EXPECT_EQ(Found(quiet, loud), (List{"stdout read printed → printed", "stderr read wrote nothing → wrote"}));
}

// Two callbacks of one call, in the given order and turn of the loop.
Execution InOrder(std::vector<int> callbacks, int tick) {
  Execution execution = Returns(Value::Undefined());
  for (int id : callbacks) {
    execution.events.push_back(model::EventOf(Event::Kind::kInvoke, id, {Value::Undefined()}));
    execution.events.back().tick = static_cast<decltype(Event::tick)>(tick);
  }
  return execution;
}

TEST(Compare, OrderOfCallbacksOfOneTurnOrOfImplementations) {
  model::TestCase test = ReadTest();
  model::Callback root = *test.root;
  auto second = std::make_shared<model::Callback>();
  second->id = 3;
  root.body[0].arguments.push_back(model::Argument::Function(second));
  test = {std::make_shared<model::Callback>(root), 4};
  CompareConfig versions;
  CompareConfig implementations;
  implementations.likeness.implementations = true;
  EXPECT_EQ(Compare(test, InOrder({2, 3}, 0), InOrder({3, 2}, 0), versions).size(), 1);
  // When operations of later turns are done is not a version's to decide; an implementation chooses its turns.
  EXPECT_EQ(Compare(test, InOrder({2, 3}, 1), InOrder({3, 2}, 1), versions).size(), 0);
  EXPECT_EQ(Compare(test, InOrder({2, 3}, 0), InOrder({3, 2}, 1), implementations).size(), 1);
  EXPECT_EQ(Compare(test, InOrder({2, 3}, 0), InOrder({2, 3}, 1), implementations).size(), 0);
}

TEST(Compare, WhatVariesIsNotCompared) {
  CompareConfig config;
  config.unstable = {1};
  EXPECT_EQ(Found(Returns(Value::Number(1)), Returns(Value::Number(2)), config), List{});
}

}  // namespace
}  // namespace kingbird::oracle
