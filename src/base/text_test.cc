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
  EXPECT_EQ(Printable("::error::x"), "\\x3a:error::x");
  EXPECT_EQ(Printable("  ::error::x"), "  \\x3a:error::x");
  EXPECT_EQ(Printable("see ##[error] and ##vso[task], ## [x]"), "see \\x23#[error] and \\x23#vso[task], ## [x]");
}

TEST(Json, IsReadToABoundedDepth) {
  const auto nested = [](int depth) {
    return std::string(static_cast<size_t>(depth), '[') + std::string(static_cast<size_t>(depth), ']');
  };
  EXPECT_TRUE(ParseJson(nested(kMostJsonDepth), "x").ok());
  EXPECT_FALSE(ParseJson(nested(kMostJsonDepth + 1), "x").ok());
  EXPECT_FALSE(ParseJson(nested(1000000), "x").ok());
  EXPECT_TRUE(ParseJson("\"" + std::string(100000, '[') + "\\\"[\"", "x").ok()) << "brackets in a text do not nest";
}

}  // namespace
}  // namespace kingbird::base
