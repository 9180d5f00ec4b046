#include "env/stats.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctime>

namespace kingbird::env {
namespace {

constexpr double kBurnt = 0.1;

/// Computes until this process has used so much of the processor, however long that takes.
void Burn() {
  timespec used{};
  do {
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  } while (static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9 < kBurnt);
}

// Most of the work of a run is done by processes below those that it starts.
TEST(CpuSeconds, CountsWhatEndedProcessesBelowThisOneUsed) {
  const double before = CpuSeconds();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const pid_t grandchild = fork();
    if (grandchild == 0) {
      Burn();
      _exit(0);
    }
    waitpid(grandchild, nullptr, 0);
    _exit(0);
  }
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  // The kernel tells time that is used in microseconds.
  EXPECT_GE(CpuSeconds() - before, kBurnt - 1e-3);
}

}  // namespace
}  // namespace kingbird::env
