#include "load/project_config.h"

#include <gtest/gtest.h>

namespace kingbird::load {
namespace {

class ProjectConfigTest : public testing::Test {
 protected:
  void Add(const std::string& path, const std::string& text) { ASSERT_TRUE(files_.Write("/p/" + path, text).ok()); }
  ProjectConfig Read() { return ReadProjectConfig(files_, "/p"); }
  std::string Aliases() {
    std::string shown;
    for (const Alias& alias : Read().aliases) {
      shown += (alias.is_regex ? "/" : "") + alias.find + (alias.exact ? "$" : "") + " =";
      for (const std::string& place : alias.places) shown += " " + place;
      shown += "\n";
    }
    return shown;
  }
  base::FakeFileSystem files_;
};

TEST_F(ProjectConfigTest, NothingSaysNothing) {
  EXPECT_EQ(Aliases(), "");
  EXPECT_EQ(Read().environment, "");
  Add("jest.config.js", "module.exports = createConfig();");
  EXPECT_EQ(Aliases(), "");
}

TEST_F(ProjectConfigTest, JestMapsNamesOfModules) {
  Add("package.json", R"x({"jest": {"testEnvironment": "jest-environment-jsdom", "rootDir": "app",
    "modulePaths": ["<rootDir>/lib"], "setupFiles": ["<rootDir>/setup.js"],
    "moduleNameMapper": {"\\.(css|less)$": "identity-obj-proxy", "^@/(.*)$": "<rootDir>/src/$1"}}})x");
  EXPECT_EQ(Aliases(), "/\\.(css|less)$ = identity-obj-proxy\n/^@/(.*)$ = /p/app/src/$1\n");
  EXPECT_EQ(Read().environment, "jsdom");
  EXPECT_EQ(Read().module_roots, std::vector<std::string>{"app/lib"});
  EXPECT_EQ(Read().setup_files, std::vector<std::string>{"/p/app/setup.js"});
}

TEST_F(ProjectConfigTest, VitestComesBeforeVite) {
  Add("vite.config.js",
      "export default defineConfig({ resolve: { alias: [{ find: /^~(.*)/, replacement: './src$1' }] },"
      " test: { environment: 'jsdom' } });");
  Add("vitest.config.ts",
      "export default { test: { environment: 'happy-dom', setupFiles: './setup.ts' },"
      " resolve: { alias: { '@': path.resolve(__dirname, 'src') } } };");
  EXPECT_EQ(Aliases(), "@ = /p/src\n/^~(.*) = ./src$1\n");
  EXPECT_EQ(Read().environment, "happy-dom");
  EXPECT_EQ(Read().setup_files, std::vector<std::string>{"./setup.ts"});
}

TEST_F(ProjectConfigTest, BabelAndWebpackHaveAliasesToo) {
  Add(".babelrc", R"x({"plugins": [["module-resolver", {"root": ["./lib"], "alias": {"^@app/(.+)": "./src/\\1"}}]]})x");
  Add("webpack.config.js", "module.exports = { resolve: { alias: { ui$: path.join(__dirname, 'ui/index.js') } } };");
  EXPECT_EQ(Aliases(), "/^@app/(.+) = ./src/$1\nui$ = /p/ui/index.js\n");
  EXPECT_EQ(Read().module_roots, std::vector<std::string>{"lib"});
}

}  // namespace
}  // namespace kingbird::load
