// That a project compiles and has a document is tested in tests/projects.
#include "load/adapt.h"

#include <gtest/gtest.h>

namespace kingbird::load {
namespace {

class AdaptTest : public testing::Test {
 protected:
  void Add(const std::string& path, const std::string& text) { ASSERT_TRUE(files_.Write("/p/" + path, text).ok()); }
  // Compiling needs esbuild, which nobody can install here.
  base::Result<Adapted> Adapt(const std::string& version = "v20.19.0") {
    target::Target target;
    target.kind = target::Target::Kind::kFile;
    target.root = "/p";
    target.entry = "src/a.js";
    return AdaptToProject(
        target,
        {.files = files_,
         .log = log_,
         .folder = "/p",
         .cache = "/cache",
         .run =
             [](const base::Command&) { return base::Result<base::ProcessResult>(base::EnvironmentError("no npm")); }},
        {"/usr/bin/node", version});
  }
  base::FakeFileSystem files_;
  base::Log log_{base::LogLevel::kQuiet};
};

TEST_F(AdaptTest, WhatNodeLoadsStaysWhereItIs) {
  Add("src/a.js", "exports.a = 1;");
  const auto adapted = Adapt();
  ASSERT_TRUE(adapted.ok()) << adapted.error().message;
  EXPECT_EQ(adapted->target.root, "/p");
  EXPECT_FALSE(adapted->folder);
  EXPECT_EQ(adapted->target.dom, "");
}

TEST_F(AdaptTest, ModulesThatNobodyDeclaresAreForNodeWhereItFindsOut) {
  Add("package.json", "{}");
  Add("src/a.js", "export const a = 1;");
  EXPECT_TRUE(Adapt().ok());
  EXPECT_FALSE(Adapt("v18.20.0").ok()) << "there it is compiled";
  Add("package.json", R"({"scripts": {"test": "jest"}})");
  EXPECT_FALSE(Adapt().ok()) << "jest has it compiled, too";
}

TEST_F(AdaptTest, CodeForBrowsersHasTheDocumentThatIsInstalled) {
  Add("src/a.js", "exports.a = () => document.title;");
  EXPECT_EQ(Adapt()->target.dom, "") << "none is";
  Add("node_modules/happy-dom/package.json", "{}");
  EXPECT_EQ(Adapt()->target.dom, "happy-dom");
  Add("node_modules/jest-environment-jsdom/package.json", "{}");
  EXPECT_EQ(Adapt()->target.dom, "jsdom");
  Add("vitest.config.js", "export default { test: { environment: 'happy-dom' } };");
  EXPECT_EQ(Adapt()->target.dom, "happy-dom") << "the configuration names it";
  Add("src/a.js", "exports.a = () => 1;");
  EXPECT_EQ(Adapt()->target.dom, "happy-dom") << "as it does for all tests of the project";
}

TEST(DetectsModules, FromNode20And22On) {
  for (const char* version : {"v20.19.0", "v22.7.0", "v24.0.0"}) EXPECT_TRUE(DetectsModules(version)) << version;
  for (const char* version : {"v18.20.8", "v20.18.3", "v22.6.0", ""}) EXPECT_FALSE(DetectsModules(version)) << version;
}

}  // namespace
}  // namespace kingbird::load
