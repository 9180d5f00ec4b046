#include "generate/callback/deeds.h"

#include <gtest/gtest.h>

#include <set>

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Value;

std::set<std::string> NamesOf(const Value& like) {
  const ValuePool pool({}, {});
  base::Rng rng(1);
  std::set<std::string> names;
  int next_id = 5;
  for (int i = 0; i < 200; ++i) {
    const int before = next_id;
    const std::vector<Call> deeds = DeedsOn(Argument::Parameter(4, 0), like, pool, next_id, rng);
    EXPECT_EQ(next_id, before + static_cast<int>(deeds.size()));
    for (const Call& deed : deeds) {
      const bool inside = deed.receiver->kind == Argument::Kind::kProperty;
      names.insert((inside ? deed.receiver->keys[0] + "." : "") + deed.path[0] +
                   (deed.kind == Call::Kind::kAssign ? " =" : ""));
    }
  }
  return names;
}

TEST(DeedsOn, MembersThatAreThereAreWrittenAndGoneInto) {
  const std::set<std::string> names =
      NamesOf(Value::Object({{"title", Value::String("x")}, {"tags", Value::Array({Value::Number(1)})}}));
  for (const char* wanted : {"title =", "tags =", "tags.push", "tags.0 =", "deleteProperty", "ownKeys"})
    EXPECT_TRUE(names.contains(wanted)) << wanted;
  EXPECT_FALSE(names.contains("push"));
}

TEST(DeedsOn, WhatCannotBeChangedIsLeftAlone) {
  EXPECT_TRUE(NamesOf(Value::String("x")).empty());
  EXPECT_TRUE(NamesOf(Value::Null()).empty());
}

}  // namespace
}  // namespace kingbird::generate
