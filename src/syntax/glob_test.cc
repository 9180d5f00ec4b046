#include "syntax/glob.h"

#include <gtest/gtest.h>

namespace kingbird::syntax {
namespace {

TEST(Glob, StarsAndBraces) {
  EXPECT_TRUE(MatchesGlob("lib/*.js", "lib/a.js"));
  EXPECT_FALSE(MatchesGlob("lib/*.js", "lib/b/a.js"));
  EXPECT_TRUE(MatchesGlob("**/*.js", "a.js"));
  EXPECT_TRUE(MatchesGlob("**/*.js", "lib/b/a.js"));
  EXPECT_TRUE(MatchesGlob("{lib,src}/*.{js,mjs}", "src/a.mjs"));
  EXPECT_FALSE(MatchesGlob("{lib,src}/*.{js,mjs}", "test/a.mjs"));
  EXPECT_TRUE(MatchesGlob("a?c[0-9].js", "abc7.js"));
  EXPECT_FALSE(MatchesGlob("a?c[!0-9].js", "abc7.js"));
}

TEST(Glob, AFolderMeansAllBelowIt) {
  EXPECT_TRUE(MatchesGlob("test", "test/a/b.js"));
  EXPECT_TRUE(MatchesGlob("./test/", "test/a.js"));
  EXPECT_FALSE(MatchesGlob("test", "tests/a.js"));
}

}  // namespace
}  // namespace kingbird::syntax
