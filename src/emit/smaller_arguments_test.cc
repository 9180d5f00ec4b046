#include "emit/smaller_arguments.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/text.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Value;

Argument TextArgument(const std::string& text) { return Argument::Literal(Value::String(text)); }

std::vector<std::string> TextsOf(const std::vector<Argument>& arguments) {
  std::vector<std::string> texts;
  for (const Argument& argument : arguments) texts.push_back(argument.literal.text);
  return texts;
}

TEST(SmallerArguments, OfAListTheHalvesOfFourOrMore) {
  const Value n[] = {Value::Number(1), Value::Number(2), Value::Number(3), Value::Number(4), Value::Number(5)};
  const auto list = [](std::vector<Value> items) { return Argument::Literal(Value::Array(std::move(items))); };
  EXPECT_EQ(Halves(list({n[0], n[1], n[2], n[3], n[4]})), (std::vector{list({n[2], n[3], n[4]}), list({n[0], n[1]})}));
  EXPECT_TRUE(Halves(list({n[0], n[1], n[2]})).empty()) << "one less is tried soon enough";
  EXPECT_EQ(Simpler(list({n[0], n[1]})), (std::vector{list({n[1]}), list({n[0]})}));
}

TEST(SmallerArguments, KeysGoWithTheirMembers) {
  const Argument one = TextArgument("one");
  const Argument two = Argument::Result(3);
  EXPECT_EQ(Simpler(Argument::Object({"a", "b"}, {one, two})),
            (std::vector{Argument::Object({"b"}, {two}), Argument::Object({"a"}, {one})}));
}

TEST(SmallerArguments, ATextIsAListOfLinesElseOfWords) {
  EXPECT_EQ(TextsOf(Simpler(TextArgument("first line\nsecond line\nthird line"))),
            (std::vector<std::string>{"second line\nthird line", "first line\nthird line", "first line\nsecond line"}));
  EXPECT_EQ(TextsOf(Simpler(TextArgument("alpha beta gamma"))),
            (std::vector<std::string>{"beta gamma", "alpha gamma", "alpha beta"}));
  EXPECT_TRUE(Simpler(TextArgument("short text")).empty());
  EXPECT_EQ(TextsOf(Halves(TextArgument("alpha beta gamma"))), std::vector<std::string>{"a"})
      << "of three words no halves, but nothing of them";
}

TEST(SmallerArguments, WhatIsLeftOfATextIsText) {
  std::string text;
  for (int i = 0; i < 21; ++i) text += "\xE2\x82\xAC";
  for (const auto& smaller :
       {Simpler(TextArgument(text)), Halves(TextArgument(text)), SimplerOfItsType(TextArgument(text))}) {
    EXPECT_FALSE(smaller.empty());
    for (const std::string& part : TextsOf(smaller)) {
      EXPECT_TRUE(base::IsUtf8(part)) << part;
      EXPECT_LT(part.size(), text.size());
    }
  }
}

TEST(SmallerArguments, ValuesBecomePlainOnes) {
  EXPECT_EQ(Simpler(Argument::Literal(Value::Number(17))), std::vector{Argument::Literal(Value::Number(1))});
  Value date;
  date.kind = Value::Kind::kDate;
  EXPECT_EQ(Simpler(Argument::Literal(date)), std::vector{Argument::Literal(Value::Undefined())});
  // There is nothing simpler: or it would be tried forever.
  for (const Value& plain : {Value::Number(0), Value::Number(1), Value::Undefined(), Value::Null(),
                             Value::Boolean(true), Value::Array({}), Value::Object({})})
    EXPECT_TRUE(Simpler(Argument::Literal(plain)).empty()) << base::DumpJson(model::ToJson(plain));
}

TEST(SmallerArguments, OfTheSameTypeWhereTypesMatter) {
  for (const double odd : {17.0, 0.5, -300.0}) {
    const std::vector<Argument> simple = SimplerOfItsType(Argument::Literal(Value::Number(odd)));
    EXPECT_FALSE(simple.empty()) << odd;
    for (const Argument& argument : simple) {
      EXPECT_EQ(argument.literal.kind, Value::Kind::kNumber);
      EXPECT_TRUE(SimplerOfItsType(argument).empty()) << "and no simpler one follows";
    }
  }
  EXPECT_TRUE(SimplerOfItsType(Argument::Literal(Value::Number(INFINITY))).empty());
  EXPECT_TRUE(SimplerOfItsType(Argument::Literal(Value::Boolean(true))).empty());
  EXPECT_EQ(TextsOf(SimplerOfItsType(TextArgument("abcdefgh"))), (std::vector<std::string>{"a", "abcd", "efgh"}));
}

}  // namespace
}  // namespace kingbird::emit
