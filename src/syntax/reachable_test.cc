#include "syntax/reachable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kingbird::syntax {
namespace {

TEST(ReachableScripts, FollowsPathsInQuotesAndStopsAtTheRoot) {
  base::FakeFileSystem files;
  const base::Path root = "/p";
  const auto write = [&](const char* name, const char* text) { ASSERT_TRUE(files.Write(root / name, text).ok()); };
  write("lib/index.js", "require('./a'); import \"./b.mjs\"; require('../outside'); require('../../further.js')");
  write("lib/a.js", "exports.x = require(`./deep`); require('other')");
  write("lib/b.mjs", "export * from './missing.js';\nconst half = './a");
  write("lib/deep/index.js", "require('..')");
  write("lib/alone.js", "");
  write("outside.js", "");
  EXPECT_THAT(
      ReachableScripts(files, root, "lib/index.js"),
      testing::UnorderedElementsAre("lib/index.js", "lib/a.js", "lib/b.mjs", "lib/deep/index.js", "outside.js"));
  EXPECT_TRUE(ReachableScripts(files, root, "nowhere.js").empty());
}

}  // namespace
}  // namespace kingbird::syntax
