#include "base/text.h"

#include <gtest/gtest.h>

#include "base/json.h"

namespace kingbird::base {
namespace {

TEST(Text, PrintableIsOneLineWithoutCommands) {
  EXPECT_EQ(Printable("plain: “text” ::"), "plain: “text” ::");
  EXPECT_EQ(Printable("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(Printable("\x1b[2J\x7f\xc2\x9b"
                      "0m"),
            "\\x1b[2J\\x7f\\x9b0m");
  EXPECT_EQ(Printable("a\xe2\x80\xa8"
                      "b\xe2\x80\xae"),
            "a\\u2028b\\u202e");
  EXPECT_EQ(Printable("\xff\xed\xa0\x80"), "\xef\xbf\xbd\\ud800");
  EXPECT_EQ(Printable("a\xc2\xad\xd8\x9c\xe2\x80\x8b\xe2\x81\xa6\xf3\xa0\x80\x81"),
            "a\\u00ad\\u061c\\u200b\\u2066\\u{e0001}");
  EXPECT_EQ(Printable("::error::x"), "\\x3a:error::x");
  EXPECT_EQ(Printable("  ::error::x"), "  \\x3a:error::x");
  EXPECT_EQ(Printable("see ##[error] and ##vso[task], ## [x]"), "see \\x23#[error] and \\x23#vso[task], ## [x]");
}

TEST(Text, JsonThatIsPrintedHoldsNoCommands) {
  const std::string texts[] = {
      "##[error]x ##vso[task] ###",     "\xc2\x9b[2J\x7f", "\xe2\x80\xa8::error::x\xe2\x80\xae",
      "\xe2\x81\xa6\xf3\xa0\x80\x81",   "\x1b[2J",         "\n::error::x",
      "\xc3\xa4 \xf0\x9f\x98\x80 # \\#"};
  for (const std::string& text : texts) {
    const std::string printed = PrettyJson({{"key " + text, text}});
    for (const char* sign : {"##", "\xc2\x9b", "\x7f", "\xe2\x80\xa8", "\x1b", "\n::"})
      EXPECT_EQ(printed.find(sign), std::string::npos) << text;
    EXPECT_EQ(ValueOr(*ParseJson(printed, "x"), ("key " + text).c_str(), ""), text);
  }
  EXPECT_EQ(PrettyJson("\xc3\xa4 # \xf0\x9f\x98\x80"), "\"\xc3\xa4 # \xf0\x9f\x98\x80\"\n");
}

TEST(Text, WordsOfAShell) {
  EXPECT_EQ(ShellWord("a/b-1.0@npm:x"), "a/b-1.0@npm:x");
  EXPECT_EQ(ShellWord("a b;$(c)'d'"), "'a b;$(c)'\\''d'\\'''");
  EXPECT_EQ(ShellWord(""), "''");
}

// Objects look for their members one by one: a million of them would take an hour.
TEST(Json, IsReadToABoundedSize) {
  const auto members = [](int count) {
    std::string text = "{";
    for (int i = 0; i < count; ++i) text += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":1";
    return text + "}";
  };
  EXPECT_TRUE(ParseJson(members(5000), "x").ok());
  EXPECT_FALSE(ParseJson(members(50'000), "x").ok());
  std::string list = "[0";
  for (int i = 0; i < 1'000'000; ++i) list += ",[]";
  EXPECT_FALSE(ParseJson(list + "]", "x").ok());
}

TEST(Json, MembersOfAnotherKindAreNone) {
  const Json json =
      *ParseJson(R"({"text": "a", "number": 7, "large": 1e300, "huge": 18446744073709551615, "list": [1, "a"]})", "x");
  EXPECT_EQ(ValueOr(json, "text", ""), "a");
  EXPECT_EQ(ValueOr(json, "text", 3), 3);
  EXPECT_EQ(ValueOr(json, "number", 0), 7);
  EXPECT_EQ(ValueOr(json, "number", ""), "");
  EXPECT_EQ(ValueOr(json, "large", 1), 1) << "no int holds it";
  EXPECT_EQ(ValueOr(json, "huge", int64_t{1}), 1);
  EXPECT_EQ(ValueOr(json, "huge", uint64_t{1}), 18446744073709551615U);
  EXPECT_EQ(ValueOr(json, "list", std::vector<std::string>{"x"}), std::vector<std::string>{"x"});
  EXPECT_EQ(ValueOr(json, "missing", true), true);
  EXPECT_EQ(ValueOr(Json(3), "text", "b"), "b");
}

TEST(Json, IsReadToABoundedDepth) {
  const auto nested = [](int depth) {
    return std::string(static_cast<size_t>(depth), '[') + std::string(static_cast<size_t>(depth), ']');
  };
  EXPECT_TRUE(ParseJson(nested(kMostJsonDepth), "x").ok());
  EXPECT_FALSE(ParseJson(nested(kMostJsonDepth + 1), "x").ok());
  EXPECT_TRUE(ParseJson("[1,2,3]", "x", 4).ok());
  EXPECT_FALSE(ParseJson("[1,2,3]", "x", 3).ok()) << "values may be limited further";
  EXPECT_FALSE(ParseJson(nested(1000000), "x").ok());
  EXPECT_TRUE(ParseJson("\"" + std::string(100000, '[') + "\\\"[\"", "x").ok()) << "brackets in a text do not nest";
}

}  // namespace
}  // namespace kingbird::base
