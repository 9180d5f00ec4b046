// Resolving against the real npm: needs the network, installs into a cache of its own.
#include <gtest/gtest.h>

#include <future>

#include "target/target.h"

namespace kingbird::target {
namespace {

class NpmTarget : public testing::Test {
 protected:
  base::Result<Target> Find(const std::string& text) {
    return Resolve(text, {files_, log_, folder_.path(), cache_.path(), base::RunCommand});
  }

  base::TempFolder cache_ = *base::TempFolder::Make(base::Disk(), "kingbird-cache");
  base::TempFolder folder_ = *base::TempFolder::Make(base::Disk(), "kingbird-work");
  base::DiskFileSystem files_;
  base::Log log_;
};

TEST_F(NpmTarget, TwoAtOnceGetTheSamePackage) {
  auto other = std::async(std::launch::async, [&] { return Find("jsonfile@6.1.0"); });
  const auto target = Find("jsonfile@6.1.0");
  const auto second = other.get();
  ASSERT_TRUE(target.ok()) << target.error().message;
  ASSERT_TRUE(second.ok()) << second.error().message;
  EXPECT_EQ(target->root, second->root);
  EXPECT_EQ(target->display, "jsonfile@6.1.0");
  EXPECT_TRUE(files_.IsFile(target->root / "index.js"));
  EXPECT_TRUE(files_.IsFile(target->root.parent_path() / "universalify/package.json")) << "dependencies come along";
}

TEST_F(NpmTarget, AModuleOnlyPackage) {
  const auto target = Find("yocto-queue@1.1.1");
  ASSERT_TRUE(target.ok()) << target.error().message;
  EXPECT_TRUE(target->is_module);
}

TEST_F(NpmTarget, WhatDoesNotExistIsSaidInOneLine) {
  EXPECT_EQ(Find("jsonfile@999.0.0").error().message, "the package jsonfile has no version '999.0.0'");
  EXPECT_EQ(Find("kingbird-has-no-such-package@1.0.0").error().message,
            "npm knows no package 'kingbird-has-no-such-package'");
}

TEST_F(NpmTarget, NoNetworkIsSaidInOneLine) {
  setenv("npm_config_registry", "http://127.0.0.1:9/", 1);
  setenv("npm_config_fetch_retries", "0", 1);
  const auto target = Find("jsonfile@6.0.1");
  unsetenv("npm_config_registry");
  unsetenv("npm_config_fetch_retries");
  ASSERT_FALSE(target.ok());
  EXPECT_EQ(target.error().code, base::ErrorCode::kEnvironment);
  EXPECT_EQ(target.error().message, "npm cannot reach its registry to install jsonfile");
}

}  // namespace
}  // namespace kingbird::target
