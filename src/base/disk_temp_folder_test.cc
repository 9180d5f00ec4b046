#include "base/disk_temp_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kingbird::base {
namespace {

/// $TMPDIR is a folder of the test's own.
class TempFolderTest : public testing::Test {
 protected:
  TempFolderTest() { setenv("TMPDIR", around_.path().c_str(), 1); }
  ~TempFolderTest() override {
    if (before_.empty())
      unsetenv("TMPDIR");
    else
      setenv("TMPDIR", before_.c_str(), 1);
  }
  /// A temporary folder whose process was killed.
  Path Left(const std::string& name) {
    const Path left = place_ / name;
    EXPECT_TRUE(Disk().Write(left / "files/deep/file", "x").ok());
    EXPECT_TRUE(Disk().Write(left / ".kingbird-temporary", "").ok());
    return left;
  }
  static std::string Refusal() {
    const auto made = TempFolder::Make(Disk(), "kingbird-test");
    return made.ok() ? "" : made.error().message;
  }

  const std::string before_ = std::getenv("TMPDIR") == nullptr ? "" : std::getenv("TMPDIR");
  const TempFolder around_ = *TempFolder::Make(Disk(), "kingbird-sweep-test");
  const Path place_ = around_.path() / ("kingbird-" + std::to_string(geteuid()));
};

TEST_F(TempFolderTest, FoldersOfTheDeadAreSweptAndNoOthers) {
  const TempFolder own = *TempFolder::Make(Disk(), "kingbird-sweep-test");
  const Path left = Left("kingbird-stage-4711-abcdef");
  const Path held = Left("kingbird-stage-4711-ghijkl");
  const Path foreign = place_ / "kingbird-stage-4711-mnopqr";
  const Path users = around_.path() / "kingbird-results-2026-backup";
  ASSERT_TRUE(Disk().Write(foreign / "file", "x").ok());
  ASSERT_TRUE(Disk().Write(users / "thesis.txt", "x").ok());
  std::filesystem::create_directory_symlink(users, place_ / "kingbird-stage-4711-stuvwx");
  const int lock = open(held.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(flock(lock, LOCK_EX), 0);
  EXPECT_EQ(SweepPrivatePlace(), 1);
  EXPECT_FALSE(Disk().IsFolder(left));
  EXPECT_TRUE(Disk().IsFolder(own.path()));
  EXPECT_TRUE(Disk().IsFolder(foreign)) << "no marker says that Kingbird made the folder";
  EXPECT_TRUE(Disk().IsFile(users / "thesis.txt"));
  EXPECT_TRUE(Disk().IsFolder(held)) << "somebody is alive where this process does not see them";
  close(lock);
}

// A marker that is a link, or one in a folder that holds what Kingbird did not make.
TEST_F(TempFolderTest, WhatKingbirdDidNotMakeStays) {
  ASSERT_EQ(Refusal(), "");
  const Path linked = place_ / "kingbird-a-1-abcdef";
  ASSERT_TRUE(Disk().Write(linked / "files/file", "x").ok());
  ASSERT_TRUE(Disk().Write(around_.path() / "mark", "").ok());
  std::filesystem::create_symlink(around_.path() / "mark", linked / ".kingbird-temporary");
  const Path more = Left("kingbird-b-1-abcdef");
  ASSERT_TRUE(Disk().Write(more / "thesis.txt", "x").ok());
  SweepPrivatePlace();
  EXPECT_TRUE(Disk().IsFile(linked / "files/file"));
  EXPECT_TRUE(Disk().IsFile(more / "thesis.txt"));
}

TEST_F(TempFolderTest, ThePlaceBelongsToThisUserAlone) {
  ASSERT_EQ(Refusal(), "");
  struct stat info {};
  ASSERT_EQ(stat(place_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0700U);
  chmod(place_.c_str(), 0777);
  EXPECT_NE(Refusal().find("nobody else can enter"), std::string::npos);
  ASSERT_TRUE(Disk().Remove(place_).ok());
  ASSERT_TRUE(Disk().MakeFolder(around_.path() / "elsewhere").ok());
  std::filesystem::create_directory_symlink("elsewhere", place_);
  EXPECT_NE(Refusal().find("nobody else can enter"), std::string::npos);
  EXPECT_EQ(SweepPrivatePlace(), 0);
  ASSERT_TRUE(Disk().Remove(place_).ok());
  ASSERT_TRUE(Disk().Write(place_, "x").ok());
  EXPECT_NE(Refusal().find("nobody else can enter"), std::string::npos);
  ASSERT_TRUE(Disk().Remove(place_).ok());
  if (geteuid() == 0) {
    ASSERT_TRUE(Disk().MakeFolder(place_).ok());
    ASSERT_EQ(chmod(place_.c_str(), 0700), 0);
    ASSERT_EQ(chown(place_.c_str(), 65534, 65534), 0);
    EXPECT_NE(Refusal().find("belongs to you"), std::string::npos);
    ASSERT_TRUE(Disk().Remove(place_).ok());
  }
  EXPECT_EQ(Refusal(), "");
}

TEST_F(TempFolderTest, OthersMustNotRenameThePlace) {
  chmod(around_.path().c_str(), 0777);
  EXPECT_NE(Refusal().find("other users may rename folders"), std::string::npos);
  chmod(around_.path().c_str(), 01777);
  EXPECT_EQ(Refusal(), "");
}

TEST_F(TempFolderTest, AFolderOfOneUserIsNotWrittenToByOthers) {
  const Path cache = around_.path() / "a/cache";
  const auto refusal = [&] {
    const Status made = Disk().MakePrivate(cache, "set KINGBIRD_CACHE");
    return made.ok() ? "" : made.error().ToString();
  };
  EXPECT_EQ(refusal(), "");
  struct stat info {};
  ASSERT_EQ(stat(cache.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0700U);
  for (const mode_t mode : {0755, 0700, 0500}) {
    chmod(cache.c_str(), mode);
    EXPECT_EQ(refusal(), "") << mode;
  }
  for (const mode_t mode : {0775, 0757, 01777}) {
    chmod(cache.c_str(), mode);
    EXPECT_EQ(refusal(),
              "other users may write to " + cache.string() + " (run chmod go-w on it, or set KINGBIRD_CACHE)");
  }
  chmod(cache.c_str(), 0755);
  std::filesystem::rename(cache, around_.path() / "moved");
  std::filesystem::create_directory_symlink("../moved", cache);
  EXPECT_EQ(refusal(), "") << "a cache on another disk";
  if (geteuid() != 0) return;
  ASSERT_EQ(lchown(cache.c_str(), 65534, 65534), 0);
  EXPECT_NE(refusal().find("belongs to another user"), std::string::npos) << "a link of somebody else";
  ASSERT_EQ(lchown(cache.c_str(), 0, 0), 0);
  ASSERT_EQ(chown(cache.c_str(), 65534, 65534), 0);
  EXPECT_NE(refusal().find("belongs to another user"), std::string::npos);
}

TEST_F(TempFolderTest, WhatIsUnfinishedIsSweptWhereItIsMade) {
  const Path cache = around_.path() / "packages";
  Path other;
  {
    const TempFolder first = *Disk().MakeUnfinished(cache);
    const TempFolder second = *Disk().MakeUnfinished(cache);
    EXPECT_TRUE(Disk().IsFolder(first.path())) << "its process lives";
    ASSERT_TRUE(Disk().Write(first.path() / "file", "x").ok());
    ASSERT_TRUE(Disk().Move(first.path(), cache / "p@1.0.0").ok());
  }
  EXPECT_EQ(*Disk().List(cache), std::vector<std::string>{"p@1.0.0"});
  ASSERT_TRUE(Disk().Write(cache / ".unfinished-1-abcdef/files/a/b", "x").ok());
  ASSERT_TRUE(Disk().Write(cache / ".unfinished-1-abcdef/.kingbird-temporary", "").ok());
  ASSERT_TRUE(Disk().Write(cache / ".unfinished-mine/a/b", "x").ok());
  { const TempFolder third = *Disk().MakeUnfinished(cache); }
  EXPECT_EQ(*Disk().List(cache), (std::vector<std::string>{".unfinished-mine", "p@1.0.0"}));
}

TEST_F(TempFolderTest, WhatTakesLongIsRemovedByAnotherProcess) {
  ASSERT_EQ(Refusal(), "");
  const Path path = Left("kingbird-later-test");
  const Path outside = around_.path() / "outside";
  for (int i = 0; i < 50; ++i)
    ASSERT_TRUE(Disk().Write(path / "files" / std::to_string(i % 7) / std::to_string(i), "x").ok());
  ASSERT_TRUE(Disk().Write(outside / "kept", "x").ok());
  std::filesystem::create_directory_symlink(outside, path / "files/link");
  // Code of a target has taken the rights away.
  chmod((path / "files").c_str(), 0);
  RemoveTempFolder(path, -1, std::chrono::milliseconds(0));
  for (int i = 0; i < 3000 && Disk().IsFolder(path); ++i) usleep(10000);
  EXPECT_FALSE(Disk().IsFolder(path));
  EXPECT_TRUE(Disk().IsFile(outside / "kept"));
}

}  // namespace
}  // namespace kingbird::base
