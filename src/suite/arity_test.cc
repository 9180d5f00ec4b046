#include "suite/arity.h"

#include <gtest/gtest.h>

#include "model/made_by_hand.h"

namespace kingbird::suite {
namespace {

model::Function Named(const std::string& name, std::vector<std::string> parameters) {
  model::Function function;
  function.path = {name};
  function.parameters = std::move(parameters);
  return function;
}

model::TestCase CallOf(const std::string& name, size_t arguments) {
  const model::Argument one = model::Argument::Literal(model::Value::Number(1));
  return model::TestOf({model::CallOf(1, name, std::vector(arguments, one))});
}

const model::Api& Api() {
  static const model::Api api = [] {
    model::Api made;
    made.functions = {Named("clamp", {"value", "low", "high"}), Named("pad", {"text", "width="}),
                      Named("all", {"...items"})};
    return made;
  }();
  return api;
}

TEST(Arities, DefaultsAndRestAreNotNeeded) {
  const Arities arities(Api());
  EXPECT_TRUE(arities.AnyShort(CallOf("clamp", 2)));
  EXPECT_FALSE(arities.AnyShort(CallOf("clamp", 3)));
  EXPECT_TRUE(arities.AnyShort(CallOf("pad", 0)));
  EXPECT_FALSE(arities.AnyShort(CallOf("pad", 1)));
  EXPECT_FALSE(arities.AnyShort(CallOf("all", 0)));
  EXPECT_FALSE(arities.AnyShort(CallOf("unknown", 0)));
}

TEST(Arities, ACallThatEndsWellKeepsWhatItNeedsOneThatFailsDoesNot) {
  const Arities arities(Api());
  model::Execution well;
  EXPECT_TRUE(arities.Loses(CallOf("clamp", 3), CallOf("clamp", 2), well));
  EXPECT_FALSE(arities.Loses(CallOf("clamp", 4), CallOf("clamp", 3), well));
  EXPECT_FALSE(arities.Loses(CallOf("clamp", 2), CallOf("clamp", 2), well)) << "it had no more to begin with";
  model::Execution failed;
  model::Event thrown;
  thrown.kind = model::Event::Kind::kThrow;
  thrown.node = 1;
  failed.events = {thrown};
  EXPECT_FALSE(arities.Loses(CallOf("clamp", 3), CallOf("clamp", 0), failed));
}

TEST(Arities, ArgumentsAreOfTheKindsThatAreDeclared) {
  using model::Argument;
  using model::Type;
  using model::Value;
  model::Api api;
  api.functions = {Named("area", {"shape", "size"})};
  Type shape = Type::Of(Type::Kind::kString);
  Type list = Type::With(Type::Kind::kArray, {Type::Of(Type::Kind::kNumber)});
  api.functions[0].types = {{"shape", shape}, {"size", Type::Union({Type::Of(Type::Kind::kNumber), list}), true}};
  const Arities arities(api);
  const auto with = [](std::vector<Argument> arguments) {
    model::TestCase test = CallOf("area", 0);
    auto root = std::make_shared<model::Callback>(*test.root);
    root->body[0].arguments = std::move(arguments);
    test.root = root;
    return test;
  };
  const Argument square = Argument::Literal(Value::String("square"));
  const model::TestCase good = with({square, Argument::Literal(Value::Number(2))});
  const model::TestCase bad = with({square, Argument::Literal(Value::String("b"))});
  EXPECT_FALSE(arities.AnyMisfit(good));
  EXPECT_TRUE(arities.AnyMisfit(bad));
  EXPECT_FALSE(arities.AnyMisfit(with({square, Argument::Literal(Value::Undefined())}))) << "it is optional";
  EXPECT_FALSE(arities.AnyMisfit(with({square, Argument::Literal(Value::Array({Value::String("x")}))})))
      << "what is in a list does not count";
  EXPECT_FALSE(arities.AnyMisfit(with({Argument::Result(7)})));
  const model::Execution well;
  EXPECT_TRUE(arities.AllProper(good, well));
  EXPECT_FALSE(arities.AllProper(bad, well));
  EXPECT_TRUE(arities.Loses(good, bad, well));
  EXPECT_FALSE(arities.Loses(bad, bad, well));
}

}  // namespace
}  // namespace kingbird::suite
