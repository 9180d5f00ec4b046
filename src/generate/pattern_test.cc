#include "generate/pattern.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace kingbird::generate {
namespace {

std::vector<std::string> Made(const std::string& source, int count = 200, const std::string& flags = "") {
  auto pattern = Pattern::Parse(source, flags);
  EXPECT_TRUE(pattern.ok()) << source;
  base::Rng rng(7);
  std::vector<std::string> made;
  for (int i = 0; pattern.ok() && i < count; ++i) made.push_back(pattern->Make(rng));
  return made;
}

// std::regex reads the same syntax for these.
TEST(Pattern, WhatItMakesMatches) {
  for (const char* source :
       {"[AKQJT98765432]{5}", "[0-9]+a?", "\\w+", "a|b(c|d)*", "(?:ab){2,3}", "x{0}y", "\\d{10,20}", "[a-c\\d_-]+",
        "(a|b)\\1", "a{,2}", "^[a-z0-9+/]*={0,2}$", "\\x41\\u0042", "[\\]\\\\]"}) {
    const std::regex regex(source == std::string("a{,2}") ? "a\\{,2\\}" : source);
    for (const std::string& text : Made(source)) EXPECT_TRUE(std::regex_match(text, regex)) << source << ": " << text;
  }
}

TEST(Pattern, EveryAlternativeComesUp) {
  const auto made = Made("[ab]|c");
  EXPECT_EQ(std::set<std::string>(made.begin(), made.end()), (std::set<std::string>{"a", "b", "c"}));
}

TEST(Pattern, CharactersBeyondAscii) {
  const auto made = Made("\\u0100|\\u{1F600}");
  EXPECT_EQ(std::set<std::string>(made.begin(), made.end()), (std::set<std::string>{"\xC4\x80", "\xF0\x9F\x98\x80"}));
}

TEST(Pattern, CaseIsIgnoredOnRequest) {
  const auto made = Made("a", 100, "i");
  EXPECT_EQ(std::set<std::string>(made.begin(), made.end()), (std::set<std::string>{"a", "A"}));
}

TEST(Pattern, WhatIsWrittenByNegationCanBeRead) {
  for (const std::string& text : Made("[^a]|.|\\D|\\s|\\p{Lu}", 500)) {
    ASSERT_FALSE(text.empty());
    const bool typed = text == "\t" || text == "\n" || (text[0] >= ' ' && text[0] <= '~');
    const bool letter = text[0] == '\xC3' || text[0] == '\xC4';
    EXPECT_TRUE(typed || letter) << text;
  }
}

TEST(Pattern, RepeatingNothingEnds) { EXPECT_EQ(Made("(?:(?:(?:){90000}){90000}){90000}", 1)[0], ""); }

TEST(Pattern, SaysWhatIsWrong) {
  for (const char* source : {"(", "[", "*", "a)", "a{3,1}", "[b-a]", "\\"}) {
    const auto pattern = Pattern::Parse(source);
    ASSERT_FALSE(pattern.ok()) << source;
    EXPECT_NE(pattern.error().message.find("is no regular expression"), std::string::npos);
  }
}

TEST(Pattern, GroupsNestToABoundedDepth) {
  for (const size_t depth : {size_t{50}, size_t{200000}}) {
    std::string source;
    source.append(depth, '(').append("a").append(depth, ')');
    EXPECT_EQ(Pattern::Parse(source, "").ok(), depth < 100) << depth;
  }
}

}  // namespace
}  // namespace kingbird::generate
