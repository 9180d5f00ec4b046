// Against what the language says; evaluate_test compares operators with Node.
#include "concolic/expression/number_text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kingbird::concolic {
namespace {

bool IsSame(double a, double b) { return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b); }

TEST(NumberText, NumbersArePrintedAsTheLanguageDoes) {
  const std::pair<double, std::u16string> numbers[] = {{-0.0, u"0"},
                                                       {1.5, u"1.5"},
                                                       {-123456789012345680000.0, u"-123456789012345680000"},
                                                       {1e21, u"1e+21"},
                                                       {1.25e21, u"1.25e+21"},
                                                       {0.000001, u"0.000001"},
                                                       {0.0000001, u"1e-7"},
                                                       {1.5e-10, u"1.5e-10"},
                                                       {5e-324, u"5e-324"},
                                                       {1e15, u"1000000000000000"},
                                                       {0.1 + 0.2, u"0.30000000000000004"},
                                                       {4294967296.5, u"4294967296.5"},
                                                       {NAN, u"NaN"},
                                                       {-INFINITY, u"-Infinity"}};
  for (const auto& [number, text] : numbers) EXPECT_EQ(NumberToText(number), text) << number;
}

TEST(NumberText, InOtherRadixesWholeNumbersOnly) {
  EXPECT_EQ(NumberToText(255, 16), u"ff");
  EXPECT_EQ(NumberToText(-255, 2), u"-11111111");
  EXPECT_EQ(NumberToText(35, 36), u"z");
  EXPECT_EQ(NumberToText(-0.0, 2), u"0");
  EXPECT_EQ(NumberToText(NAN, 2), u"NaN");
  EXPECT_EQ(NumberToText(0.5, 10), u"0.5");
  EXPECT_EQ(NumberToText(0.5, 2), std::nullopt);
  EXPECT_EQ(NumberToText(1e300, 16), std::nullopt);
}

TEST(NumberText, TextsAreNumbersAsAWholeOrNotAtAll) {
  const std::pair<std::u16string, double> texts[] = {
      {u"", 0},
      {u" \t\n\u00A0\uFEFF", 0},
      {u" 12 ", 12},
      {u"-0", -0.0},
      {u"+.5e1", 5},
      {u"5.", 5},
      {u"0x1F", 31},
      {u"0B101", 5},
      {u"0o17", 15},
      {u"1e400", INFINITY},
      {u"1e-400", 0},
      {u"-Infinity", -INFINITY},
      {u"010", 10},
      {u"0x20000000000001", 9007199254740992.0},
      {u"0x20000000000003", 9007199254740996.0},
      // A half, and a little more than that far behind.
      {u"0x200000000000010000000000000000", std::ldexp(9007199254740992, 64)},
      {u"0x200000000000010000000000000001", std::ldexp(9007199254740994, 64)}};
  for (const auto& [text, number] : texts)
    EXPECT_TRUE(IsSame(TextToNumber(text), number)) << TextToNumber(text) << " is not " << number;
  for (const char16_t* text :
       {u"1x", u"-0x1", u"0x", u"0xg", u"0b2", u".", u"e5", u"1e", u"infinity", u"1 2", u"--1", u"1_000", u"\u200B1"})
    EXPECT_TRUE(std::isnan(TextToNumber(text))) << std::string(text, text + std::u16string_view(text).size());
}

TEST(NumberText, ParseFloatTakesWhatItCan) {
  EXPECT_EQ(ParseFloatPrefix(u"  3.14abc"), 3.14);
  EXPECT_EQ(ParseFloatPrefix(u"1e"), 1);
  EXPECT_EQ(ParseFloatPrefix(u"1e+x"), 1);
  EXPECT_EQ(ParseFloatPrefix(u"1.2.3"), 1.2);
  EXPECT_EQ(ParseFloatPrefix(u"-Infinityx"), -INFINITY);
  EXPECT_TRUE(IsSame(ParseFloatPrefix(u"-0"), -0.0));
  EXPECT_EQ(ParseFloatPrefix(u"0x10"), 0);
  EXPECT_TRUE(std::isnan(ParseFloatPrefix(u"")));
  EXPECT_TRUE(std::isnan(ParseFloatPrefix(u".e1")));
}

TEST(NumberText, ParseIntTakesDigitsOfItsRadix) {
  EXPECT_EQ(ParseIntPrefix(u" 42.9px", 0), 42);
  EXPECT_EQ(ParseIntPrefix(u"0x1f", 0), 31);
  EXPECT_EQ(ParseIntPrefix(u"0X1F", 16), 31);
  EXPECT_EQ(ParseIntPrefix(u"0x1f", 10), 0);
  EXPECT_EQ(ParseIntPrefix(u"-zz", 36), -1295);
  EXPECT_EQ(ParseIntPrefix(u"129", 8), 10) << "9 is no digit of its";
  EXPECT_EQ(ParseIntPrefix(u"1e3", 10), 1);
  EXPECT_TRUE(IsSame(ParseIntPrefix(u"-0", 10), -0.0));
  for (const int radix : {1, 37, -2}) EXPECT_TRUE(std::isnan(ParseIntPrefix(u"1", radix))) << radix;
  EXPECT_TRUE(std::isnan(ParseIntPrefix(u"9", 8)));
  EXPECT_TRUE(std::isnan(ParseIntPrefix(u"0x", 16)));
}

}  // namespace
}  // namespace kingbird::concolic
