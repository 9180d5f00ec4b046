#include "target/source_entry.h"

#include <gtest/gtest.h>

namespace kingbird::target {
namespace {

class SourceEntryTest : public testing::Test {
 protected:
  void Add(const std::string& path, const std::string& text = "") {
    ASSERT_TRUE(files_.Write("/p/" + path, text).ok());
  }
  base::Json Manifest(const std::string& text) {
    Add("package.json", text);
    return *ReadManifest(files_, "/p");
  }
  std::string Source(const std::string& manifest) {
    const auto found = FindSource(files_, "/p", Manifest(manifest));
    return found ? found->file.lexically_relative("/p").string() : "";
  }
  std::vector<std::string> Modules(const std::string& manifest) {
    std::vector<std::string> shown;
    for (const Module& module : FindModules(files_, "/p", Manifest(manifest)))
      shown.push_back(module.name + " " + module.file.string() + (module.is_module ? " module" : ""));
    return shown;
  }
  base::FakeFileSystem files_;
};

TEST(SourceEntry, TestsAndToolsAreNotTheProjectsOwnCode) {
  for (const char* own : {"src/a.ts", "lib/testing.js", "bin/cli.js", "index.mjs"})
    EXPECT_TRUE(IsOwnSource(own)) << own;
  for (const char* other : {"test/a.js", "src/__tests__/a.ts", "src/a.test.ts", "vite.config.js", ".eslintrc.js",
                            "packages/a/node_modules/b/c.js", ".github/x.js"})
    EXPECT_FALSE(IsOwnSource(other)) << other;
}

TEST(SourceEntry, ModulesAreCalledByTheLastPartOfTheirPlace) {
  EXPECT_EQ(ModuleName("lib/text-pad.js"), "textPad");
  EXPECT_EQ(ModuleName("src/money/index.ts"), "money");
}

TEST_F(SourceEntryTest, WhatIsBuiltIsMadeFromItsSource) {
  Add("src/index.ts");
  Add("src/main/api.ts");
  Add("src/types.d.ts");
  EXPECT_EQ(Source(R"({"main": "dist/index.js"})"), "src/index.ts");
  EXPECT_EQ(Source(R"({"main": "./dist/cjs/main/api.js"})"), "src/main/api.ts");
  EXPECT_EQ(Source(R"({"exports": {".": {"types": "./dist/none.d.ts", "import": "./lib/main/api.mjs"}}})"),
            "src/main/api.ts");
  EXPECT_EQ(Source(R"({"source": "src/main/api.ts", "main": "dist/index.js"})"), "src/main/api.ts");
  EXPECT_EQ(Source("{}"), "src/index.ts");
  EXPECT_EQ(Source(R"({"main": "../out/index.js"})"), "src/index.ts") << "by its usual name, not by where that leads";
}

TEST_F(SourceEntryTest, AFolderWithoutAnEntryIsAllItsModules) {
  Add("area.js");
  Add("shapes/polygon.mjs");
  Add("shapes/round/index.ts");
  Add("area.test.js");
  Add("jest.config.js");
  Add("cli.js", "#!/usr/bin/env node\n");
  Add("test/helper.js");
  Add("node_modules/x/index.js");
  Add("types.d.ts");
  Add("old/.kingbird-manifest.json", "{}");
  Add("old/suite/support.cjs");
  EXPECT_EQ(Modules("{}"), (std::vector<std::string>{"area area.js", "polygon shapes/polygon.mjs module",
                                                     "round shapes/round/index.ts"}));
  EXPECT_EQ(Modules(R"({"main": "dist/none.js"})"), std::vector<std::string>()) << "it promises something else";
}

TEST_F(SourceEntryTest, NamesOfModulesAreIdentifiersAndNoTwoTheSame) {
  Add("a/pad-left.js");
  Add("b/pad-left.js");
  Add("2d.js");
  EXPECT_EQ(Modules("{}"), (std::vector<std::string>{"m2d 2d.js", "aPadLeft a/pad-left.js", "bPadLeft b/pad-left.js"}));
}

TEST_F(SourceEntryTest, AWorkspaceIsItsPackagesAndSubpathsAreModules) {
  Add("packages/a/package.json", R"({"name": "@w/a"})");
  Add("packages/a/index.js");
  Add("packages/b/package.json", R"({"name": "@w/b", "type": "module", "main": "dist/x.js"})");
  Add("packages/b/src/x.ts");
  Add("packages/c/package.json", R"({"name": "@w/c"})");
  EXPECT_EQ(Modules(R"({"workspaces": ["packages/*"]})"),
            (std::vector<std::string>{"a packages/a/index.js", "b packages/b/src/x.ts module"}));
  Add("lib/v4.js");
  EXPECT_EQ(Modules(R"({"exports": {"./v4": "./lib/v4.js", "./package.json": "./package.json"}})"),
            (std::vector<std::string>{"v4 lib/v4.js"}));
}

}  // namespace
}  // namespace kingbird::target
