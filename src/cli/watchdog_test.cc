#include "cli/watchdog.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <new>
#include <vector>

#include "cli/command.h"

namespace kingbird::cli {
namespace {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

/// Each runs in a process of its own, which the watchdog ends.
class WatchdogDeathTest : public ::testing::Test {
 protected:
  WatchdogDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  static void Begin(int memory_mb, int limit_ms) {
    StartWatchdog();
    env::Config config;
    config.memory_mb = memory_mb;
    config.time_limit = std::chrono::milliseconds(limit_ms);
    LimitMemory(config);
    static const std::atomic<bool> interrupted = false;
    WatchTime(config, interrupted);
  }

  static void Say(const std::string& reason) {
    const std::string text = "left behind: " + reason + "\n";
    (void)!write(STDERR_FILENO, text.data(), text.size());
  }

  /// Catches what it can, as code of a third party may.
  static void UseUpMemory() {
    std::vector<std::vector<char>> all;
    for (;;) {
      try {
        all.emplace_back(size_t{16} << 20, 'x');
      } catch (const std::bad_alloc&) {
        all.clear();
      }
    }
  }

  static int Recurse(int depth) {
    volatile char frame[4096] = {};
    frame[depth % 4096] = 1;
    return depth < 0 ? 0 : Recurse(depth + 1) + frame[0];
  }

  static int OfAFork(int memory_mb) {
    Begin(memory_mb, 0);
    const pid_t child = fork();
    if (child == 0) _exit(std::vector<char>(size_t{512} << 20, 'x').size() > 0 ? 7 : 8);
    int status = 0;
    waitpid(child, &status, 0);
    StopWatchdog();
    return WEXITSTATUS(status);
  }
};

TEST_F(WatchdogDeathTest, MemoryEndsWithALine) {
  const auto run = [] {
    Begin(300, 0);
    const LastWords words(Say);
    UseUpMemory();
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(kEnvironment),
              "kingbird: the run was cut short: .*300 MiB.*\nleft behind: .*--memory");
}

TEST_F(WatchdogDeathTest, ALoopEndsAfterTheGrace) {
  const auto run = [] {
    Begin(0, 1);
    const LastWords words(Say);
    for (volatile int i = 0;;) i = 1 - i;
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(kEnvironment), "left behind: the time limit of 0.001 s");
}

TEST_F(WatchdogDeathTest, ACrashLeavesWordsAndNoCore) {
  const auto run = [] {
    Begin(0, 0);
    const LastWords words(Say);
    exit(Recurse(0));
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(kEnvironment), "left behind: internal error, signal 11");
}

TEST_F(WatchdogDeathTest, WordsThatHangAreCutOff) {
  const auto run = [] {
    Begin(300, 0);
    const LastWords words([](const std::string&) { pause(); });
    UseUpMemory();
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(kEnvironment), "cut short");
}

TEST_F(WatchdogDeathTest, ForkedProcessesHaveTheirOwnLimits) {
  EXPECT_EXIT(exit(OfAFork(300)), ::testing::ExitedWithCode(7), "");
}

#endif

TEST(Watchdog, TenSecondsAreOverBeforeFourteen) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LE(GraceOf(std::chrono::seconds(10)).count(), 2500);
#endif
  EXPECT_EQ(GraceOf(std::chrono::minutes(10)) % std::chrono::minutes(1), std::chrono::minutes(0));
}

TEST(Watchdog, MemoryIsAPartOfTheMachines) {
  EXPECT_EQ(DefaultMemoryMb(64'000), 2048U);
  EXPECT_EQ(DefaultMemoryMb(4'000), 1000U);
  EXPECT_EQ(DefaultMemoryMb(1'000), 512U);
  EXPECT_EQ(DefaultMemoryMb(0), 2048U);
}

}  // namespace
}  // namespace kingbird::cli
