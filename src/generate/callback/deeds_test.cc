#include "generate/callback/deeds.h"

#include <gtest/gtest.h>

namespace kingbird::generate {
namespace {

using model::Value;

std::string AllOn(const Value& like) {
  base::Rng rng(1);
  std::string all;
  for (int i = 0; i < 300; ++i) all += DeedsOn(like, rng) + "\n";
  return all;
}

TEST(DeedsOn, MembersThatAreThereAreWrittenRemovedAndGoneInto) {
  const std::string all = AllOn(Value::Object({{"title", Value::String("x")}, {"tags", Value::Array({})}}));
  for (const char* wanted : {"value.title = ", "delete value.tags;", "value.tags.push(", "value.tags.pop()",
                             "forEach(() => {})", "Object.keys(value);", "return value; }"})
    EXPECT_NE(all.find(wanted), std::string::npos) << wanted;
  EXPECT_EQ(all.find("value.push"), std::string::npos);
}

TEST(DeedsOn, KeysOfCollectionsAreFoundAgain) {
  Value map;
  map.kind = Value::Kind::kMap;
  map.items = {Value::Number(3), Value::String("x")};
  const std::string all = AllOn(map);
  for (const char* wanted : {"value.delete(3);", "value.set(3, ", "value.get('a');"})
    EXPECT_NE(all.find(wanted), std::string::npos) << wanted;
}

TEST(DeedsOn, NamesThatAreNoIdentifiersStayOutOfTheText) {
  const std::string all = AllOn(Value::Object({{"a-b'", Value::Number(1)}}));
  EXPECT_EQ(all.find("a-b"), std::string::npos);
}

TEST(DeedsOn, WhatCannotBeChangedIsLeftAlone) {
  base::Rng rng(1);
  EXPECT_EQ(DeedsOn(Value::String("x"), rng), "");
  EXPECT_EQ(DeedsOn(Value::Null(), rng), "");
}

}  // namespace
}  // namespace kingbird::generate
