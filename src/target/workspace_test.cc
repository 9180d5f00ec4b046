#include "target/workspace.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace kingbird::target {
namespace {

class WorkspaceTest : public testing::Test {
 protected:
  void SetUp() override { setenv("HOME", "/home/u", 1); }
  void TearDown() override { home_.empty() ? unsetenv("HOME") : setenv("HOME", home_.c_str(), 1); }
  void Write(const base::Path& path, const std::string& text) { ASSERT_TRUE(files_.Write(path, text).ok()); }

  base::FakeFileSystem files_;

 private:
  std::string home_ = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
};

TEST_F(WorkspaceTest, AHomeIsNoProject) {
  Write("/home/u/package.json", R"({"name": "home"})");
  Write("/home/u/Downloads/evil.js", "");
  EXPECT_EQ(ProjectAround(files_, "/home/u/Downloads"), std::nullopt);
  EXPECT_EQ(ProjectAround(files_, "/home/u"), std::nullopt);
  EXPECT_TRUE(IsPersonal(files_, "/home"));
  // Of another user.
  Write("/srv/other/package.json", R"({"name": "home"})");
  Write("/srv/other/.ssh/id", "");
  EXPECT_EQ(ProjectAround(files_, "/srv/other"), std::nullopt);
}

TEST_F(WorkspaceTest, WhatSaysWhatIsInstalledAloneIsNoProject) {
  Write("/srv/tools/package.json", R"({"dependencies": {"left-pad": "1"}})");
  EXPECT_EQ(ProjectAround(files_, "/srv/tools/sub"), std::nullopt);
  Write("/srv/tools/package.json", R"({"type": "module", "dependencies": {}})");
  EXPECT_EQ(ProjectAround(files_, "/srv/tools/sub"), "/srv/tools");
}

TEST_F(WorkspaceTest, AProjectEndsWithItsRepository) {
  Write("/srv/work/package.json", R"({"name": "work"})");
  Write("/srv/work/clone/.git/HEAD", "");
  EXPECT_EQ(ProjectAround(files_, "/srv/work/clone/src"), std::nullopt);
  Write("/srv/work/clone/package.json", R"({"name": "clone"})");
  EXPECT_EQ(ProjectAround(files_, "/srv/work/clone/src"), "/srv/work/clone");
}

TEST_F(WorkspaceTest, MembersAreThoseThatItDeclares) {
  Write("/srv/ws/package.json", R"({"workspaces": {"packages": ["packages/*", "apps/**", "!apps/old", "../*"]}})");
  for (const char* member : {"packages/a", "apps/x/y", "apps/old", "other"})
    Write("/srv/ws" / base::Path(member) / "package.json", "{}");
  EXPECT_EQ(WorkspaceAround(files_, "/srv/ws/packages/a"), "/srv/ws");
  EXPECT_EQ(WorkspaceAround(files_, "/srv/ws/apps/x/y"), "/srv/ws");
  EXPECT_EQ(WorkspaceAround(files_, "/srv/ws"), "/srv/ws");
  EXPECT_EQ(WorkspaceAround(files_, "/srv/ws/other"), std::nullopt);
  EXPECT_TRUE(IsMember(files_, "/srv/ws", "/srv/ws/packages/a"));
  EXPECT_FALSE(IsMember(files_, "/srv/ws", "/srv/ws/apps/old"));
  EXPECT_FALSE(IsMember(files_, "/srv/ws", "/srv/shop"));
  EXPECT_FALSE(IsMember(files_, "/srv/ws", "/srv/ws"));
  // Whatever a member says itself.
  Write("/srv/ws/packages/a/package.json", R"({"workspaces": ["../*"]})");
  EXPECT_EQ(WorkspaceAround(files_, "/srv/ws/packages/a"), "/srv/ws");
}

TEST_F(WorkspaceTest, PnpmDeclaresThemInAFileOfItsOwn) {
  Write("/srv/ws/package.json", "{}");
  Write("/srv/ws/pnpm-workspace.yaml",
        "# ours\npackages:\n  - 'packages/*'  # all\n  - \"tools\"\n\ncatalog:\n  - other\n");
  Write("/srv/ws/packages/a/package.json", "{}");
  EXPECT_EQ(WorkspaceAround(files_, "/srv/ws/packages/a"), "/srv/ws");
  EXPECT_TRUE(IsMember(files_, "/srv/ws", "/srv/ws/tools"));
  EXPECT_FALSE(IsMember(files_, "/srv/ws", "/srv/ws/other"));
}

TEST_F(WorkspaceTest, ConfigurationIsReadUpToTheRepository) {
  Write("/srv/clone/.git/HEAD", "");
  Write("/srv/clone/packages/a/package.json", "{}");
  EXPECT_EQ(ConfigurationRoot(files_, "/srv/clone/packages/a"), "/srv/clone");
  Write("/home/u/.git/HEAD", "");
  Write("/home/u/evil/package.json", "{}");
  EXPECT_EQ(ConfigurationRoot(files_, "/home/u/evil"), "/home/u/evil");
}

}  // namespace
}  // namespace kingbird::target
