#include "target/project.h"

#include <gtest/gtest.h>

namespace kingbird::target {
namespace {

using model::SuiteFormat;

SuiteFormat RunnerOf(const std::string& manifest, const std::string& file = "") {
  base::FakeFileSystem files;
  EXPECT_TRUE(files.Write("/p/package.json", manifest).ok());
  if (!file.empty()) {
    EXPECT_TRUE(files.Write("/p/" + file, "").ok());
  }
  return LookAtProject(files, "/p").runner;
}

TEST(Project, TheTestScriptTellsTheRunner) {
  EXPECT_EQ(RunnerOf(R"({"scripts": {"test": "vitest run"}, "devDependencies": {"jest": "1"}})"), SuiteFormat::kVitest);
  EXPECT_EQ(RunnerOf(R"({"scripts": {"test": "node --test"}, "devDependencies": {"jest": "1"}})"), SuiteFormat::kNode);
}

TEST(Project, ElseWhatIsInstalledOrConfigured) {
  EXPECT_EQ(RunnerOf(R"({"devDependencies": {"mocha": "10"}})"), SuiteFormat::kMocha);
  EXPECT_EQ(RunnerOf("{}", "jest.config.js"), SuiteFormat::kJest);
  EXPECT_EQ(RunnerOf("{}"), SuiteFormat::kNode);
  EXPECT_EQ(RunnerOf(R"({"scripts": []})"), SuiteFormat::kNode);
}

TEST(Project, APackageOfAWorkspaceHasTheRunnerOfTheRoot) {
  base::FakeFileSystem files;
  ASSERT_TRUE(files.Write("/w/package.json", R"({"devDependencies": {"vitest": "2"}})").ok());
  ASSERT_TRUE(files.Write("/w/packages/a/package.json", R"({"name": "a"})").ok());
  EXPECT_EQ(LookAtProject(files, "/w/packages/a").runner, SuiteFormat::kVitest);
}

}  // namespace
}  // namespace kingbird::target
