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

TEST(Glob, BracesMayNestAndSetsHoldAnything) {
  for (const char* path : {"ad", "abd", "acd"}) EXPECT_TRUE(MatchesGlob("a{,b,{c}}d", path)) << path;
  EXPECT_FALSE(MatchesGlob("a{,b,{c}}d", "abcd"));
  EXPECT_TRUE(MatchesGlob("{a,b{c,d}e}*.js", "bde1.js"));
  EXPECT_TRUE(MatchesGlob("[{},]x", "{x"));
  EXPECT_TRUE(MatchesGlob("[{},]x", ",x"));
  for (const char* text : {"{a,b", "a,b}", "[a", "a]b"}) EXPECT_TRUE(MatchesGlob(text, text)) << text;
  EXPECT_TRUE(MatchesGlob("{{a,b}", "{b"));
  EXPECT_TRUE(MatchesGlob("a**c", "ab/bc"));
  EXPECT_TRUE(MatchesGlob("a/**/**/b", "a/b"));
  EXPECT_FALSE(MatchesGlob("", "a"));
}

// A way for each choice would not end.
TEST(Glob, HoweverManyChoicesThereAre) {
  std::string stars, deep, braces;
  for (int i = 0; i < 200; ++i) {
    stars += "*a";
    deep += "**/a";
    braces += "{a,aa}";
  }
  const std::string path(1000, 'a');
  EXPECT_TRUE(MatchesGlob(stars, path));
  EXPECT_FALSE(MatchesGlob(stars + "b", path));
  EXPECT_FALSE(MatchesGlob(deep + "b", path));
  EXPECT_TRUE(MatchesGlob(braces, path.substr(0, 300)));
  EXPECT_FALSE(MatchesGlob(braces, path));
  EXPECT_FALSE(MatchesGlob(std::string(50'000, '{') + std::string(50'000, '}'), path));
}

TEST(Glob, AFolderMeansAllBelowIt) {
  EXPECT_TRUE(MatchesGlob("test", "test/a/b.js"));
  EXPECT_TRUE(MatchesGlob("./test/", "test/a.js"));
  EXPECT_FALSE(MatchesGlob("test", "tests/a.js"));
}

}  // namespace
}  // namespace kingbird::syntax
