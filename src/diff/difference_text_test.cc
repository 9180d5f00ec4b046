#include "diff/difference_text.h"

#include <gtest/gtest.h>

namespace kingbird::diff {
namespace {

using model::Value;

DifferenceText Text(std::vector<Value> before, std::vector<Value> after) {
  oracle::Difference difference;
  difference.before = {oracle::Deed::kReturned, "", std::move(before)};
  difference.after = {oracle::Deed::kReturned, "", std::move(after)};
  return TextOf(difference, {});
}

Value Error(const std::string& message) {
  Value value;
  value.kind = Value::Kind::kError;
  value.type = "TypeError";
  value.text = message;
  return value;
}

TEST(DifferenceText, PlainWhereTheValuesShowIt) {
  const DifferenceText text = Text({Value::Number(1)}, {Value::String("1")});
  EXPECT_EQ(text.before, "returned 1");
  EXPECT_EQ(text.after, "returned '1'");
}

TEST(DifferenceText, APropertyOfAnArrayIsNamed) {
  Value plain = Value::Array({Value::Number(1)});
  Value more = plain;
  more.properties.push_back({"index", Value::Number(0)});
  const DifferenceText text = Text({plain}, {more});
  EXPECT_EQ(text.before, "returned [1] without .index");
  EXPECT_EQ(text.after, "returned [1] with .index: 0");
}

TEST(DifferenceText, WhatIsTooLongIsShownWhereItDiffers) {
  const std::string same(300, 'x');
  const DifferenceText text = Text({Value::String(same + "old")}, {Value::String(same + "new")});
  EXPECT_TRUE(text.before.ends_with("xold'")) << text.before;
  EXPECT_TRUE(text.after.ends_with("xnew'")) << text.after;
  EXPECT_LT(text.before.size(), 120);
}

TEST(DifferenceText, ADeepPlaceInALargeObject) {
  const auto object = [](int last) {
    std::vector<model::Property> properties;
    for (int i = 0; i < 40; ++i) properties.push_back({"property" + std::to_string(i), Value::Number(i)});
    properties.push_back({"last", Value::Array({Value::Number(last)})});
    return Value::Object(properties);
  };
  const DifferenceText text = Text({object(1)}, {object(2)});
  EXPECT_TRUE(text.before.ends_with(" with .last[0]: 1")) << text.before;
  EXPECT_TRUE(text.after.ends_with(" with .last[0]: 2")) << text.after;
}

TEST(DifferenceText, AnErrorIsItsClassAndMessage) {
  const DifferenceText text = Text({Error("file.read is not a function\nmore")}, {Value::Undefined()});
  EXPECT_EQ(text.before, "returned TypeError: file.read is not a function");
}

}  // namespace
}  // namespace kingbird::diff
