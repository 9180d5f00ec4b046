#include "base/held_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/open_beneath.h"

namespace kingbird::base {
namespace {

/// On the disk and in memory: the fake is only worth something if it keeps the same promises.
class HeldFolderTest : public testing::TestWithParam<bool> {
 protected:
  HeldFolderTest()
      : files_(GetParam() ? Disk() : static_cast<FileSystem&>(fake_)),
        folder_(*TempFolder::Make(files_, "kingbird-held-test")),
        root_(folder_.path() / "root") {
    EXPECT_TRUE(files_.MakeFolder(root_ / "a").ok());
    EXPECT_TRUE(files_.Write(root_ / "a/file", "one").ok());
    EXPECT_TRUE(files_.Write(folder_.path() / "victim/file", "precious").ok());
    EXPECT_TRUE(files_.Link("../victim", root_ / "way").ok());
    held_ = *files_.Hold(root_);
  }

  FakeFileSystem fake_;
  FileSystem& files_;
  const TempFolder folder_;
  const Path root_;
  std::unique_ptr<HeldFolder> held_;
};

INSTANTIATE_TEST_SUITE_P(DiskAndFake, HeldFolderTest, ::testing::Bool(),
                         [](const auto& which) { return which.param ? "Disk" : "Fake"; });

TEST_P(HeldFolderTest, NoNameLeadsOut) {
  for (const char* name : {"..", "../victim/file", "a/../../victim/file", "/etc/passwd", "", "a//file", "./a", "a/",
                           "way/file", "way/new", "a/file/x"}) {
    EXPECT_EQ(held_->Look(name).kind, FileSystem::Kind::kNothing) << name;
    EXPECT_FALSE(held_->Read(name).ok()) << name;
    EXPECT_FALSE(held_->MakeFolder(name).ok()) << name;
    EXPECT_FALSE(held_->WriteNew(name, "x").ok()) << name;
    EXPECT_FALSE(held_->Link("x", name).ok()) << name;
    EXPECT_FALSE(held_->Move("a/file", name).ok()) << name;
    EXPECT_FALSE(held_->MoveOver("a/file", name).ok()) << name;
    EXPECT_FALSE(held_->MoveOver(name, "b").ok()) << name;
    EXPECT_FALSE(held_->Exchange("a/file", name).ok()) << name;
    EXPECT_FALSE(held_->RemoveOne(name).ok()) << name;
    (void)held_->RemoveAll(name);
    EXPECT_FALSE(held_->Hold(name).ok()) << name;
  }
  EXPECT_FALSE(held_->List("way").ok());
  EXPECT_FALSE(held_->Hold("way").ok());
  EXPECT_EQ(held_->WriteNew("way/new", "x").error().heard, "a link is in the way");
  EXPECT_EQ(held_->WriteNew("../new", "x").error().heard, "the name leads out of the folder");
  EXPECT_EQ(*files_.Read(folder_.path() / "victim/file"), "precious");
  EXPECT_EQ(files_.List(folder_.path() / "victim")->size(), 1U);
  EXPECT_EQ(*files_.Read(root_ / "a/file"), "one");
}

TEST_P(HeldFolderTest, WhatIsThereIsNotReplaced) {
  ASSERT_TRUE(files_.Link("../victim/new", root_ / "dangling").ok());
  ASSERT_TRUE(held_->WriteNew("b", "two").ok());
  for (const char* name : {"a", "a/file", "way", "dangling"}) {
    EXPECT_FALSE(held_->WriteNew(name, "x").ok()) << name;
    EXPECT_FALSE(held_->Link("x", name).ok()) << name;
    EXPECT_FALSE(held_->Move("b", name).ok()) << name;
  }
  EXPECT_FALSE(held_->MakeFolder("way").ok());
  EXPECT_FALSE(*held_->MakeFolder("a"));
  EXPECT_FALSE(held_->MakeFolder("b").ok());
  EXPECT_EQ(*held_->Read("b"), "two");
  // In the place of a link, and not through it.
  ASSERT_TRUE(held_->MoveOver("b", "dangling").ok());
  EXPECT_EQ(*held_->Read("dangling"), "two");
  EXPECT_EQ(files_.List(folder_.path() / "victim")->size(), 1U);
}

TEST_P(HeldFolderTest, WritesListsAndRemoves) {
  EXPECT_FALSE(held_->WriteNew("c/d/e", "x").ok());
  ASSERT_TRUE(held_->MakeFoldersAbove("c/d/e").ok());
  ASSERT_TRUE(held_->WriteNew("c/d/e", "x").ok());
  ASSERT_TRUE(held_->Link("/nowhere", "c/link").ok());
  EXPECT_EQ(*held_->LinkTarget("c/link"), "/nowhere");
  EXPECT_EQ(*held_->List("c"), (std::vector<std::string>{"d", "link"}));
  EXPECT_EQ(*held_->List(""), (std::vector<std::string>{"a", "c", "way"}));
  EXPECT_EQ(*(*held_->Hold("c/d"))->Read("e"), "x");
  EXPECT_FALSE(held_->Read("c/d/e", 0).ok());
  ASSERT_TRUE(held_->Exchange("a", "c").ok());
  EXPECT_EQ(*held_->Read("c/file"), "one");
  ASSERT_TRUE(held_->Move("a/d", "d").ok());
  EXPECT_FALSE(held_->RemoveOne("d").ok());
  ASSERT_TRUE(held_->RemoveAll("d").ok());
  ASSERT_TRUE(held_->RemoveAll("way").ok());
  ASSERT_TRUE(held_->RemoveAll("none").ok());
  EXPECT_EQ(*held_->List(""), (std::vector<std::string>{"a", "c"}));
  EXPECT_TRUE(files_.IsFile(folder_.path() / "victim/file"));
}

TEST_P(HeldFolderTest, IsLockedByOneAndIsNoLink) {
  auto lock = *held_->TryLock();
  EXPECT_NE(lock, nullptr);
  EXPECT_EQ(*(*files_.Hold(root_))->TryLock(), nullptr);
  lock.reset();
  EXPECT_NE(*(*files_.Hold(root_))->TryLock(), nullptr);
  EXPECT_FALSE(files_.Hold(root_ / "way").ok());
  EXPECT_FALSE(files_.Hold(root_ / "a/file").ok());
  EXPECT_EQ(held_->identity(), (*files_.Hold(root_))->identity());
  EXPECT_NE(held_->identity(), (*held_->Hold("a"))->identity());
  ASSERT_TRUE(files_.Remove(root_).ok());
  EXPECT_EQ(held_->TryLock().error().code, ErrorCode::kNotFound);
}

TEST(HeldFolderOnDisk, PipesAndDevicesAreNotRead) {
  const TempFolder folder = *TempFolder::Make(Disk(), "kingbird-held-test");
  ASSERT_EQ(mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  const auto held = *Disk().Hold(folder.path());
  EXPECT_EQ(held->Look("pipe").kind, FileSystem::Kind::kOther);
  EXPECT_FALSE(held->Read("pipe").ok());
}

TEST(HeldFolderOnDisk, ALongNameIsAnError) {
  const TempFolder folder = *TempFolder::Make(Disk(), "kingbird-held-test");
  const auto held = *Disk().Hold(folder.path());
  EXPECT_FALSE(held->WriteNew(std::string(300, 'x'), "").ok());
  std::string deep = "x";
  for (int i = 0; i < 3000; ++i) deep += "/x";
  EXPECT_FALSE(held->WriteNew(deep, "").ok());
  EXPECT_EQ(held->Look(deep).kind, FileSystem::Kind::kNothing);
}

// openat2, and what stands in where the kernel or a container has none.
TEST(OpenBeneathTest, BothWaysGoTheSameWay) {
  const TempFolder folder = *TempFolder::Make(Disk(), "kingbird-held-test");
  ASSERT_TRUE(Disk().Write(folder.path() / "in/a/file", "x").ok());
  ASSERT_TRUE(Disk().Write(folder.path() / "out/file", "x").ok());
  for (const auto& [target, name] : {std::pair("../out", "folder"), {"../out/file", "file"}, {"a", "within"}})
    ASSERT_TRUE(Disk().Link(target, folder.path() / "in" / name).ok());
  const int in = open((folder.path() / "in").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  for (const auto& [name, code] : {std::pair("a/file", 0),
                                   {"a", 0},
                                   {"a/none", ENOENT},
                                   {"a/file/x", ENOTDIR},
                                   {"folder/file", ELOOP},
                                   {"file", ELOOP},
                                   {"within/file", ELOOP},
                                   {"within", ELOOP},
                                   {"../out/file", EXDEV},
                                   {"a/../../out/file", EXDEV},
                                   {"/etc/passwd", EXDEV},
                                   {"", EXDEV},
                                   {".", EXDEV}}) {
    for (const auto& [way, opens] : {std::pair("openat2", &OpenBeneath), {"walking", &OpenByWalking}}) {
      const int fd = opens(in, name, O_RDONLY, 0);
      EXPECT_EQ(fd < 0 ? errno : 0, code) << name << " by " << way;
      if (fd >= 0) close(fd);
    }
  }
  close(in);
}

TEST(FreshNumberTest, IsNeverTheSame) {
  const std::string number = FreshNumber();
  EXPECT_EQ(number.size(), 32U);
  EXPECT_EQ(number.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(number, FreshNumber());
}

}  // namespace
}  // namespace kingbird::base
