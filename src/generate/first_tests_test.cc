#include "generate/first_tests.h"

#include <gtest/gtest.h>

#include <regex>

#include "generate/tree_grower.h"
#include "model/made_by_hand.h"

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Value;

model::Api ApiOf(const std::vector<std::string>& names) {
  model::Api api;
  for (const std::string& name : names) {
    model::Function function;
    function.path = {name};
    function.parameters = {"text"};
    function.length = 1;
    api.functions.push_back(std::move(function));
  }
  return api;
}

model::TestCase Example(const std::string& function, const std::string& text) {
  return model::TestOf({model::CallOf(1, function, {Argument::Literal(Value::String(text))})});
}

model::Execution Ended(const model::TestCase& test, model::Event::Kind how) {
  model::Execution execution;
  execution.end = model::End::kFinished;
  for (const Call& call : test.root->body) {
    model::Event event;
    event.kind = how;
    event.node = call.id;
    event.values = {Value::Null()};
    execution.events.push_back(std::move(event));
  }
  return execution;
}

std::string FirstName(const Grown& grown) { return grown.test.root->body[0].path[0]; }

class FirstTestsTest : public ::testing::Test {
 protected:
  ValuePool pool_{{}, {}};
  TypedValues values_{pool_, std::nullopt, std::nullopt};
  std::vector<model::Class> classes_;
  TypedArguments typed_{classes_, values_};
  base::Rng rng_{1};
};

TEST_F(FirstTestsTest, EveryFunctionHasATurnBeforeAnyHasItsSecond) {
  GrowerConfig config;
  config.typed = &typed_;
  config.examples = {Example("a", "1"), Example("a", "2"), Example("b", "3")};
  TreeGrower grower(ApiOf({"a", "b", "c"}), pool_, {}, config);
  std::vector<std::string> names;
  for (int i = 0; i < 8; ++i) {
    const Grown grown = grower.Grow(rng_);
    names.push_back(FirstName(grown));
    // "c" refuses at first.
    const bool fails = FirstName(grown) == "c" && i < 6;
    grower.Absorb(grown, Ended(grown.test, fails ? model::Event::Kind::kThrow : model::Event::Kind::kReturn),
                  Gain::kNone);
  }
  EXPECT_EQ(std::vector<std::string>(names.begin(), names.begin() + 6),
            (std::vector<std::string>{"a", "b", "a", "a", "b", "c"}));
  EXPECT_EQ(names[6], "c");
}

TEST_F(FirstTestsTest, WrittenCallsAreVariedOneArgumentAtATime) {
  GrowerConfig config;
  config.typed = &typed_;
  config.examples = {Example("a", "2 days")};
  TreeGrower grower(ApiOf({"a"}), pool_, {}, config);
  for (int i = 0; i < 2; ++i) {
    const Grown grown = grower.Grow(rng_);
    grower.Absorb(grown, Ended(grown.test, model::Event::Kind::kReturn), Gain::kNone);
  }
  const Grown varied = grower.Grow(rng_);
  EXPECT_EQ(varied.growth, Growth::kVaried);
  ASSERT_EQ(varied.test.root->body.back().arguments.size(), 1U);
  EXPECT_NE(varied.test.root->body.back().arguments[0].literal, Value::String("2 days"));
}

TEST_F(FirstTestsTest, TextsMatchTheExpressionsTheirParameterMet) {
  model::Api api = ApiOf({"parseDuration"});
  model::ParameterType parameter;
  parameter.type = model::Type::Of(model::Type::Kind::kString);
  Value pattern;
  pattern.kind = Value::Kind::kRegExp;
  pattern.text = "^(\\d+)\\s*(ms|s|m|h|d)$";
  parameter.type.constants = {pattern};
  api.functions[0].types = {parameter};
  GrowerConfig config;
  config.typed = &typed_;
  TreeGrower grower(api, pool_, {}, config);
  const std::regex wanted("[0-9]+\\s*(ms|s|m|h|d)");
  int matching = 0;
  for (int i = 0; i < 100; ++i) {
    const Grown grown = grower.GrowOne("parseDuration", rng_).value();
    const std::vector<Argument>& arguments = grown.test.root->body.back().arguments;
    const bool text = !arguments.empty() && arguments[0].kind == Argument::Kind::kLiteral &&
                      arguments[0].literal.kind == Value::Kind::kString;
    matching += text && std::regex_match(arguments[0].literal.text, wanted) ? 1 : 0;
  }
  EXPECT_GT(matching, 20);
}

TEST_F(FirstTestsTest, InstancesAreMadeInFront) {
  model::Class box;
  box.name = "Box";
  box.path = {"Box"};
  classes_ = {box};
  model::Api api = ApiOf({"open"});
  api.functions[0].types = {{"box", model::Type::Class("Box"), false, false, ""}};
  GrowerConfig config;
  config.typed = &typed_;
  TreeGrower grower(api, pool_, {}, config);
  int made = 0;
  for (int i = 0; i < 40; ++i) {
    const Grown grown = grower.GrowOne("open", rng_).value();
    ASSERT_EQ(model::WellFormedness(grown.test), "");
    made += grown.test.root->body.size() == 2 && grown.test.root->body[0].kind == Call::Kind::kNew ? 1 : 0;
  }
  EXPECT_GT(made, 15);
}

}  // namespace
}  // namespace kingbird::generate
