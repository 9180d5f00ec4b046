#include "base/file_system.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/disk_temp_folder.h"

namespace kingbird::base {
namespace {

// Both implementations keep the same promises: the fake is only worth something if it behaves like the disk.
class FileSystemTest : public ::testing::TestWithParam<bool> {
 protected:
  FileSystemTest() : temp_(std::move(TempFolder::Make(Disk(), "kingbird-fs")).value()) {
    if (GetParam()) {
      system_ = std::make_unique<DiskFileSystem>();
    } else {
      system_ = std::make_unique<FakeFileSystem>();
    }
  }
  Path root() const { return temp_.path() / "root"; }
  FileSystem& system() { return *system_; }

 private:
  TempFolder temp_;
  std::unique_ptr<FileSystem> system_;
};

TEST_P(FileSystemTest, WritesReadsAndLists) {
  ASSERT_TRUE(system().Write(root() / "a/b.txt", "one").ok());
  ASSERT_TRUE(system().Write(root() / "a/b.txt", std::string("two\0x", 5)).ok());
  ASSERT_TRUE(system().MakeFolder(root() / "a/c").ok());
  EXPECT_EQ(system().Read(root() / "a/b.txt").value(), std::string("two\0x", 5));
  EXPECT_EQ(system().List(root() / "a").value(), (std::vector<std::string>{"b.txt", "c"}));
  EXPECT_TRUE(system().IsFile(root() / "a/b.txt"));
  EXPECT_TRUE(system().IsFolder(root() / "a"));
  EXPECT_FALSE(system().IsFolder(root() / "a/b.txt"));
}

TEST_P(FileSystemTest, LooksAtWhatIsThereItself) {
  using Kind = FileSystem::Kind;
  ASSERT_TRUE(system().Write(root() / "a/file", "four").ok());
  ASSERT_TRUE(system().Link("a", root() / "link").ok());
  EXPECT_EQ(system().Look(root() / "a").kind, Kind::kFolder);
  EXPECT_EQ(system().Look(root() / "a/file").kind, Kind::kFile);
  EXPECT_EQ(system().Look(root() / "a/file").size, 4U);
  EXPECT_EQ(system().Look(root() / "link").kind, Kind::kLink);
  EXPECT_EQ(system().LinkTarget(root() / "link").value(), "a");
  EXPECT_EQ(system().Look(root() / "missing").kind, Kind::kNothing);
  EXPECT_FALSE(system().LinkTarget(root() / "a").ok());
}

TEST_P(FileSystemTest, CopiesAFileWhereNothingIs) {
  ASSERT_TRUE(system().Write(root() / "from", "one").ok());
  ASSERT_TRUE(system().Write(root() / "there", "two").ok());
  EXPECT_TRUE(system().Copy(root() / "from", root() / "to").ok());
  EXPECT_EQ(system().Read(root() / "to").value(), "one");
  EXPECT_FALSE(system().Copy(root() / "from", root() / "there").ok());
  EXPECT_EQ(system().Read(root() / "there").value(), "two");
  EXPECT_FALSE(system().Copy(root() / "missing", root() / "other").ok());
  EXPECT_TRUE(system().CopyMode(root() / "from", root() / "to").ok());
  EXPECT_FALSE(system().CopyMode(root() / "from", root() / "missing").ok());
}

TEST_P(FileSystemTest, VisitsEveryFileBelow) {
  for (const char* name : {"b/2", "b/d/3", "b/c/1", "a"}) ASSERT_TRUE(system().Write(root() / name, "").ok());
  ASSERT_TRUE(system().Link("..", root() / "b/up").ok());
  std::vector<std::string> seen;
  const auto note = [&](const std::string& path) -> Status {
    seen.push_back(path);
    return {};
  };
  EXPECT_TRUE(ForEachFile(system(), root(), note).ok());
  EXPECT_EQ(seen, (std::vector<std::string>{"a", "b/2", "b/c/1", "b/d/3"}));
  EXPECT_FALSE(ForEachFile(system(), root() / "missing", note).ok());
}

TEST_P(FileSystemTest, MissingFileIsNotFound) {
  const auto result = system().Read(root() / "missing");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kNotFound);
  EXPECT_NE(result.error().message.find("missing"), std::string::npos);
  EXPECT_FALSE(system().List(root() / "missing").ok());
}

TEST_P(FileSystemTest, RemoveTakesTheWholeTreeAndIsFineTwice) {
  ASSERT_TRUE(system().Write(root() / "a/b/c", "x").ok());
  EXPECT_TRUE(system().Remove(root() / "a").ok());
  EXPECT_TRUE(system().Remove(root() / "a").ok());
  EXPECT_FALSE(system().IsFile(root() / "a/b/c"));
  EXPECT_FALSE(system().IsFolder(root() / "a"));
}

TEST_P(FileSystemTest, WhatIsMadeElsewhereIsMovedWhole) {
  const Path first = system().MakeUnfinished(root()).value();
  const Path second = system().MakeUnfinished(root()).value();
  EXPECT_NE(first, second);
  EXPECT_EQ(first.parent_path(), root());
  ASSERT_TRUE(system().Write(first / "a/b", "one").ok());
  ASSERT_TRUE(system().Write(second / "a/b", "two").ok());
  ASSERT_TRUE(system().Move(first, root() / "place").ok());
  EXPECT_FALSE(system().IsFolder(first));
  EXPECT_FALSE(system().Move(second, root() / "place").ok());
  EXPECT_EQ(system().Read(root() / "place/a/b").value(), "one");
  EXPECT_FALSE(system().Move(first, root() / "elsewhere").ok());
}

TEST_P(FileSystemTest, LinksLeadToFoldersAndReplaceNothing) {
  ASSERT_TRUE(system().Write(root() / "there/a", "x").ok());
  const Path link = root() / "here/link";
  ASSERT_TRUE(system().Link(root() / "there", link).ok());
  EXPECT_TRUE(system().IsFolder(link));
  EXPECT_EQ(system().Real(link).value(), system().Real(root() / "there").value());
  EXPECT_EQ(system().List(root() / "here").value(), std::vector<std::string>{"link"});
  EXPECT_FALSE(system().Link(root() / "there", link).ok());
  EXPECT_FALSE(system().Link(root(), root() / "there").ok());
  ASSERT_TRUE(system().Remove(link).ok());
  EXPECT_FALSE(system().IsFolder(link));
  EXPECT_TRUE(system().IsFile(root() / "there/a"));
}

TEST_P(FileSystemTest, ALockIsHeldByOne) {
  const Path path = root() / "a/lock";
  auto held = system().TryLock(path).value();
  EXPECT_NE(held, nullptr);
  EXPECT_EQ(system().TryLock(path).value(), nullptr);
  EXPECT_NE(system().TryLock(root() / "other").value(), nullptr);
  held.reset();
  EXPECT_NE(system().TryLock(path).value(), nullptr);
}

TEST_P(FileSystemTest, OneFolderIsNewOnlyOnce) {
  ASSERT_TRUE(system().MakeFolder(root()).ok());
  EXPECT_TRUE(*system().MakeOneFolder(root() / "a"));
  EXPECT_FALSE(*system().MakeOneFolder(root() / "a"));
  EXPECT_EQ(system().MakeOneFolder(root() / "none/b").error().code, ErrorCode::kNotFound);
  ASSERT_TRUE(system().Write(root() / "file", "x").ok());
  EXPECT_FALSE(system().MakeOneFolder(root() / "file/b").ok());
}

TEST_P(FileSystemTest, WhatHoldsSomethingIsNotRemovedAlone) {
  ASSERT_TRUE(system().Write(root() / "a/b", "x").ok());
  ASSERT_TRUE(system().Link(root() / "a", root() / "link").ok());
  EXPECT_FALSE(system().RemoveOne(root() / "a").ok());
  EXPECT_TRUE(system().RemoveOne(root() / "link").ok());
  EXPECT_TRUE(system().IsFile(root() / "a/b"));
  EXPECT_TRUE(system().RemoveOne(root() / "a/b").ok());
  EXPECT_TRUE(system().RemoveOne(root() / "a").ok());
  EXPECT_FALSE(system().RemoveOne(root() / "a").ok());
}

TEST_P(FileSystemTest, TwoFoldersChangePlaces) {
  ASSERT_TRUE(system().Write(root() / "a/x", "1").ok());
  ASSERT_TRUE(system().Write(root() / "b/y", "2").ok());
  ASSERT_TRUE(system().Exchange(root() / "a", root() / "b").ok());
  EXPECT_EQ(system().Read(root() / "b/x").value(), "1");
  EXPECT_EQ(system().Read(root() / "a/y").value(), "2");
  EXPECT_FALSE(system().Exchange(root() / "a", root() / "none").ok());
}

TEST_P(FileSystemTest, FilesAndLinksMoveToo) {
  ASSERT_TRUE(system().Write(root() / "a", "1").ok());
  ASSERT_TRUE(system().Link("/somewhere", root() / "link").ok());
  ASSERT_TRUE(system().Move(root() / "a", root() / "b").ok());
  ASSERT_TRUE(system().Move(root() / "link", root() / "other").ok());
  EXPECT_EQ(system().Read(root() / "b").value(), "1");
  EXPECT_EQ(*system().LinkTarget(root() / "other"), "/somewhere");
  ASSERT_TRUE(system().MakeFolder(root() / "folder").ok());
  EXPECT_FALSE(system().Move(root() / "b", root() / "folder").ok());
  EXPECT_FALSE(system().Move(root() / "folder", root() / "b").ok());
}

TEST_P(FileSystemTest, AFolderIsHeldByOne) {
  ASSERT_TRUE(system().MakeFolder(root() / "a").ok());
  auto held = system().TryLockFolder(root() / "a").value();
  EXPECT_NE(held, nullptr);
  EXPECT_EQ(system().TryLockFolder(root() / "a").value(), nullptr);
  held.reset();
  EXPECT_NE(system().TryLockFolder(root() / "a").value(), nullptr);
  EXPECT_EQ(system().TryLockFolder(root() / "none").error().code, ErrorCode::kNotFound);
}

TEST_P(FileSystemTest, ATemporaryFolderGoesWithItsObject) {
  Path path;
  {
    const TempFolder one = *TempFolder::Make(system(), "kingbird-fs");
    TempFolder other = *TempFolder::Make(system(), "kingbird-fs");
    path = one.path();
    EXPECT_NE(path, other.path());
    EXPECT_EQ(path.parent_path(), system().TemporaryPlace());
    ASSERT_TRUE(system().Write(path / "a/b", "x").ok());
    const TempFolder moved = std::move(other);
    EXPECT_TRUE(system().IsFolder(moved.path()));
  }
  EXPECT_FALSE(system().IsFolder(path));
}

TEST_P(FileSystemTest, PathsBeginWhereTheProcessStands) {
  EXPECT_EQ(system().Absolute("/a/../b"), "/a/../b");
  EXPECT_EQ(system().Absolute("a"), *system().CurrentFolder() / "a");
  EXPECT_TRUE(system().Absolute("a").is_absolute());
}

TEST_P(FileSystemTest, FolderBelowAFileFails) {
  ASSERT_TRUE(system().Write(root() / "a", "x").ok());
  EXPECT_FALSE(system().MakeFolder(root() / "a/b").ok());
  EXPECT_EQ(system().Read(root() / "a").value(), "x");
}

// A process that was killed could not remove its folder.
TEST(DiskFileSystemTest, WhatAKilledRunLeftUnfinishedGoes) {
  const TempFolder folder = *TempFolder::Make(Disk(), "kingbird-test");
  DiskFileSystem files;
  const Path old = files.MakeUnfinished(folder.path()).value();
  const Path young = files.MakeUnfinished(folder.path()).value();
  ASSERT_TRUE(files.Write(old / "a/b", "one").ok());
  ASSERT_TRUE(files.Write(folder.path() / "other/b", "two").ok());
  for (const Path& path : {old, folder.path() / "other"})
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - std::chrono::hours(25));
  ASSERT_TRUE(files.MakeUnfinished(folder.path()).ok());
  EXPECT_FALSE(files.IsFolder(old));
  EXPECT_TRUE(files.IsFolder(young));
  EXPECT_TRUE(files.IsFolder(folder.path() / "other"));
}

TEST(TempFolderTest, FoldersOfTheDeadAreSweptAndNoOthers) {
  // Runs beside this one sweep, too.
  const TempFolder around = *TempFolder::Make(Disk(), "kingbird-sweep-test");
  const Path at = around.path();
  const char* before = std::getenv("TMPDIR");
  const std::string usual = before == nullptr ? "" : before;
  setenv("TMPDIR", at.c_str(), 1);
  const TempFolder own = *TempFolder::Make(Disk(), "kingbird-sweep-test");
  const pid_t child = fork();
  if (child == 0) _exit(0);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  const Path left = at / ("kingbird-sweep-test-" + std::to_string(child) + "-abcdef");
  // Numbers of processes come back: this one is somebody else by now.
  const Path reused = at / ("kingbird-sweep-test-" + std::to_string(getppid()) + "-abcdef");
  const Path foreign = at / "kingbird-sweep-test-abcdef";
  const Path held = at / ("kingbird-sweep-test-" + std::to_string(child) + "-ghijkl");
  for (const Path& folder : {left, reused, foreign, held})
    ASSERT_TRUE(DiskFileSystem().MakeFolder(folder / "deep").ok());
  const int lock = open(held.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(flock(lock, LOCK_EX), 0);
  EXPECT_EQ(SweepTempFolders(), 2);
  if (before == nullptr)
    unsetenv("TMPDIR");
  else
    setenv("TMPDIR", usual.c_str(), 1);
  EXPECT_FALSE(DiskFileSystem().IsFolder(left));
  EXPECT_FALSE(DiskFileSystem().IsFolder(reused));
  EXPECT_TRUE(DiskFileSystem().IsFolder(own.path()));
  EXPECT_TRUE(DiskFileSystem().IsFolder(foreign)) << "nothing says that it is ours";
  EXPECT_TRUE(DiskFileSystem().IsFolder(held)) << "somebody is alive where we do not see them";
  close(lock);
}

TEST(TempFolderTest, FoldersOfEmittedSuitesAreTheirs) {
  const Path at = std::filesystem::temp_directory_path();
  const Path suite = at / "kingbird-suite-2147483-1234567-12345678-abcdef";
  ASSERT_TRUE(DiskFileSystem().MakeFolder(suite).ok());
  SweepTempFolders();
  EXPECT_TRUE(DiskFileSystem().IsFolder(suite));
  EXPECT_TRUE(DiskFileSystem().Remove(suite).ok());
}

TEST(TempFolderTest, WhatTakesLongIsRemovedByAnotherProcess) {
  const Path path = std::filesystem::temp_directory_path() / ("kingbird-later-test-" + std::to_string(getpid()));
  const Path outside = path.string() + "-outside";
  for (int i = 0; i < 50; ++i)
    ASSERT_TRUE(DiskFileSystem().Write(path / std::to_string(i % 7) / std::to_string(i), "x").ok());
  ASSERT_TRUE(DiskFileSystem().Write(outside / "kept", "x").ok());
  std::filesystem::create_directory_symlink(outside, path / "link");
  RemoveTempFolder(path, -1, std::chrono::milliseconds(0));
  for (int i = 0; i < 3000 && DiskFileSystem().IsFolder(path); ++i) usleep(10000);
  EXPECT_FALSE(DiskFileSystem().IsFolder(path));
  EXPECT_TRUE(DiskFileSystem().IsFile(outside / "kept"));
  EXPECT_TRUE(DiskFileSystem().Remove(outside).ok());
}

INSTANTIATE_TEST_SUITE_P(DiskAndFake, FileSystemTest, ::testing::Bool(),
                         [](const auto& which) { return which.param ? "Disk" : "Fake"; });

TEST(DiskFileSystemTest, ReadsRegularFilesOnly) {
  const TempFolder folder = *TempFolder::Make(Disk(), "kingbird-files-test");
  DiskFileSystem disk;
  ASSERT_EQ(mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/zero", folder.path() / "README.md");
  std::filesystem::create_symlink("circle", folder.path() / "circle");
  for (const char* name : {"pipe", "README.md", "circle", "."})
    EXPECT_FALSE(disk.Read(folder.path() / name).ok()) << name;
  ASSERT_TRUE(disk.Write(folder.path() / "a", "text").ok());
  std::filesystem::create_symlink("a", folder.path() / "b");
  EXPECT_EQ(*disk.Read(folder.path() / "b"), "text");
}

TEST(FakeFileSystemTest, ReadOnlyFolderRefusesWrites) {
  FakeFileSystem system;
  system.MakeReadOnly("/out");
  EXPECT_FALSE(system.Write("/out/x", "1").ok());
  EXPECT_TRUE(system.Write("/output", "1").ok());
}

}  // namespace
}  // namespace kingbird::base
