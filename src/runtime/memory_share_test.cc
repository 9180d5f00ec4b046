#include "runtime/memory_share.h"

#include <gtest/gtest.h>

namespace kingbird::runtime {
namespace {

TEST(MemoryShareTest, AllTogetherHaveWhatTheMachineHas) {
  EXPECT_EQ(MemoryShareMb(4096, 1280, 64000, 8), 4096U);
  EXPECT_EQ(MemoryShareMb(4096, 1280, 16000, 7), 2000U);
  EXPECT_EQ(MemoryShareMb(4096, 1280, 4000, 7), 1280U) << "less than a test may use";
  EXPECT_EQ(MemoryShareMb(500, 1280, 4000, 7), 500U) << "asked for less";
  EXPECT_EQ(MemoryShareMb(4096, 1280, 0, 7), 4096U);
  EXPECT_GT(PhysicalMemoryMb(), 0U);
}

}  // namespace
}  // namespace kingbird::runtime
