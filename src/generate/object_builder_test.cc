#include "generate/object_builder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Type;

model::Member Method(std::string name, std::vector<Type> types, model::Hits counters) {
  model::Member member;
  member.name = std::move(name);
  for (Type& type : types) member.parameters.push_back({"p", std::move(type), false, false, ""});
  member.counters = std::move(counters);
  return member;
}

std::vector<model::Class> List() {
  model::Class node;
  node.path = {"Node"};
  node.name = "Node";
  node.parameters.push_back({"data", Type(), false, false, ""});
  model::Class list;
  list.path = {"List"};
  list.name = "List";
  list.members = {Method("append", {Type::Class("Node")}, {1, 2}), Method("at", {Type::Of(Type::Kind::kNumber)}, {3}),
                  Method("size", {}, {4})};
  return {list, node};
}

class ObjectBuilderTest : public ::testing::Test {
 protected:
  ObjectBuilder Make(BuilderConfig config) { return ObjectBuilder(List(), {"List"}, values_, std::move(config)); }

  ValuePool pool_{{}, {}};
  TypedValues values_{pool_, std::nullopt, std::nullopt};
  base::Rng rng_{11};
};

TEST_F(ObjectBuilderTest, TestsAreWellFormedAndTheMethodUnderTestIsLast) {
  BuilderConfig config;
  config.method = "at";
  ObjectBuilder builder = Make(config);
  for (int i = 0; i < 300; ++i) {
    const Built built = builder.Build(rng_);
    EXPECT_EQ(model::WellFormedness(built.test), "");
    ASSERT_FALSE(built.test.root->body.empty());
    EXPECT_EQ(built.test.root->body.back().path, model::AccessPath{"at"});
    const auto is_list = [](const Call& call) {
      return call.kind == Call::Kind::kNew && call.path == model::AccessPath{"List"};
    };
    EXPECT_TRUE(std::any_of(built.test.root->body.begin(), built.test.root->body.end(), is_list));
  }
}

TEST_F(ObjectBuilderTest, ArgumentsAreConstructedAndReused) {
  BuilderConfig config;
  config.wild_share = 0;
  ObjectBuilder builder = Make(config);
  bool reused = false;
  for (int i = 0; i < 300; ++i) {
    const Built built = builder.Build(rng_);
    EXPECT_TRUE(built.well_typed);
    std::vector<int> nodes;
    for (const Call& call : built.test.root->body) {
      if (call.path != model::AccessPath{"append"}) continue;
      ASSERT_EQ(call.arguments.size(), 1U);
      ASSERT_EQ(call.arguments[0].kind, Argument::Kind::kResult);
      reused |= std::find(nodes.begin(), nodes.end(), call.arguments[0].node) != nodes.end();
      nodes.push_back(call.arguments[0].node);
    }
  }
  EXPECT_TRUE(reused);
}

TEST_F(ObjectBuilderTest, TurnsGoToWhatIsNotCovered) {
  BuilderConfig config;
  config.sequence_length = 1;
  ObjectBuilder builder = Make(config);
  builder.Weigh([](uint32_t counter) { return counter != 3; });
  int at = 0;
  for (int i = 0; i < 200; ++i)
    at += builder.Build(rng_).test.root->body.back().path == model::AccessPath{"at"} ? 1 : 0;
  EXPECT_GT(at, 80);
}

TEST_F(ObjectBuilderTest, TheGoalIsWhatIsUnderTest) {
  EXPECT_EQ(Make({}).Goal(), (model::Hits{1, 2, 3, 4}));
  BuilderConfig config;
  config.method = "append";
  EXPECT_EQ(Make(config).Goal(), (model::Hits{1, 2}));
}

}  // namespace
}  // namespace kingbird::generate
