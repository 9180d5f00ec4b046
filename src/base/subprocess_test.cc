#include "base/subprocess.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace kingbird::base {
namespace {

TEST(Subprocess, CollectsBothStreamsAndTheExitCode) {
  const auto result = RunCommand({.arguments = {"sh", "-c", "echo out; echo err >&2; exit 3"}});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->out, "out\n");
  EXPECT_EQ(result->err, "err\n");
  EXPECT_EQ(result->exit_code, 3);
}

TEST(Subprocess, FeedsLargeInputWhileReadingLargeOutput) {
  const std::string input(1 << 20, 'x');
  const auto result = RunCommand({.arguments = {"cat"}, .input = input});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->out, input);
}

TEST(Subprocess, OutputWithoutEndIsDrainedAndForgotten) {
  const auto result = RunCommand({.arguments = {"sh", "-c", "head -c 80000000 /dev/zero; echo end >&2"}});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->out.size(), kMostOutput);
  EXPECT_EQ(result->err, "end\n");
  EXPECT_EQ(result->exit_code, 0);
}

TEST(Subprocess, PassesFolderAndEnvironment) {
  const auto result =
      RunCommand({.arguments = {"sh", "-c", "pwd; echo $KB_TEST"}, .folder = "/", .environment = {{"KB_TEST", "v"}}});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->out, "/\nv\n");
}

TEST(Subprocess, MemoryIsLimited) {
  const auto result = RunCommand({.arguments = {"sh", "-c", "ulimit -d"}, .most_memory = 64 << 20});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->out, "65536\n");
}

TEST(Subprocess, MissingProgramIsNotFound) {
  const auto result = RunCommand({.arguments = {"kingbird-no-such-program"}});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kNotFound);
}

TEST(Subprocess, TimeLimitKillsTheWholeGroup) {
  const auto result =
      RunCommand({.arguments = {"sh", "-c", "sleep 60 & sleep 60"}, .time_limit = std::chrono::milliseconds(100)});
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->timed_out);
  EXPECT_EQ(result->exit_code, 137);
}

TEST(SearchPathTest, WhatAPackageBringsAlongIsNotInIt) {
  const char* before = std::getenv("PATH");
  const std::string usual = before == nullptr ? "" : before;
  setenv("PATH", "/p/node_modules/.bin:/usr/bin::.:bin:/node_modules_of_mine/bin", 1);
  EXPECT_EQ(SearchPath(), "/usr/bin:/node_modules_of_mine/bin");
  setenv("PATH", "", 1);
  EXPECT_EQ(SearchPath(), "/usr/local/bin:/usr/bin:/bin");
  setenv("PATH", usual.c_str(), 1);
}

}  // namespace
}  // namespace kingbird::base
