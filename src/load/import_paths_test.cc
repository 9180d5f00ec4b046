#include "load/import_paths.h"

#include <gtest/gtest.h>

namespace kingbird::load {
namespace {

class ImportPathsTest : public testing::Test {
 protected:
  void Add(const std::string& path, const std::string& text = "") {
    ASSERT_TRUE(files_.Write("/p/" + path, text).ok());
  }
  std::string Find(const std::string& from, const std::string& specifier) {
    const auto found = ImportPaths(files_, "/p", config_).Find(from, specifier);
    if (!found) return "";
    return found->file.string() + found->package + (found->query.empty() ? "" : " as " + found->query);
  }
  base::FakeFileSystem files_;
  ProjectConfig config_;
};

TEST_F(ImportPathsTest, EndingsAreThoseThatAreThere) {
  Add("src/a.ts");
  Add("src/view.tsx");
  Add("src/parts/index.ts");
  Add("src/plain.js");
  Add("src/data.json");
  Add("index.ts");
  for (const char* specifier : {"./a", "./a.js", "./a.ts", "../src/a"})
    EXPECT_EQ(Find("src/b.ts", specifier), "src/a.ts");
  EXPECT_EQ(Find("src/b.ts", "./view"), "src/view.tsx");
  EXPECT_EQ(Find("src/b.ts", "./view.jsx"), "src/view.tsx");
  EXPECT_EQ(Find("src/b.ts", "./parts"), "src/parts/index.ts");
  EXPECT_EQ(Find("src/b.ts", "./parts/"), "src/parts/index.ts");
  EXPECT_EQ(Find("src/b.ts", "./plain.js"), "src/plain.js");
  EXPECT_EQ(Find("src/b.ts", "./data.json"), "src/data.json");
  EXPECT_EQ(Find("src/b.ts", ".."), "index.ts");
}

TEST_F(ImportPathsTest, PackagesAndWhatLeadsOutAreNotTheProjects) {
  Add("src/a.ts");
  for (const char* specifier : {"lodash", "node:fs", "/p/src/a", "../../etc/passwd", "./none"})
    EXPECT_EQ(Find("src/b.ts", specifier), "") << specifier;
}

TEST_F(ImportPathsTest, AliasesComeFromTheConfigurationAndTheOneItExtends) {
  Add("base.json", R"({"compilerOptions": {"baseUrl": "."}})");
  Add("tsconfig.json",
      "{ // comment\n \"extends\": \"./base.json\", /* more */\n"
      "\"compilerOptions\": {\"paths\": {\"@/*\": [\"none/*\", \"src/*\"], \"~cfg\": [\"src/config.ts\"],},},}");
  Add("src/a.ts");
  Add("src/config.ts");
  EXPECT_EQ(Find("src/deep/b.ts", "@/a"), "src/a.ts");
  EXPECT_EQ(Find("src/deep/b.ts", "~cfg"), "src/config.ts");
  EXPECT_EQ(Find("src/deep/b.ts", "src/a"), "src/a.ts") << "by baseUrl";
  EXPECT_EQ(Find("src/deep/b.ts", "@/none"), "");
}

TEST_F(ImportPathsTest, ABundlersAliasesStandForFilesAndPackages) {
  Add("src/money.js");
  Add("src/view.jsx");
  Add("src/app.css");
  Add("mocks/style.js");
  Add("lib/pad.js");
  config_.aliases = {{"\\.less$", true, false, false, {"identity-obj-proxy"}},
                     {"^~/", true, true, false, {"/p/src/"}},
                     {"@", false, false, false, {"/p/src"}},
                     {"root", false, false, false, {"/src"}},
                     {"react", false, false, true, {"preact/compat"}}};
  config_.module_roots = {"lib"};
  EXPECT_EQ(Find("src/a.js", "@/money"), "src/money.js");
  EXPECT_EQ(Find("src/a.js", "root/view"), "src/view.jsx");
  EXPECT_EQ(Find("src/a.js", "~/money"), "src/money.js");
  EXPECT_EQ(Find("src/a.js", "./none.less"), "identity-obj-proxy");
  EXPECT_EQ(Find("src/a.js", "react"), "preact/compat");
  EXPECT_EQ(Find("src/a.js", "react/jsx-runtime"), "") << "only the name itself";
  EXPECT_EQ(Find("src/a.js", "@money"), "");
  EXPECT_EQ(Find("src/a.js", "pad"), "lib/pad.js");
  EXPECT_EQ(Find("src/a.js", "./app.css?raw"), "src/app.css as raw");
  EXPECT_TRUE(IsAsset("src/app.css"));
  EXPECT_FALSE(IsAsset("src/view.jsx"));
}

TEST_F(ImportPathsTest, ManifestsAndJsconfigsHaveAliasesToo) {
  Add("src/lib/a.js");
  Add("src/b.js");
  Add("package.json", R"({"imports": {"#lib/*": "./src/lib/*.js", "#b": {"default": "./src/b.js"}, "#no": 1}})");
  Add("jsconfig.json", R"({"compilerOptions": {"paths": {"$lib/*": ["./src/lib/*"]}}})");
  EXPECT_EQ(Find("src/c.js", "#lib/a"), "src/lib/a.js");
  EXPECT_EQ(Find("src/c.js", "#b"), "src/b.js");
  EXPECT_EQ(Find("src/c.js", "$lib/a"), "src/lib/a.js");
}

TEST(RenameImports, EverySpecifierOfAModuleAndNothingElse) {
  const auto rename = [](const std::string& specifier) {
    return specifier.starts_with(".") ? std::optional(specifier + ".js") : std::nullopt;
  };
  EXPECT_EQ(
      RenameImports("import a from './a';\nexport * from \"./b\";\nimport './c';\nimport x from 'x';\n"
                    "const d = require('./d'), e = await import('./e'), s = './s', f = load('./f'), g = require(s);\n",
                    rename),
      "import a from './a.js';\nexport * from './b.js';\nimport './c.js';\nimport x from 'x';\n"
      "const d = require('./d.js'), e = await import('./e.js'), s = './s', f = load('./f'), g = require(s);\n");
}

}  // namespace
}  // namespace kingbird::load
