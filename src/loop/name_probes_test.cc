#include "loop/name_probes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "model/made_by_hand.h"

namespace kingbird::loop {
namespace {

using model::Value;

Candidate Calls(Value argument) {
  model::Call call = model::CallOf(1, "parse", {model::Argument::Literal(std::move(argument))});
  return {.test = model::TestOf({std::move(call)}), .hits = {}, .behaviours = {}};
}

std::vector<Value> Proposed(NameProbes& probes, const Generated& so_far) {
  std::vector<Value> values;
  for (const model::TestCase& test : probes.Propose(1000, {so_far, 0}))
    values.push_back(test.root->body[0].arguments[0].literal);
  return values;
}

bool Has(const std::vector<Value>& values, const Value& value) {
  return std::ranges::find(values, value) != values.end();
}

TEST(NameProbes, WordsOfATextBecomeNamesThatEveryObjectKnows) {
  Generated so_far;
  so_far.candidates.push_back(Calls(Value::Array({Value::String("--a.b=1")})));
  NameProbes probes;
  const std::vector<Value> values = Proposed(probes, so_far);
  for (const char* text : {"--__proto__.b=1", "--constructor.a.b=1", "--a.constructor.prototype.b=1",
                           "--toString.constructor.prototype.a.b=1"})
    EXPECT_TRUE(Has(values, Value::Array({Value::String(text)}))) << text;
  EXPECT_FALSE(probes.HasMore());
}

TEST(NameProbes, NamesInBracketsStayInBrackets) {
  Generated so_far;
  so_far.candidates.push_back(Calls(Value::String("a[b]=1")));
  NameProbes probes;
  EXPECT_TRUE(Has(Proposed(probes, so_far), Value::String("constructor[prototype][a][b]=1")));
}

TEST(NameProbes, OtherTextsFollowOnTheNextLine) {
  Generated so_far;
  so_far.candidates.push_back(Calls(Value::String("b=c")));
  so_far.candidates.push_back(Calls(Value::String("[s]")));
  NameProbes probes;
  EXPECT_TRUE(Has(Proposed(probes, so_far), Value::String("[__proto__]\nb=c")));
}

TEST(NameProbes, WhereLinesBeginComesFirst) {
  Generated so_far;
  so_far.candidates.push_back(Calls(Value::String("a b c d e f g h i j k l m n o p\n[s]\nq = 1")));
  NameProbes probes;
  const std::string line = "a b c d e f g h i j k l m n o p\n";
  EXPECT_TRUE(Has(Proposed(probes, so_far), Value::String(line + "[__proto__]\nq = 1")));
}

TEST(NameProbes, KeysOfObjectsAreNames) {
  Generated so_far;
  so_far.candidates.push_back(Calls(Value::Object({{"k", Value::Number(1)}})));
  NameProbes probes;
  const std::vector<Value> values = Proposed(probes, so_far);
  EXPECT_TRUE(Has(values, Value::Object({{"__proto__", Value::Number(1)}})));
  EXPECT_TRUE(Has(values, Value::Object({{"constructor", Value::Object({{"prototype", Value::Number(1)}})}})));
}

TEST(NameProbes, WhatWasMadeIsNotVariedAgain) {
  Generated so_far;
  so_far.candidates.push_back(Calls(Value::String("a")));
  NameProbes probes;
  for (const Value& value : Proposed(probes, so_far)) so_far.candidates.push_back(Calls(value));
  EXPECT_TRUE(Proposed(probes, so_far).empty());
}

}  // namespace
}  // namespace kingbird::loop
