#include "model/v8_words.h"

#include <gtest/gtest.h>

namespace kingbird::model {
namespace {

TEST(V8Words, WhatDecidesSomething) {
  EXPECT_TRUE(SaysOutOfMemory("FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"));
  EXPECT_FALSE(SaysOutOfMemory("Error: out of memory"));
  EXPECT_TRUE(IsStackOverflow("Maximum call stack size exceeded"));
  EXPECT_FALSE(IsStackOverflow("reached: Maximum call stack size exceeded"));
  EXPECT_TRUE(IsTooLarge("Invalid array length"));
  EXPECT_TRUE(IsTooLarge("Invalid string length"));
  EXPECT_FALSE(IsTooLarge("Invalid length"));
  EXPECT_TRUE(IsOfEngine("Cannot access 'a' before initialization"));
  EXPECT_FALSE(IsOfEngine("a must be a function"));
  EXPECT_TRUE(IsWrongUse("Cannot read property 'a' of undefined"));
  EXPECT_TRUE(IsWrongUse("Right-hand side of 'instanceof' is not callable"));
  EXPECT_FALSE(IsWrongUse("Maximum call stack size exceeded"));
}

TEST(V8Words, NamesAndQuotesInThem) {
  EXPECT_EQ(LastNameNotCallable("options.done is not a function"), "done");
  EXPECT_EQ(LastNameNotCallable("(intermediate value) is not a function"), "");
  EXPECT_EQ(LastNameNotCallable("cb is not a constructor"), "");
  EXPECT_EQ(WithoutQuotedCode("a.b(c).d is not iterable"), "something is not iterable");
  EXPECT_EQ(WithoutQuotedCode("Cannot destructure property 'a' of 'o.p' as it is undefined."),
            "Cannot destructure property 'a'");
  EXPECT_EQ(WithoutQuotedCode("a is wrong"), "a is wrong");
  EXPECT_EQ(WithoutPlaceOfSearch("Cannot use 'in' operator to search for 'x' in 5"),
            "Cannot use 'in' operator to search for");
  EXPECT_EQ(WithoutPlaceOfSearch("x"), "x");
}

}  // namespace
}  // namespace kingbird::model
