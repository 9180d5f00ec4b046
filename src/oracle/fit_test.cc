#include "oracle/fit.h"

#include <gtest/gtest.h>

#include <limits>

#include "model/declared.h"

namespace kingbird::oracle {
namespace {

using model::ParameterType;
using model::Type;
using model::Value;

Type Words(std::vector<std::string> words) {
  Type type = Type::Of(Type::Kind::kString);
  type.exact = true;
  for (std::string& word : words) type.constants.push_back(Value::String(std::move(word)));
  return type;
}

ParameterType Parameter(Type type, bool optional = false, bool rest = false) {
  ParameterType parameter;
  parameter.type = std::move(type);
  parameter.optional = optional;
  parameter.rest = rest;
  return parameter;
}

TEST(FitTest, PrimitivesByKind) {
  const Type number = Type::Of(Type::Kind::kNumber);
  EXPECT_TRUE(Fits(Value::Number(3), number));
  EXPECT_FALSE(Fits(Value::String("3"), number));
  EXPECT_FALSE(Fits(Value::Number(std::numeric_limits<double>::quiet_NaN()), number));
  EXPECT_TRUE(Fits(Value::String("a"), Words({"a", "b"})));
  EXPECT_FALSE(Fits(Value::String("c"), Words({"a", "b"})));
}

TEST(FitTest, WhatIsNotKnownDoesNotFit) {
  EXPECT_TRUE(Fits(Value::Null(), Type::Anything()));
  EXPECT_FALSE(Fits(Value::Null(), Type()));
  EXPECT_FALSE(Fits(Value::Object({}), Type::Class("Options")));
  Value cycle = Value::Object({{"self", Value()}});
  cycle.properties[0].value.kind = Value::Kind::kReference;
  EXPECT_FALSE(Fits(cycle, Type::Anything()));
}

TEST(FitTest, ItemsThatNobodySpokeOfDoNotFit) {
  const Type list = Type::Of(Type::Kind::kArray);
  EXPECT_TRUE(Fits(Value::Array({}), list));
  EXPECT_FALSE(Fits(Value::Array({Value::Null()}), list));
  EXPECT_TRUE(Fits(Value::Array({Value::Null()}), Type::With(Type::Kind::kArray, {Type::Anything()})));
}

TEST(FitTest, ObjectsByTheirFields) {
  Type shape = Type::Of(Type::Kind::kObject);
  shape.fields = {{"name", Type::Of(Type::Kind::kString), false}, {"size", Type::Of(Type::Kind::kNumber), true}};
  Value good = Value::Object({{"name", Value::String("x")}});
  good.type = "Object";
  EXPECT_TRUE(Fits(good, shape));
  Value wrong = good;
  wrong.properties.push_back({"size", Value::String("large")});
  EXPECT_FALSE(Fits(wrong, shape));
  Value more = good;
  more.properties.push_back({"other", Value::Number(1)});
  EXPECT_FALSE(Fits(more, shape));
  shape.name = model::kMoreMembers;
  EXPECT_FALSE(Fits(good, shape));
  shape.name = "";
  good.type = "Thing";
  EXPECT_FALSE(Fits(good, shape));
}

TEST(FitTest, MembersThatHaveNoNameInTheType) {
  Type counts = Type::With(Type::Kind::kObject, {Type::Of(Type::Kind::kNumber)});
  EXPECT_TRUE(Fits(Value::Object({{"a", Value::Number(1)}}), counts));
  EXPECT_FALSE(Fits(Value::Object({{"a", Value::String("1")}}), counts));
  counts.fields = {{"name", Type::Of(Type::Kind::kString), false}};
  EXPECT_TRUE(Fits(Value::Object({{"name", Value::String("x")}, {"a", Value::Number(1)}}), counts));
  EXPECT_FALSE(Fits(Value::Object({{"a", Value::Number(1)}}), counts));
}

TEST(FitTest, ListsWhosePlacesDifferAreNotJudged) {
  Type pair = Type::With(Type::Kind::kArray, {Type::Anything()});
  pair.name = model::kMoreMembers;
  EXPECT_FALSE(Fits(Value::Array({Value::Number(1), Value::String("x")}), pair));
}

TEST(FitTest, NoneMissingNoneTooMany) {
  const std::vector<ParameterType> parameters = {Parameter(Type::Of(Type::Kind::kString)),
                                                 Parameter(Type::Of(Type::Kind::kNumber), true)};
  const Value text = Value::String("x");
  EXPECT_TRUE(ArgumentsFit(std::vector<Value>{text}, parameters));
  EXPECT_TRUE(ArgumentsFit(std::vector<Value>{text, Value()}, parameters));
  EXPECT_FALSE(ArgumentsFit({}, parameters));
  EXPECT_FALSE(ArgumentsFit(std::vector<Value>{text, Value::Number(1), text}, parameters));
  const std::vector<ParameterType> rest = {
      Parameter(Type::With(Type::Kind::kArray, {Type::Of(Type::Kind::kString)}), false, true)};
  EXPECT_TRUE(ArgumentsFit(std::vector<Value>{text, text}, rest));
  EXPECT_FALSE(ArgumentsFit(std::vector<Value>{text, Value::Number(1)}, rest));
}

TEST(FitTest, CallbacksReturnWhatIsExpected) {
  const auto call = [](std::optional<Value> result) {
    auto callback = std::make_shared<model::Callback>();
    callback->id = 2;
    if (result) callback->result = model::Argument::Literal(*result);
    model::Call made;
    made.arguments = {model::Argument::Function(callback)};
    return made;
  };
  const std::vector<ParameterType> unknown = {Parameter(Type::Of(Type::Kind::kFunction))};
  EXPECT_TRUE(CallbacksFit(call(std::nullopt), unknown));
  EXPECT_FALSE(CallbacksFit(call(Value::Number(1)), unknown));
  const std::vector<ParameterType> texts = {
      Parameter(Type::With(Type::Kind::kFunction, {Type::Of(Type::Kind::kString)}))};
  EXPECT_TRUE(CallbacksFit(call(Value::String("x")), texts));
  EXPECT_FALSE(CallbacksFit(call(std::nullopt), texts));
}

TEST(FitTest, LargeAmountsAreAskedFor) {
  EXPECT_TRUE(IsModest(Value::Array({Value::Number(12), Value::String("x")})));
  EXPECT_FALSE(IsModest(Value::Array({Value::Number(1e9)})));
  EXPECT_FALSE(IsModest(Value::Number(std::numeric_limits<double>::infinity())));
}

}  // namespace
}  // namespace kingbird::oracle
