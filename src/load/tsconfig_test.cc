#include "load/tsconfig.h"

#include <gtest/gtest.h>

namespace kingbird::load {
namespace {

class TsConfigTest : public testing::Test {
 protected:
  void Add(const std::string& path, const std::string& text) { ASSERT_TRUE(files_.Write("/p/" + path, text).ok()); }
  std::string Options(const std::string& path) {
    return base::DumpJson(OwnConfig(files_, "/p/" + path)["compilerOptions"]);
  }
  base::FakeFileSystem files_;
};

TEST_F(TsConfigTest, WhatIsExtendedIsInIt) {
  Add("a/tsconfig.json", R"({"extends": "../base", "compilerOptions": {"jsx": "react", "outDir": "x"}, /* c */ })");
  Add("base.json", R"({"extends": ["@tsconfig/x", "plain"], "compilerOptions": {"jsx": "preserve", "strict": true}})");
  Add("node_modules/@tsconfig/x/tsconfig.json", R"({"compilerOptions": {"target": "es2020", "strict": false}})");
  Add("node_modules/plain/tsconfig.json", R"({"compilerOptions": {"target": "es2022"}})");
  EXPECT_EQ(Options("a/tsconfig.json"), R"({"strict":true,"target":"es2022","jsx":"react"})");
}

TEST_F(TsConfigTest, WhatCannotBeReadSaysNothing) {
  Add("circle.json", R"({"extends": ["./circle.json", "./circle.json"], "compilerOptions": {"strict": true}})");
  EXPECT_EQ(Options("circle.json"), R"({"strict":true})");
  Add("kinds.json", R"({"extends": [1, {}], "compilerOptions": []})");
  for (const char* name : {"kinds.json", "none.json"}) EXPECT_EQ(Options(name), "{}");
}

}  // namespace
}  // namespace kingbird::load
