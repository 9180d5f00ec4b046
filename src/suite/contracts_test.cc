#include "suite/contracts.h"

#include <gtest/gtest.h>

namespace kingbird::suite {
namespace {

using model::Call;
using model::Event;
using model::Type;
using model::Value;
using Source = model::ParameterType::Source;

model::ParameterType Parameter(const std::string& name, Type::Kind kind, Source source) {
  model::ParameterType parameter;
  parameter.name = name;
  parameter.type = Type::Of(kind);
  parameter.source = source;
  return parameter;
}

model::Function Exported(const std::string& name, std::vector<std::string> parameters) {
  model::Function function;
  function.path = {name};
  function.parameters = std::move(parameters);
  return function;
}

/// One call of `path` with these arguments, and an execution that saw them.
struct Made {
  explicit Made(model::AccessPath path, std::vector<Value> arguments, Call::Kind kind = Call::Kind::kCall) {
    auto root = std::make_shared<model::Callback>();
    Call call;
    call.kind = kind;
    call.id = 1;
    call.path = std::move(path);
    root->body.push_back(call);
    test = {root, 2};
    execution.events.push_back({.kind = Event::Kind::kCall, .node = 1, .values = std::move(arguments)});
  }
  model::TestCase test;
  model::Execution execution;
};

TEST(ContractsTest, CallsThatFitWhatIsDeclared) {
  const Declarations declared = {{"parse", {Parameter("text", Type::Kind::kString, Source::kDeclared)}},
                                 {"default", {}}};
  const Contracts contracts(declared, {}, {}, false);
  const auto fits = [&](const Made& made) { return contracts.Fits(made.test, made.execution); };
  EXPECT_TRUE(fits(Made({"parse"}, {Value::String("x")})));
  EXPECT_TRUE(fits(Made({"inner", "parse"}, {Value::String("x")})));
  EXPECT_FALSE(fits(Made({"parse"}, {Value::Number(1)})));
  EXPECT_FALSE(fits(Made({"other"}, {Value::String("x")})));
  EXPECT_TRUE(fits(Made({}, {})));
  EXPECT_FALSE(fits(Made({"parse"}, {Value::String("x")}, Call::Kind::kAssign)));
}

TEST(ContractsTest, MethodsOfHalfMadeObjectsFitNothing) {
  const Declarations declared = {
      {"Reader#", {}}, {"Reader#read", {}}, {"Reader.", {Parameter("rules", Type::Kind::kObject, Source::kDeclared)}}};
  const Contracts contracts(declared, {}, {}, false);
  const auto fits = [&](std::vector<model::Property> properties) {
    Made made({"Reader"}, {}, Call::Kind::kNew);
    Call method;
    method.kind = Call::Kind::kMethod;
    method.id = 2;
    method.path = {"read"};
    method.receiver = model::Argument::Result(1);
    auto root = std::make_shared<model::Callback>(*made.test.root);
    root->body.push_back(method);
    made.test = {root, 3};
    Value reader = Value::Object(std::move(properties));
    reader.type = "Reader";
    made.execution.events.push_back({.kind = Event::Kind::kReturn, .node = 1, .values = {reader}});
    made.execution.events.push_back({.kind = Event::Kind::kCall, .node = 2, .values = {}});
    return contracts.Fits(made.test, made.execution);
  };
  EXPECT_TRUE(fits({{"rules", Value::Object({})}}));
  EXPECT_FALSE(fits({{"rules", Value::Undefined()}}));
  EXPECT_FALSE(fits({}));
}

TEST(ContractsTest, OfTwoFunctionsWithOneNameNothingIsSaid) {
  const Declarations declared = {{"parse", {Parameter("text", Type::Kind::kString, Source::kDeclared)}},
                                 {"print", {Parameter("text", Type::Kind::kString, Source::kDeclared)}}};
  model::Api api;
  api.functions = {Exported("parse", {"text"}), Exported("parse", {"token"}), Exported("print", {"text"})};
  api.functions[1].path = {"inner", "parse"};
  const Contracts contracts(declared, api, {}, false);
  const auto fits = [&](const Made& made) { return contracts.Fits(made.test, made.execution); };
  EXPECT_FALSE(fits(Made({"parse"}, {Value::String("x")})));
  EXPECT_FALSE(fits(Made({"inner", "parse"}, {Value::String("x")})));
  EXPECT_TRUE(fits(Made({"print"}, {Value::String("x")})));
}

TEST(ContractsTest, WhatAFunctionReturnsMayBeDeclaredToo) {
  Made made({"make"}, {});
  auto root = std::make_shared<model::Callback>(*made.test.root);
  Call use;
  use.kind = Call::Kind::kMethod;
  use.id = 2;
  use.receiver = model::Argument::Result(1);
  root->body.push_back(use);
  made.test = {root, 3};
  made.execution.events.push_back({.kind = Event::Kind::kCall, .node = 2, .values = {Value::Number(2.5)}});
  Declarations declared = {{"make", {}}};
  EXPECT_FALSE(Contracts(declared, {}, {}, false).Fits(made.test, made.execution));
  declared["make()"] = {Parameter("size", Type::Kind::kNumber, Source::kDeclared)};
  EXPECT_TRUE(Contracts(declared, {}, {}, false).Fits(made.test, made.execution));
}

TEST(ContractsTest, ACommentIsOfTheFunctionWithItsParameters) {
  const Declarations declared = {{"parse", {Parameter("text", Type::Kind::kString, Source::kDocumented)}}};
  model::Api api;
  api.functions = {Exported("parse", {"text", "options="})};
  EXPECT_NE(Contracts(declared, api, {}, false).Of(api.functions[0]), nullptr);
  api.functions = {Exported("parse", {"tokens"})};
  EXPECT_EQ(Contracts(declared, api, {}, false).Of(api.functions[0]), nullptr);
}

TEST(ContractsTest, AMethodThatOnlyOneClassHas) {
  Declarations declared = {{"Clock#tick", {Parameter("ms", Type::Kind::kNumber, Source::kDeclared)}}};
  const Made made({"tick"}, {Value::Number(5)}, Call::Kind::kMethod);
  EXPECT_TRUE(Contracts(declared, {}, {}, false).Fits(made.test, made.execution));
  declared["Timer#tick"] = {Parameter("s", Type::Kind::kString, Source::kDeclared)};
  EXPECT_FALSE(Contracts(declared, {}, {}, false).Fits(made.test, made.execution));
}

TEST(ContractsTest, InferredTypesCountWhereAClassIsUnderTest) {
  model::Class list;
  list.name = "List";
  list.path = {"List"};
  model::ParameterType anything;
  anything.name = "item";
  list.parameters = {anything};
  const Made made({"List"}, {Value::Null()}, Call::Kind::kNew);
  EXPECT_TRUE(Contracts({}, {}, {list}, true).Fits(made.test, made.execution));
  EXPECT_FALSE(Contracts({}, {}, {list}, false).Fits(made.test, made.execution));
}

}  // namespace
}  // namespace kingbird::suite
