#include "base/package_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace kingbird::base {
namespace {

namespace fs = std::filesystem;

class PackageFilesTest : public ::testing::Test {
 protected:
  PackageFilesTest() : folder_(*TempFolder::Make(Disk(), "kingbird-package-test")), root_(folder_.path() / "package") {
    EXPECT_TRUE(disk_.Write(root_ / "lib/a.js", "a").ok());
    EXPECT_TRUE(disk_.Write(folder_.path() / "secret.js", "secret").ok());
    package_.Admit(root_);
  }
  std::string Text(const Path& path) const {
    const auto text = package_.Read(path);
    return text.ok() ? *text : "";
  }

  TempFolder folder_;
  Path root_;
  DiskFileSystem disk_;
  PackageFiles package_{disk_};
};

TEST_F(PackageFilesTest, OwnFilesAreRead) {
  fs::create_symlink("lib/a.js", root_ / "index.js");
  EXPECT_EQ(Text(root_ / "lib/a.js"), "a");
  EXPECT_EQ(Text(root_ / "index.js"), "a") << "a link that stays inside";
  EXPECT_TRUE(package_.IsFile(root_ / "index.js"));
  EXPECT_TRUE(package_.IsFolder(root_ / "lib"));
  EXPECT_EQ(*package_.List(root_), (std::vector<std::string>{"index.js", "lib"}));
  EXPECT_EQ(package_.skipped(), 0U);
  EXPECT_FALSE(package_.IsFile(root_ / "missing.js"));
  EXPECT_EQ(package_.skipped(), 0U) << "what is not there is not skipped";
}

TEST_F(PackageFilesTest, NothingLeadsOut) {
  fs::create_symlink(folder_.path() / "secret.js", root_ / "absolute.js");
  fs::create_symlink("../secret.js", root_ / "relative.js");
  fs::create_directory_symlink("..", root_ / "up");
  for (const char* path : {"absolute.js", "relative.js", "up/secret.js", "../secret.js", "lib/../../secret.js"}) {
    EXPECT_EQ(Text(root_ / path), "") << path;
    EXPECT_FALSE(package_.IsFile(root_ / path)) << path;
  }
  EXPECT_FALSE(package_.IsFolder(root_ / "up"));
  EXPECT_FALSE(package_.List(root_ / "up").ok());
  EXPECT_EQ(*package_.List(root_), std::vector<std::string>{"lib"});
  EXPECT_GT(package_.skipped(), 0U);
  // A folder whose name begins like the package's is another one.
  ASSERT_TRUE(disk_.Write(folder_.path() / "package-2/a.js", "other").ok());
  EXPECT_EQ(Text(folder_.path() / "package-2/a.js"), "");
  package_.Admit(folder_.path() / "package-2");
  EXPECT_EQ(Text(folder_.path() / "package-2/a.js"), "other");
}

TEST_F(PackageFilesTest, LinksInACircleAreNotWalked) {
  for (const char* name : {"a", "b"}) fs::create_directory_symlink(".", root_ / "lib" / name);
  fs::create_symlink("self", root_ / "lib/self");
  EXPECT_EQ(*package_.List(root_ / "lib"), std::vector<std::string>{"a.js"});
}

TEST_F(PackageFilesTest, OnlyRegularFilesOfABoundedSize) {
  ASSERT_EQ(mkfifo((root_ / "pipe.js").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", root_ / "zero.js");
  ASSERT_TRUE(disk_.Write(root_ / "large.js", "").ok());
  fs::resize_file(root_ / "large.js", PackageFiles::kMostFileBytes + 1);
  for (const char* name : {"pipe.js", "zero.js", "large.js"}) EXPECT_FALSE(package_.Read(root_ / name).ok()) << name;
  EXPECT_EQ(*package_.List(root_), (std::vector<std::string>{"large.js", "lib"}));
  EXPECT_EQ(package_.skipped(), 3U);
}

TEST_F(PackageFilesTest, NothingIsWritten) {
  EXPECT_FALSE(package_.Write(root_ / "new.js", "x").ok());
  EXPECT_FALSE(package_.Remove(root_ / "lib").ok());
  EXPECT_TRUE(disk_.IsFile(root_ / "lib/a.js"));
}

}  // namespace
}  // namespace kingbird::base
