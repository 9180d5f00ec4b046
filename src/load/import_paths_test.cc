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
    const auto found = ImportPaths(files_, "/p").Find(from, specifier);
    return found ? found->string() : "";
  }
  base::FakeFileSystem files_;
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
