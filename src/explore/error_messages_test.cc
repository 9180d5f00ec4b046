#include "explore/error_messages.h"

#include <gtest/gtest.h>

namespace kingbird::explore {
namespace {

TEST(ErrorMessages, QuotedCodeIsLeftOut) {
  EXPECT_EQ(WithoutQuote("TypeError: ($t6 , __kb$.use(...)).q is not a function"),
            "TypeError: something is not a function");
  EXPECT_EQ(WithoutQuote("TypeError: $t1 is not a function or its return value is not iterable"),
            "TypeError: something is not a function or its return value is not iterable");
  EXPECT_EQ(WithoutQuote("TypeError: $t1 is not a constructor"), "TypeError: something is not a constructor");
  EXPECT_EQ(WithoutQuote("TypeError: Cannot destructure property 'a' of '$t1' as it is undefined."),
            "TypeError: Cannot destructure property 'a'");
}

TEST(ErrorMessages, OthersStay) {
  for (const char* message : {"TypeError: Cannot read properties of undefined (reading 'bar')",
                              "Error: it is not a function", "RangeError: Invalid array length", "timed-out", ""}) {
    EXPECT_EQ(WithoutQuote(message), message);
  }
}

}  // namespace
}  // namespace kingbird::explore
