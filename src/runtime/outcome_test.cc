#include "runtime/outcome.h"

#include <gtest/gtest.h>

#include <csignal>

namespace kingbird::runtime {
namespace {

using model::End;

RawResult Raw(int wait_status, wire::Killed killed = wire::Killed::kNo) {
  RawResult raw;
  raw.log = std::string_view("\0\0\0\0", 4);  // nothing committed
  raw.done.wait_status = wait_status;
  raw.done.killed = killed;
  return raw;
}

TEST(OutcomeTest, TellsEffects) {
  RawResult raw = Raw(0);
  EXPECT_FALSE(Interpret(raw).effects.Any());
  raw.effects = wire::kSendsSignal | wire::kOpensSocket;
  EXPECT_EQ(Interpret(raw).effects, (model::Effects{true, true}));
  EXPECT_FALSE(Interpret(raw).depends_on_machine);
  EXPECT_FALSE(Interpret(raw).files);
  raw.effects = wire::kWritesOutside | wire::kTouchesFiles;
  EXPECT_TRUE(Interpret(raw).files);
  EXPECT_TRUE(Interpret(raw).depends_on_machine);
  EXPECT_FALSE(Interpret(raw).effects.Any());
}

TEST(OutcomeTest, WithoutARecordTheWaitStatusTells) {
  RawResult quiescent = Raw(0);
  quiescent.end_mark = wire::kQuiescent;
  EXPECT_EQ(Interpret(quiescent).end, End::kFinished);
  const model::Execution exited = Interpret(Raw(7 << 8));
  EXPECT_EQ(exited.end, End::kExited);
  EXPECT_EQ(exited.exit_code, 7);
  const model::Execution killed = Interpret(Raw(SIGSEGV));
  EXPECT_EQ(killed.end, End::kSignal);
  EXPECT_EQ(killed.signal, SIGSEGV);
}

TEST(OutcomeTest, AnAbortIsOutOfMemoryOnlyWhenV8SaysSo) {
  RawResult raw = Raw(SIGABRT);
  EXPECT_EQ(Interpret(raw).end, End::kSignal);
  raw.err = "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory";
  EXPECT_EQ(Interpret(raw).end, End::kOutOfMemory);
}

TEST(OutcomeTest, ALimitOutweighsTheSignalThatEnforcedIt) {
  RawResult raw = Raw(SIGKILL, wire::Killed::kDeadline);
  raw.done.activity = wire::Activity::kPending;
  EXPECT_EQ(Interpret(raw).end, End::kTimedOut);
  EXPECT_EQ(Interpret(raw).halt, model::Halt::kPending);
  EXPECT_EQ(Interpret(Raw(SIGKILL, wire::Killed::kOutput)).end, End::kOutputLimit);
  EXPECT_EQ(Interpret(Raw(SIGKILL, wire::Killed::kMemory)).end, End::kOutOfMemory);
  EXPECT_EQ(Interpret(Raw(SIGKILL, wire::Killed::kProcesses)).halt, model::Halt::kProcesses);
}

TEST(OutcomeTest, WhatATestStoppedInTheMiddleReachedDoesNotCount) {
  RawResult raw = Raw(SIGKILL, wire::Killed::kDeadline);
  raw.hits = {1, 2};
  raw.done.activity = wire::Activity::kBusy;
  EXPECT_TRUE(Interpret(raw).hits.empty());
  raw.done.activity = wire::Activity::kPending;
  EXPECT_EQ(Interpret(raw).hits, raw.hits);
  raw = Raw(SIGXFSZ);
  raw.hits = {1, 2};
  EXPECT_EQ(Interpret(raw).end, End::kOutputLimit);
  EXPECT_TRUE(Interpret(raw).hits.empty());
}

TEST(OutcomeTest, ALogThatNoAgentWroteIsALie) {
  RawResult raw = Raw(0);
  raw.hits = {1, 2};
  raw.log = std::string_view("\xff\xff\xff\xff", 4);
  EXPECT_EQ(Interpret(raw).end, End::kLied);
  EXPECT_TRUE(Interpret(raw).depends_on_machine);
  EXPECT_TRUE(Interpret(raw).hits.empty());
}

}  // namespace
}  // namespace kingbird::runtime
