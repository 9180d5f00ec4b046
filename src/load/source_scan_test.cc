#include "load/source_scan.h"

#include <gtest/gtest.h>

namespace kingbird::load {
namespace {

class SourceScanTest : public testing::Test {
 protected:
  void Add(const std::string& path, const std::string& text) { ASSERT_TRUE(files_.Write("/p/" + path, text).ok()); }
  SourceScan Scan(const base::Path& entry = "src/a.js") {
    target::Target target;
    target.kind = target::Target::Kind::kFile;
    target.root = "/p";
    target.entry = entry;
    return ScanSources(target, files_, ImportPaths(files_, "/p", config_));
  }
  base::FakeFileSystem files_;
  ProjectConfig config_;
};

TEST_F(SourceScanTest, WhatNodeLoadsIsNotForABundler) {
  Add("src/a.js", "const b = require('./b');\nconst c = require('./c'), fs = require('fs'), d = require('./d.json');");
  Add("src/b.js", "module.exports = 1;");
  Add("src/c/index.js", "exports.c = 1;");
  Add("src/d.json", "{}");
  EXPECT_FALSE(Scan().bundled);
  Add("src/m.mjs", "import b from './b.js';\nimport d from './d.json' with { type: 'json' };\nexport { b };");
  EXPECT_FALSE(Scan("src/m.mjs").bundled);
  EXPECT_TRUE(Scan("src/m.mjs").scripts.contains("src/m.mjs")) << "if anything is compiled, its imports are named anew";
}

TEST_F(SourceScanTest, SyntaxAndImportsTellABundler) {
  for (const char* text : {"import b from './b';", "import c from './c';", "export const a = () => <p>1</p>;",
                           "import './a.css';", "import logo from './logo.png';", "import d from './d.json';",
                           "export default import.meta.env.MODE;", "import t from './b.js?raw';",
                           "import b from '@/b.js';", "import 'pkg/style.css';", "export { b } from './deep.js';"}) {
    Add("package.json", R"({"type": "module"})");
    Add("src/b.js", "export default 1;");
    Add("src/deep.js", "export * from './b';");
    Add("src/c/index.js", "");
    Add("src/a.css", "");
    Add("src/logo.png", "");
    Add("src/d.json", "{}");
    Add("src/a.js", text);
    config_.aliases = {{"@", false, false, false, {"./src"}}};
    EXPECT_TRUE(Scan().bundled) << text;
    EXPECT_TRUE(Scan().scripts.contains("src/a.js")) << text;
    EXPECT_FALSE(Scan().undeclared_modules);
  }
}

TEST_F(SourceScanTest, ModulesThatNobodyDeclares) {
  Add("src/a.js", "export const a = 1;");
  EXPECT_TRUE(Scan().undeclared_modules);
  EXPECT_FALSE(Scan().bundled);
  Add("src/package.json", R"({"type": "module"})");
  EXPECT_FALSE(Scan().undeclared_modules) << "the nearest package.json says so";
}

TEST_F(SourceScanTest, GlobalsOfBrowsersAreThoseThatNothingDeclares) {
  Add("src/a.js", "exports.a = () => document.title;");
  EXPECT_TRUE(Scan().uses_browser);
  Add("src/a.js", "exports.a = (document, window) => document.title + window.length;");
  EXPECT_FALSE(Scan().uses_browser);
  Add("src/a.js", "exports.a = typeof window === 'undefined' ? 1 : 2;");
  EXPECT_FALSE(Scan().uses_browser) << "asks whether there is one";
  Add("src/a.js", "exports.a = () => import.meta.url;");
  EXPECT_TRUE(Scan().uses_meta);
}

}  // namespace
}  // namespace kingbird::load
