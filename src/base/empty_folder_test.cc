#include "base/empty_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_system.h"

namespace kingbird::base {
namespace {

int Open(const Path& path) { return open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

class EmptyFolderTest : public ::testing::Test {
 protected:
  const TempFolder folder_ = *TempFolder::Make(Disk(), "kingbird-empty-test");
  const Path inner_ = folder_.path() / "inner";
  void SetUp() override { ASSERT_TRUE(DiskFileSystem().Write(inner_ / "a/file", "x").ok()); }
  bool IsEmpty() const { return DiskFileSystem().List(inner_)->empty(); }
};

TEST_F(EmptyFolderTest, FoldersMayBeDeeperThanAnyPathIsLong) {
  const int before = Open(".");
  ASSERT_EQ(chdir(inner_.c_str()), 0);
  // Names that it could have used itself, at the top and with something in them.
  ASSERT_TRUE(DiskFileSystem().Write(inner_ / ".deep-0/file", "x").ok());
  const std::string name(50, 'd');
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(mkdir(name.c_str(), 0755) == 0 && chdir(name.c_str()) == 0);
  ASSERT_EQ(fchdir(before), 0);
  close(before);
  EXPECT_TRUE(EmptyFolder(Open(inner_)));
  EXPECT_TRUE(IsEmpty());
}

TEST_F(EmptyFolderTest, PermissionsAreGivenBackAndLinksNotFollowed) {
  ASSERT_TRUE(DiskFileSystem().Write(folder_.path() / "outside/kept", "x").ok());
  std::filesystem::create_directory_symlink(folder_.path() / "outside", inner_ / "link");
  chmod((inner_ / "a").c_str(), 0);
  EXPECT_TRUE(EmptyFolder(Open(inner_)));
  EXPECT_TRUE(IsEmpty());
  EXPECT_TRUE(DiskFileSystem().IsFile(folder_.path() / "outside/kept"));
}

TEST_F(EmptyFolderTest, WhoeverHasNoTimeLeavesSomething) {
  EXPECT_FALSE(EmptyFolder(Open(inner_), [] { return false; }));
  EXPECT_FALSE(IsEmpty());
}

}  // namespace
}  // namespace kingbird::base
