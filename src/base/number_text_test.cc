#include "base/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace kingbird::base {
namespace {

// Each text is what String(number) gives in Node 20.
TEST(NumberText, AsJavaScriptPrintsThem) {
  EXPECT_EQ(NumberText(0), "0");
  EXPECT_EQ(NumberText(-0.0), "0");
  EXPECT_EQ(NumberText(-1.5), "-1.5");
  EXPECT_EQ(NumberText(NAN), "NaN");
  EXPECT_EQ(NumberText(-INFINITY), "-Infinity");
  EXPECT_EQ(NumberText(9007199254740993.0), "9007199254740992");
}

TEST(NumberText, WithAsFewDigitsAsReadBack) {
  EXPECT_EQ(NumberText(123456789012345680000.0), "123456789012345680000");
  EXPECT_EQ(NumberText(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(NumberText(5e-324), "5e-324");
  EXPECT_EQ(NumberText(-std::numeric_limits<double>::max()), "-1.7976931348623157e+308");
}

TEST(NumberText, WithAnExponentWhereJavaScriptHasOne) {
  EXPECT_EQ(NumberText(1e-7), "1e-7");
  EXPECT_EQ(NumberText(1.5e-7), "1.5e-7");
  EXPECT_EQ(NumberText(0.000001), "0.000001");
  EXPECT_EQ(NumberText(1e21), "1e+21");
  EXPECT_EQ(NumberText(999999999999999900000.0), "999999999999999900000");
  EXPECT_EQ(NumberText(1e100), "1e+100");
}

}  // namespace
}  // namespace kingbird::base
