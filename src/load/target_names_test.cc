#include "load/target_names.h"

#include <gtest/gtest.h>

namespace kingbird::load {
namespace {

class FitIntoProjectTest : public testing::Test {
 protected:
  FitIntoProjectTest() {
    target_.kind = target::Target::Kind::kFolder;
    target_.root = "/tmp/copy/app";
    target_.origin = "/home/u/app";
    target_.modules = {{"money", "src/money.js"}};
    target_.modules[0].source = "src/money.jsx";
    suite_.format = model::SuiteFormat::kJest;
    suite_.transformed = true;
    suite_.modules = {{"money", "../../src/money.jsx"}};
  }
  void Install(const std::string& package) {
    ASSERT_TRUE(files_.Write("/home/u/app/node_modules/" + package + "/package.json", "{}").ok());
  }
  void Fit() { FitIntoProject(target_, kFolder, files_, suite_); }
  std::string Command(const base::Path& from = "/home/u/app") const {
    return RunInProject(suite_, target_, kFolder, from);
  }
  const base::Path kFolder = "/home/u/app/kingbird-out/suite";
  base::FakeFileSystem files_;
  target::Target target_;
  emit::SuiteConfig suite_;
};

TEST_F(FitIntoProjectTest, WithoutTheRunnerTheSuiteBringsOneAlong) {
  Fit();
  EXPECT_FALSE(suite_.in_project);
  EXPECT_EQ(Command(), "");
}

TEST_F(FitIntoProjectTest, TheProjectsRunnerRunsItAsItsOwnTests) {
  Install("jest");
  Install("jest-environment-jsdom");
  target_.dom = "jsdom";
  target_.style = {true, false, "@/", "src/"};
  Fit();
  EXPECT_TRUE(suite_.in_project);
  EXPECT_TRUE(suite_.imports);
  EXPECT_EQ(suite_.modules[0].package, "@/money");
  EXPECT_EQ(suite_.docblock, "/**\n * @jest-environment jsdom\n */\n");
  EXPECT_EQ(Command(), "npx jest kingbird-out/suite");
  EXPECT_EQ(Command("/home/u"), "cd app && npx jest kingbird-out/suite");
  target_.places.roots = true;
  EXPECT_EQ(Command(), "npx jest '--roots=kingbird-out/suite' kingbird-out/suite");
}

TEST_F(FitIntoProjectTest, VitestIsToldWhereTheSuiteIs) {
  Install("vitest");
  suite_.format = model::SuiteFormat::kVitest;
  target_.dom = "happy-dom";
  Fit();
  EXPECT_EQ(suite_.docblock, "// @vitest-environment happy-dom\n");
  EXPECT_EQ(Command(), "npx vitest run kingbird-out/suite");
  target_.places.included = "vite.config.ts";
  Fit();
  EXPECT_NE(suite_.runner_config.find("import own from '../../vite.config.ts'"), std::string::npos);
  EXPECT_NE(suite_.runner_config.find("include: ['kingbird-out/suite/*.test.*']"), std::string::npos);
  EXPECT_EQ(Command(), "npx vitest run --config kingbird-out/suite/vitest.config.mjs");
}

TEST_F(FitIntoProjectTest, ModulesThatJestDoesNotTransformBringTheirFlags) {
  Install("jest");
  target_.origin = "";
  target_.root = "/home/u/app";
  suite_.transformed = false;
  suite_.modules[0].es_module = true;
  Fit();
  EXPECT_FALSE(suite_.in_project);
}

}  // namespace
}  // namespace kingbird::load
