#include "target/git_revision.h"

#include <gtest/gtest.h>

namespace kingbird::target {
namespace {

/// A repository around /work/app with one commit; what tar unpacks is a package.
class GitRevisionTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(files_.Write("/work/.git/HEAD", "ref: refs/heads/main\n").ok());
    ASSERT_TRUE(files_.MakeFolder("/work/.git/objects").ok());
    ASSERT_TRUE(files_.MakeFolder("/work/app").ok());
  }

  base::Result<base::Path> Fetch(const std::string& revision) {
    const auto run = [this](const base::Command& command) -> base::Result<base::ProcessResult> {
      return base::ProcessResult{.out = Answer(command.arguments)};
    };
    return FetchRevision(revision,
                         {.files = files_, .log = log_, .folder = "/work/app", .cache = "/cache", .run = run});
  }

  base::FakeFileSystem files_;
  int unpacked_ = 0;
  base::Path link_;  ///< What the revision has in the place of the folder.
  std::string listing_ = std::string("100644 blob c0ffee      2\tapp/package.json\0", 41);

 private:
  std::string Answer(const std::vector<std::string>& words) {
    const std::string& last = words.back();
    if (words[0] == "tar") {
      ++unpacked_;
      if (link_.empty())
        EXPECT_TRUE(files_.Write(base::Path(last) / "app/package.json", "{}").ok());
      else
        EXPECT_TRUE(files_.Link(link_, base::Path(last) / "app").ok());
      EXPECT_TRUE(files_.Write(base::Path(last) / ".kingbird.tar", "").ok());
    }
    if (words.size() > 3 && words[3] == "ls-tree") return listing_;
    return "c0ffee\n";
  }

  base::Log log_{base::LogLevel::kQuiet};
};

TEST_F(GitRevisionTest, IsUnpackedOnceAndLeavesNothingElse) {
  const auto folder = Fetch("HEAD~1");
  ASSERT_TRUE(folder.ok()) << folder.error().message;
  EXPECT_TRUE(files_.IsFile(*folder / "package.json"));
  EXPECT_EQ(Fetch("HEAD~1").value(), *folder);
  EXPECT_EQ(unpacked_, 1);
  EXPECT_EQ(files_.List("/cache/revisions").value().size(), 1U);
  EXPECT_EQ(files_.List(folder->parent_path()).value(), std::vector<std::string>{"app"});
}

TEST_F(GitRevisionTest, WhatTheWorkingTreeHasInstalledServes) {
  ASSERT_TRUE(files_.MakeFolder("/work/app/node_modules").ok());
  const base::Path folder = Fetch("HEAD").value();
  EXPECT_EQ(files_.Real(folder / "node_modules").value(), "/work/app/node_modules");
  EXPECT_FALSE(files_.IsFolder(folder.parent_path() / "node_modules"));
}

// Where the working tree has a folder today, the revision has a link, or nothing.
TEST_F(GitRevisionTest, ALinkInThePlaceOfTheFolderIsNotFollowed) {
  ASSERT_TRUE(files_.MakeFolder("/work/app/node_modules").ok());
  ASSERT_TRUE(files_.MakeFolder("/home/private").ok());
  link_ = "/home/private";
  EXPECT_EQ(Fetch("HEAD").error().message, "revision 'HEAD' has no folder app");
  EXPECT_TRUE(files_.List("/home/private")->empty());
}

TEST_F(GitRevisionTest, WhatIsTooLargeIsNotUnpacked) {
  listing_ = std::string("100644 blob c0ffee 1073741824\tbig\0", 34);
  EXPECT_NE(Fetch("HEAD").error().message.find("too large"), std::string::npos);
  listing_.clear();
  for (int i = 0; i < 100'001; ++i) listing_ += std::string("100644 blob c0ffee 0\tx\0", 23);
  EXPECT_NE(Fetch("HEAD").error().message.find("too large"), std::string::npos);
  EXPECT_EQ(unpacked_, 0);
  EXPECT_TRUE(files_.List("/cache/revisions").value().empty());
}

TEST_F(GitRevisionTest, AnOptionIsNoRevision) {
  EXPECT_EQ(Fetch("--output=x").error().code, base::ErrorCode::kUsage);
  EXPECT_EQ(Fetch("").error().code, base::ErrorCode::kUsage);
  EXPECT_FALSE(files_.IsFolder("/cache"));
}

}  // namespace
}  // namespace kingbird::target
