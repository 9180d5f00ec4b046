#include "target/revision_modules.h"

#include <gtest/gtest.h>

#include "base/json.h"

namespace kingbird::target {
namespace {

/// A working tree in /work and a copy of one of its revisions in /copy.
class RevisionModulesTest : public testing::Test {
 protected:
  void Write(const std::string& path, const std::string& text) { ASSERT_TRUE(files_.Write(path, text).ok()); }
  void Install(const std::string& path) { Write(path + "/package.json", "{}"); }

  base::Status Link() {
    const auto run = [this](const base::Command& command) -> base::Result<base::ProcessResult> {
      ++installs_;
      if (npm_fails_) return base::ProcessResult{1, false, "{\n\"error\": {\"code\": \"ENOTFOUND\"}\n}", ""};
      EXPECT_TRUE(files_.Write(command.folder / "node_modules/left/package.json", "{}").ok());
      return base::ProcessResult{0, false, "", ""};
    };
    const auto held = files_.Hold("/copy");
    if (!held.ok()) return held.error();
    return LinkRevisionModules("/work", "/copy", **held,
                               {.files = files_, .log = log_, .folder = "/work", .cache = "/cache", .run = run});
  }

  std::string Real(const std::string& path) {
    const auto real = files_.Real(path);
    return real.ok() ? real->string() : "";
  }

  base::FakeFileSystem files_;
  int installs_ = 0;
  bool npm_fails_ = false;

 private:
  base::Log log_{base::LogLevel::kQuiet};
};

constexpr char kOne[] = R"({"dependencies": {"left": "^1.0.0"}, "devDependencies": {"mocha": "1"}})";
constexpr char kSameButForTests[] = R"({"dependencies": {"left": "^1.0.0"}, "version": "2.0.0"})";
constexpr char kTwo[] = R"({"dependencies": {"left": "^2.0.0"}})";

TEST_F(RevisionModulesTest, TheSameDependenciesAreThoseOfTheWorkingTree) {
  Install("/work/node_modules/left");
  Write("/work/package.json", kOne);
  Write("/copy/package.json", kSameButForTests);
  ASSERT_TRUE(Link().ok());
  EXPECT_EQ(Real("/copy/node_modules"), "/work/node_modules");
  EXPECT_EQ(installs_, 0);
}

TEST_F(RevisionModulesTest, OthersAreInstalledOnceAndLinked) {
  Install("/work/node_modules/left");
  Write("/work/package.json", kTwo);
  Write("/copy/package.json", kOne);
  ASSERT_TRUE(Link().ok());
  ASSERT_TRUE(Link().ok());
  EXPECT_EQ(installs_, 1);
  EXPECT_TRUE(Real("/copy/node_modules").starts_with("/cache/dependencies/")) << Real("/copy/node_modules");
  EXPECT_TRUE(files_.IsFile(Real("/copy/node_modules") + "/left/package.json"));
  // The working tree goes back to what the revision has.
  Write("/work/package.json", kOne);
  ASSERT_TRUE(Link().ok());
  EXPECT_EQ(Real("/copy/node_modules"), "/work/node_modules");
}

TEST_F(RevisionModulesTest, WhereNpmFailsTheWorkingTreeServes) {
  npm_fails_ = true;
  Install("/work/node_modules/left");
  Write("/work/package.json", kTwo);
  Write("/copy/package.json", kOne);
  ASSERT_TRUE(Link().ok());
  EXPECT_EQ(Real("/copy/node_modules"), "/work/node_modules");
}

TEST_F(RevisionModulesTest, APackageOfTheRepositoryIsTheCopysOwn) {
  for (const std::string root : {"/work", "/copy"}) {
    Write(root + "/package.json", R"({"workspaces": ["packages/*"]})");
    Write(root + "/packages/format/package.json", R"({"name": "@shop/format"})");
    Write(root + "/packages/cart/package.json", R"({"name": "@shop/cart", "dependencies": {"@shop/format": "*"}})");
  }
  Install("/work/node_modules/left");
  ASSERT_TRUE(files_.Link("/work/packages/format", "/work/node_modules/@shop/format").ok());
  ASSERT_TRUE(Link().ok());
  ASSERT_TRUE(Link().ok());
  EXPECT_EQ(Real("/copy/node_modules/@shop/format"), "/copy/packages/format");
  EXPECT_EQ(Real("/copy/node_modules/left"), "/work/node_modules/left");
  EXPECT_EQ(installs_, 0);
}

TEST_F(RevisionModulesTest, WhatTheRevisionBringsStays) {
  Install("/work/node_modules/left");
  Install("/copy/node_modules/right");
  Write("/work/package.json", kOne);
  Write("/copy/package.json", kOne);
  ASSERT_TRUE(Link().ok());
  EXPECT_FALSE(files_.IsFile("/copy/node_modules/left/package.json"));
}

}  // namespace
}  // namespace kingbird::target
