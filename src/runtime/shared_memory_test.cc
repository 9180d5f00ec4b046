#include "runtime/shared_memory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

namespace kingbird::runtime {
namespace {

// Whoever reads a mapping beyond the end of its file is killed: the core, by a target that got hold of the descriptor.
TEST(SharedMemoryTest, NobodyCutsItShort) {
  const auto memory = SharedMemory::Make("memory", 4096);
  ASSERT_TRUE(memory.ok());
  for (const off_t size : {0, 4095, 8192}) {
    EXPECT_EQ(ftruncate(memory->descriptor(), size), -1) << size;
    EXPECT_EQ(errno, EPERM) << size;
  }
  EXPECT_EQ(fcntl(memory->descriptor(), F_ADD_SEALS, F_SEAL_WRITE), -1) << "nor does anybody seal it";
}

}  // namespace
}  // namespace kingbird::runtime
