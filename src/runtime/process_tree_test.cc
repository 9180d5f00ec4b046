#include "runtime/process_tree.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace kingbird::runtime {
namespace {

TEST(MeasureBelowTest, TellsWhoComputesAndWhoWaits) {
  const pid_t child = fork();
  if (child == 0) {
    for (volatile bool forever = true; forever;) {
    }
  }
  TreeUse use;
  while (use.computed < std::chrono::milliseconds(50)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    use = MeasureBelow(getpid());
    ASSERT_EQ(use.processes.size(), 1U);
    EXPECT_TRUE(use.running);
  }
  kill(child, SIGSTOP);
  waitpid(child, nullptr, WUNTRACED);
  use = MeasureBelow(getpid());
  EXPECT_FALSE(use.running);
  EXPECT_EQ(MeasureBelow(getpid()).computed, use.computed);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(MeasureBelow(getpid()).processes.empty());
}

}  // namespace
}  // namespace kingbird::runtime
