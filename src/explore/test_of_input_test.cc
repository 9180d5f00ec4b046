#include "explore/test_of_input.h"

#include <gtest/gtest.h>

namespace kingbird::explore {
namespace {

using concolic::Assignment;
using concolic::Input;
using concolic::Type;
using model::Argument;
using model::Call;

Input Number(double value) { return {.type = Type::kNumber, .number = value}; }

TEST(TestOfInput, PlainArguments) {
  Assignment input;
  input.arguments = {Number(3), {.type = Type::kArray, .number = 2, .properties = {{"1", Number(7)}}}};
  const auto test = AsTest({.path = {"sub", "f"}}, input, {});
  ASSERT_TRUE(test);
  ASSERT_EQ(test->root->body.size(), 1U);
  const Call& call = test->root->body[0];
  EXPECT_EQ(call.kind, Call::Kind::kCall);
  EXPECT_EQ(call.path, (model::AccessPath{"sub", "f"}));
  const model::Value list = model::Value::Array({model::Value::Undefined(), model::Value::Number(7)});
  EXPECT_EQ(call.arguments[1], Argument::Literal(list));
  EXPECT_EQ(WellFormedness(*test), "");
}

TEST(TestOfInput, ReceiverIsPassed) {
  Assignment input;
  input.self = {.type = Type::kObject, .properties = {{"n", Number(1)}}};
  const auto test = AsTest({.path = {"f"}, .uses_this = true}, input, {});
  ASSERT_TRUE(test);
  const Call& call = test->root->body.back();
  EXPECT_EQ(call.kind, Call::Kind::kMethod);
  EXPECT_EQ(call.path, model::AccessPath{"call"});
  EXPECT_EQ(call.arguments[0], Argument::Literal(model::Value::Object({{"n", model::Value::Number(1)}})));
}

TEST(TestOfInput, MethodIsCalledOnAnInstance) {
  Assignment input;
  input.self = {.type = Type::kObject, .properties = {{"n", Number(1)}}};
  const auto test = AsTest({.path = {"A", "prototype", "f"}, .uses_this = true}, input, {});
  ASSERT_TRUE(test);
  const Call& call = test->root->body.back();
  EXPECT_EQ(call.kind, Call::Kind::kMethod);
  EXPECT_EQ(call.path, model::AccessPath{"f"});
  EXPECT_EQ(call.receiver->kind, Argument::Kind::kResult);
  EXPECT_EQ(test->root->body[0].path, model::AccessPath{"create"});
  EXPECT_EQ(WellFormedness(*test), "");
}

TEST(TestOfInput, InstancesNeedAName) {
  Assignment input;
  input.arguments = {{.type = Type::kObject, .instance = 5}};
  EXPECT_FALSE(AsTest({.path = {"f"}}, input, {}));
  const auto test = AsTest({.path = {"f"}}, input, {{5, {.global = true, .path = {"Error"}}}});
  ASSERT_TRUE(test);
  EXPECT_EQ(test->root->body[0].arguments[0].path, (model::AccessPath{"Error", "prototype"}));
  EXPECT_EQ(test->root->body[1].arguments[0].kind, Argument::Kind::kResult);
}

TEST(TestOfInput, ListsKeepTheirOtherProperties) {
  Assignment input;
  input.arguments = {{.type = Type::kArray, .number = 1, .properties = {{"0", Number(1)}, {"path", Number(2)}}}};
  const auto test = AsTest({.path = {"f"}}, input, {});
  ASSERT_TRUE(test);
  const Call& assign = test->root->body[0];
  EXPECT_EQ(assign.path, model::AccessPath{"assign"});
  EXPECT_EQ(assign.arguments[0], Argument::Literal(model::Value::Array({model::Value::Number(1)})));
  EXPECT_EQ(assign.arguments[1], Argument::Literal(model::Value::Object({{"path", model::Value::Number(2)}})));
  EXPECT_EQ(test->root->body[1].arguments[0], Argument::Result(assign.id));
}

TEST(TestOfInput, FunctionsReturnWhatTheInputSays) {
  Assignment input;
  input.arguments = {{.type = Type::kFunction, .results = {Number(2)}},
                     {.type = Type::kFunction, .results = {Number(2), Number(3)}}};
  const auto test = AsTest({.path = {"f"}}, input, {});
  ASSERT_TRUE(test);
  const auto& arguments = test->root->body[0].arguments;
  EXPECT_EQ(arguments[0].callback->result->literal.number, 2);
  EXPECT_NE(arguments[1].callback->source.find("[2, 3]"), std::string::npos);
  EXPECT_EQ(WellFormedness(*test), "");
}

TEST(TestOfInput, StandInsCannotBeTested) {
  Assignment input;
  input.globals["require:fs"] = {.type = Type::kFunction};
  EXPECT_FALSE(AsTest({.path = {"f"}}, input, {}));
}

}  // namespace
}  // namespace kingbird::explore
