#include "target/git_folder.h"

#include <gtest/gtest.h>

namespace kingbird::target {
namespace {

class GitFolderTest : public testing::Test {
 protected:
  void Repository(const base::Path& git) {
    Write(git / "HEAD", "ref: refs/heads/main\n");
    ASSERT_TRUE(files_.MakeFolder(git / "objects").ok());
  }
  void Write(const base::Path& path, const std::string& text) { ASSERT_TRUE(files_.Write(path, text).ok()); }
  void SetUp() override {
    Repository("/home/app/.git");
    ASSERT_TRUE(files_.MakeFolder("/home/app/src").ok());
    ASSERT_TRUE(files_.MakeFolder("/home/evil").ok());
  }

  base::FakeFileSystem files_;
};

TEST_F(GitFolderTest, IsFoundAboveAFolder) {
  const auto found = FindGitFolder("/home/app/src", files_);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->top, "/home/app");
  EXPECT_EQ(found->git, "/home/app/.git");
  EXPECT_EQ(FindGitFolder("/home/evil", files_).error().code, base::ErrorCode::kNotFound);
}

TEST_F(GitFolderTest, AnAdditionalWorkingTreeIsPointedBackTo) {
  const base::Path own = "/home/app/.git/worktrees/two";
  Write("/home/two/.git", "gitdir: " + own.string() + "\n");
  Write(own / "HEAD", "c0ffee\n");
  Write(own / "commondir", "../..\n");
  Write(own / "gitdir", "/home/two/.git\n");
  const auto found = FindGitFolder("/home/two", files_);
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(found->git, own);
  EXPECT_EQ(found->common, "/home/app/.git");
  // The same words in a folder that the repository does not know.
  Write("/home/evil/.git", "gitdir: " + own.string() + "\n");
  EXPECT_EQ(FindGitFolder("/home/evil", files_).error().code, base::ErrorCode::kUsage);
}

TEST_F(GitFolderTest, ASubmoduleIsPointedBackTo) {
  const base::Path own = "/home/app/.git/modules/part";
  Repository(own);
  Write(own / "config", "[core]\n\tbare = false\n\tworktree = ../../../part\n");
  Write("/home/app/part/.git", "gitdir: ../.git/modules/part\n");
  const auto found = FindGitFolder("/home/app/part", files_);
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(found->git, own);
  Write("/home/evil/.git", "gitdir: ../app/.git/modules/part\n");
  EXPECT_EQ(FindGitFolder("/home/evil", files_).error().code, base::ErrorCode::kUsage);
}

TEST_F(GitFolderTest, AnotherRepositoryIsNotShown) {
  Write("/home/evil/.git", "gitdir: /home/app/.git\n");
  EXPECT_EQ(FindGitFolder("/home/evil", files_).error().code, base::ErrorCode::kUsage);
  ASSERT_TRUE(files_.Remove("/home/evil/.git").ok());
  ASSERT_TRUE(files_.Link("/home/app/.git", "/home/evil/.git").ok());
  EXPECT_EQ(FindGitFolder("/home/evil", files_).error().code, base::ErrorCode::kUsage);
}

TEST_F(GitFolderTest, AFolderThatNamesTheObjectsOfAnotherRepositoryIsNone) {
  Repository("/home/evil/.git");
  Write("/home/evil/.git/commondir", "/home/app/.git\n");
  EXPECT_EQ(FindGitFolder("/home/evil", files_).error().code, base::ErrorCode::kUsage);
  // The folder that .git names is the attacker's own, and points back, but borrows from another repository.
  ASSERT_TRUE(files_.Remove("/home/evil/.git").ok());
  Write("/home/evil/.git", "gitdir: mine\n");
  Repository("/home/evil/mine");
  Write("/home/evil/mine/commondir", "/home/app/.git\n");
  Write("/home/evil/mine/gitdir", "/home/evil/.git\n");
  EXPECT_EQ(FindGitFolder("/home/evil", files_).error().code, base::ErrorCode::kUsage);
}

}  // namespace
}  // namespace kingbird::target
