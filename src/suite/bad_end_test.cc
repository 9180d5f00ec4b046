#include "suite/bad_end.h"

#include <gtest/gtest.h>

#include <csignal>

namespace kingbird::suite {
namespace {

using model::End;
using model::Event;
using model::Value;

Value Error(const std::string& type, const std::string& text) {
  Value error;
  error.kind = Value::Kind::kError;
  error.type = type;
  error.text = text;
  return error;
}

loop::BadEnd Ended(End end, Value error = {}) {
  loop::BadEnd bad;
  bad.execution.end = end;
  bad.execution.error = std::move(error);
  return bad;
}

TEST(BadEndTest, ExitsAndMissingCallbacksAreExcused) {
  EXPECT_EQ(ExcuseFor(Ended(End::kExited)), "called process.exit");
  EXPECT_EQ(ExcuseFor(Ended(End::kUncaughtException, Error("TypeError", "callback is not a function"))),
            "lacked a callback that the function needs");
  EXPECT_EQ(ExcuseFor(Ended(End::kUncaughtException, Error("TypeError", "options.onDone.cb is not a function"))),
            "lacked a callback that the function needs");
  EXPECT_EQ(ExcuseFor(Ended(End::kUncaughtException, Error("TypeError", "text.split is not a function"))), "");
  EXPECT_EQ(ExcuseFor(Ended(End::kUncaughtException, Value::String("just text"))),
            "threw something that is not an Error");
}

TEST(BadEndTest, OnlyBusyHangsWithModestArgumentsCount) {
  loop::BadEnd hang = Ended(End::kTimedOut);
  hang.execution.halt = model::Halt::kPending;
  EXPECT_EQ(ExcuseFor(hang), "waited for something that never happened");
  hang.execution.halt = model::Halt::kBusy;
  EXPECT_EQ(ExcuseFor(hang), "");
  hang.execution.events.push_back({.kind = Event::Kind::kCall, .node = 1, .values = {Value::Number(1e12)}});
  EXPECT_EQ(ExcuseFor(hang), "asked for a very large amount of data or work");
}

TEST(BadEndTest, WhatAsksACallbackAgainAndAgainIsNotSettledYet) {
  loop::BadEnd deep = Ended(End::kUncaughtException, Error("RangeError", "Maximum call stack size exceeded"));
  EXPECT_FALSE(AsksCallbacks(deep));
  deep.execution.events.assign(500, {.kind = Event::Kind::kInvoke, .node = 2});
  EXPECT_TRUE(AsksCallbacks(deep));
  EXPECT_EQ(ExcuseFor(deep), "");
}

TEST(BadEndTest, PollutionIsABugWherePlainDataNamesTheProperty) {
  const auto ended = [](Value argument) {
    loop::BadEnd end = Ended(End::kFinished);
    const Value path = Value::Array({Value::String("Object"), Value::String("prototype"), Value::String("y")});
    end.execution.events = {
        {.kind = Event::Kind::kCall, .node = 1, .values = {std::move(argument)}},
        {.kind = Event::Kind::kPollute, .node = 1, .values = {path, Value::Number(1), Value::Boolean(true)}}};
    return end;
  };
  const loop::BadEnd end = ended(Value::String("--__proto__.y=1"));
  EXPECT_EQ(KindOf(end), model::FindingKind::kPollution);
  EXPECT_EQ(MessageOf(end), "pollutes Object.prototype.y");
  EXPECT_TRUE(IsPollution(end));
  EXPECT_TRUE(IsPollution(ended(Value::Array({Value::Object({{"y", Value::Null()}})}))));
  EXPECT_FALSE(IsPollution(ended(Value::String("extend"))));
  Value instance = Value::Object({{"y", Value::Null()}});
  instance.type = "Installer";
  EXPECT_FALSE(IsPollution(ended(instance)));
  EXPECT_TRUE(SameEnd(end.execution, end.execution, 0));
  EXPECT_FALSE(SameEnd(end.execution, Ended(End::kFinished).execution, 0));
}

TEST(BadEndTest, LimitsOfTheSandboxAreNobodysFault) {
  loop::BadEnd killed = Ended(End::kSignal);
  killed.execution.signal = SIGSEGV;
  EXPECT_EQ(ExcuseFor(killed), "");
  killed.execution.halt = model::Halt::kProcesses;
  EXPECT_NE(ExcuseFor(killed), "");
}

TEST(BadEndTest, WhatTheTestItselfThrewIsItsOwnDoing) {
  loop::BadEnd end = Ended(End::kUncaughtException, Error("Error", "mine"));
  EXPECT_FALSE(IsOwnDoing(end.execution));
  end.execution.events.push_back(
      {.kind = Event::Kind::kLeave, .node = 2, .threw = true, .values = {Error("Error", "mine")}});
  EXPECT_TRUE(IsOwnDoing(end.execution));
}

TEST(BadEndTest, RejectedPromisesAreErrorsOfTheirCalls) {
  loop::BadEnd end;
  end.thrower = 3;
  end.execution.events.push_back(
      {.kind = Event::Kind::kReject, .node = 3, .values = {Error("TypeError", "x is null")}});
  EXPECT_EQ(MessageOf(end), "its promise is rejected with TypeError: x is null");
  EXPECT_EQ(KindOf(end), model::FindingKind::kException);
}

}  // namespace
}  // namespace kingbird::suite
