#include "runtime/disk_use.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_system.h"

namespace kingbird::runtime {
namespace {

class DiskUseTest : public ::testing::Test {
 protected:
  uint64_t Use() const {
    const pid_t self = getpid();
    return DiskUseMb(folder_.path().string(), {&self, 1});
  }
  const base::TempFolder folder_ = *base::TempFolder::Make(base::Disk(), "kingbird-disk-test");
  const std::string content_ = std::string(3 << 20, 'x');
};

TEST_F(DiskUseTest, FilesCountWithAndWithoutAName) {
  ASSERT_TRUE(base::DiskFileSystem().Write(folder_.path() / "a/b/file", content_).ok());
  EXPECT_GE(Use(), 3U);
  EXPECT_LT(Use(), 5U);
  const int fd = open((folder_.path() / "a/b/file").c_str(), O_RDONLY | O_CLOEXEC);
  const int again = dup(fd);
  unlink((folder_.path() / "a/b/file").c_str());
  EXPECT_GE(Use(), 3U);
  EXPECT_LT(Use(), 5U) << "once, however often it is open";
  close(fd);
  close(again);
  EXPECT_EQ(Use(), 0U);
}

TEST_F(DiskUseTest, EmptyFilesCount) {
  for (int i = 0; i < 600; ++i) {
    const std::string name = (folder_.path() / std::to_string(i)).string();
    close(open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  }
  EXPECT_GE(Use(), 2U);
}

TEST_F(DiskUseTest, FoldersWithoutEndAreUnseen) {
  const int before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(chdir(folder_.path().c_str()), 0);
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(mkdir("deep", 0755) == 0 && chdir("deep") == 0);
  EXPECT_EQ(Use(), kDiskUnseen);
  ASSERT_EQ(fchdir(before), 0);
  close(before);
}

}  // namespace
}  // namespace kingbird::runtime
