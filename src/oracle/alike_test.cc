#include "oracle/alike.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kingbird::oracle {
namespace {

using model::Value;

Value Make(Value::Kind kind, std::string type, std::vector<model::Property> properties = {}) {
  Value value;
  value.kind = kind;
  value.type = std::move(type);
  value.properties = std::move(properties);
  return value;
}

Value Error(std::string type, std::string message, const std::string& code = "") {
  Value value = Make(Value::Kind::kError, std::move(type));
  value.text = std::move(message);
  if (!code.empty()) value.properties.push_back({"code", Value::String(code)});
  return value;
}

bool Same(const Value& a, const Value& b) { return Alike(a, b, {}) && Alike(b, a, {}); }

TEST(Alike, NumbersAsJavaScriptTellsThemApart) {
  EXPECT_TRUE(Same(Value::Number(NAN), Value::Number(NAN)));
  EXPECT_FALSE(Same(Value::Number(0), Value::Number(-0.0)));
  EXPECT_FALSE(Same(Value::Number(1), Value::String("1")));
}

TEST(Alike, ErrorsByClassAndCodeNotByMessage) {
  EXPECT_TRUE(Same(Error("TypeError", "a"), Error("TypeError", "b")));
  EXPECT_FALSE(Same(Error("TypeError", "a"), Error("RangeError", "a")));
  EXPECT_FALSE(Same(Error("Error", "a", "ENOENT"), Error("Error", "a", "EISDIR")));
  EXPECT_FALSE(Same(Error("Error", "a", "ENOENT"), Error("Error", "a")));
}

TEST(Alike, PlainObjectsByAllProperties) {
  const Value one = Value::Object({{"a", Value::Number(1)}});
  EXPECT_TRUE(Same(one, one));
  EXPECT_FALSE(Same(one, Value::Object({{"a", Value::Number(2)}})));
  EXPECT_FALSE(Same(one, Value::Object({{"a", Value::Number(1)}, {"_b", Value::Null()}})));
}

TEST(Alike, WhatVariesHidesOnlyWhetherAPropertyExists) {
  Value varies = Value::Object({{"a", Value::Number(1)}});
  varies.varies = true;
  const Value two = Value::Object({{"a", Value::Number(1)}, {"b", Value::Null()}});
  EXPECT_TRUE(Same(varies, two));
  EXPECT_FALSE(Same(varies, Value::Object({{"a", Value::Number(2)}})));
  Value unknown = Value::Object({{"a", Value::Number(1)}, {"t", Make(Value::Kind::kCut, "")}});
  EXPECT_FALSE(Same(unknown, two)) << "one property whose value varies says nothing of others";
}

TEST(Alike, APropertyOfTheTargetIsNoMark) {
  const Value marked = Value::Object({{"@@varies", Value::Number(1)}, {"a", Value::Number(1)}});
  EXPECT_FALSE(Same(marked, Value::Object({{"@@varies", Value::Number(1)}})));
  EXPECT_FALSE(Same(marked, Value::Object({{"@@varies", Value::Number(2)}, {"a", Value::Number(1)}})));
  EXPECT_FALSE(Same(marked, Value::Object({{"a", Value::Number(1)}})));
}

TEST(Alike, InstancesByConstructorAndPublicState) {
  const auto instance = [](std::string type, std::string name, double number) {
    return Make(Value::Kind::kObject, std::move(type), {{std::move(name), Value::Number(number)}});
  };
  EXPECT_TRUE(Same(instance("List", "_size", 1), instance("List", "_size", 2)));
  EXPECT_FALSE(Same(instance("List", "size", 1), instance("List", "size", 2)));
  EXPECT_FALSE(Same(instance("List", "size", 1), instance("Queue", "size", 1)));
}

TEST(Alike, PromisesOfTwoLibrariesAreTheSame) {
  const Value native = Make(Value::Kind::kPromise, "Promise");
  const Value library = Make(Value::Kind::kObject, "Deferred", {{"state", Value::Number(1)}});
  EXPECT_FALSE(Same(native, library));
  EXPECT_TRUE(Alike(native, library, {true}));
}

TEST(Alike, WhatWasCutOffSaysNothing) {
  EXPECT_TRUE(Same(Make(Value::Kind::kCut, ""), Value::Number(1)));
  Value cut = Value::Array({Value::Number(1), Make(Value::Kind::kCut, "")});
  cut.type = "Array";
  Value whole = Value::Array({Value::Number(1), Value::Number(2), Value::Number(3)});
  whole.type = "Array";
  EXPECT_TRUE(Same(cut, whole));
}

TEST(Alike, AHoleIsNoUndefined) {
  EXPECT_FALSE(Same(Value::Array({Make(Value::Kind::kHole, "")}), Value::Array({Value::Undefined()})));
}

}  // namespace
}  // namespace kingbird::oracle
