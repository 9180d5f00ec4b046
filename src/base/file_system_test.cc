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
  const TempFolder one = system().MakeUnfinished(root()).value();
  const TempFolder other = system().MakeUnfinished(root()).value();
  const Path& first = one.path();
  const Path& second = other.path();
  EXPECT_NE(first, second);
  EXPECT_TRUE(IsBelow(first, root()));
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

TEST_P(FileSystemTest, ATemporaryFolderGoesWithItsObject) {
  Path path;
  {
    const TempFolder one = *TempFolder::Make(system(), "kingbird-fs");
    TempFolder other = *TempFolder::Make(system(), "kingbird-fs");
    path = one.path();
    EXPECT_NE(path, other.path());
    EXPECT_EQ(path.parent_path().parent_path(), *system().PrivatePlace());
    ASSERT_TRUE(system().Write(path / "a/b", "x").ok());
    const TempFolder moved = std::move(other);
    EXPECT_TRUE(system().IsFolder(moved.path()));
  }
  EXPECT_FALSE(system().IsFolder(path));
}

TEST_P(FileSystemTest, APathLeadsWhereItsLinksLead) {
  const Path top = *Disk().Real(root().parent_path()) / "root";  // The temporary place itself may be a link.
  ASSERT_TRUE(system().MakeFolder(top / "p").ok());
  ASSERT_TRUE(system().MakeFolder(top / "victim/deep").ok());
  ASSERT_TRUE(system().Link("../victim/deep", top / "p/way").ok());
  ASSERT_TRUE(system().Link(top / "nowhere", top / "p/dangling").ok());
  ASSERT_TRUE(system().Link("circle", top / "p/circle").ok());
  for (const auto& [path, place] : {std::pair("p/a/b", "p/a/b"),
                                    {"p/./a/", "p/a"},
                                    {"p/way/x", "victim/deep/x"},
                                    {"p/missing/../way/x", "victim/deep/x"},
                                    {"p/way/../x", "victim/x"},
                                    {"p/dangling/x", "nowhere/x"},
                                    {"p/../victim", "victim"}})
    EXPECT_EQ(system().Resolve(top / path).value(), top / place) << path;
  EXPECT_EQ(system().Resolve("/../..").value(), "/");
  EXPECT_FALSE(system().Resolve(top / "p/circle/x").ok());
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

TEST(DiskFileSystemTest, ALockIsARegularFile) {
  const TempFolder folder = *TempFolder::Make(Disk(), "kingbird-files-test");
  ASSERT_EQ(mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("elsewhere", folder.path() / "link");
  for (const char* name : {"pipe", "link", "."}) EXPECT_FALSE(Disk().TryLock(folder.path() / name).ok()) << name;
  EXPECT_FALSE(Disk().IsFile(folder.path() / "elsewhere"));
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
