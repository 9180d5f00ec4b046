#include "load/own_files.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace kingbird::load {
namespace {

TEST(OwnFiles, AreTheFileAndWhatItImports) {
  base::FakeFileSystem files;
  for (const auto& [path, text] : std::map<std::string, std::string>{
           {"main.js", "const a = require('./a'); import('./sub/b.mjs'); require('../above'); require('fs');"},
           {"a.js", "module.exports = [require('./data.json'), require('./main'), require('./.ssh/key.json')];"},
           {"a.d.ts", "export const a: number;"},
           {"sub/b.mjs", "import { c } from './c.ts'; export * from '../typed';"},
           {"sub/c.ts", ""},
           {"typed.ts", ""},
           {"data.json", "{}"},
           {".ssh/key.json", "{}"},
           {"other.js", ""},
           {"../above.js", ""}})
    ASSERT_TRUE(files.Write("/srv/files" / base::Path(path), text).ok());
  target::Target target;
  target.root = "/srv/files";
  target.own_files = {"main.js"};
  FindOwnFiles(target, files);
  std::ranges::sort(target.own_files);
  EXPECT_EQ(target.own_files,
            (std::vector<base::Path>{"a.d.ts", "a.js", "data.json", "main.js", "sub/b.mjs", "sub/c.ts", "typed.ts"}));
  target::Target whole;
  whole.root = "/srv/files";
  FindOwnFiles(whole, files);
  EXPECT_TRUE(whole.own_files.empty());
}

}  // namespace
}  // namespace kingbird::load
