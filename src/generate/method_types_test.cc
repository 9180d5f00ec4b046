#include "generate/method_types.h"

#include <gtest/gtest.h>

namespace kingbird::generate {
namespace {

using model::Type;

std::vector<model::ParameterType> One(const std::string& name, Type::Kind kind) {
  return {{name, Type::Of(kind), false, false, ""}};
}

model::Value Object(const std::string& type, std::vector<std::string> methods) {
  model::Value value;
  value.kind = model::Value::Kind::kObject;
  value.type = type;
  value.methods = std::move(methods);
  return value;
}

const model::Declarations kDeclared = {{"Moment#add", One("value", Type::Kind::kNumber)},
                                       {"Moment#format", One("template", Type::Kind::kString)},
                                       {"Moment#isBefore", One("date", Type::Kind::kDate)},
                                       {"Sum#add", One("term", Type::Kind::kBigInt)},
                                       {"Sum#total", {}}};

TEST(MethodTypes, OfTheClassBeforeWhatLooksLikeIt) {
  model::Class box;
  box.name = "Box";
  model::Member add;
  add.name = "add";
  add.parameters = One("item", Type::Kind::kArray);
  box.members = {add};
  const MethodTypes types({box}, kDeclared);
  const auto found = types.Find(Object("Box", {"add", "format", "isBefore"}), "add");
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0].name, "item");
  EXPECT_EQ(types.Members("Box", model::Member::Kind::kMethod), std::vector<std::string>{"add"});
  EXPECT_TRUE(types.Members("Box", model::Member::Kind::kGet).empty());
  EXPECT_TRUE(types.Members("Lid", model::Member::Kind::kMethod).empty());
}

TEST(MethodTypes, OfTheDeclaredInterfaceThatAnObjectLooksLike) {
  const MethodTypes types({}, kDeclared);
  const auto found = types.Find(Object("M", {"$d", "add", "format", "isBefore"}), "add");
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0].name, "value");
  // By its name, however little of it there is.
  EXPECT_EQ(types.Find(Object("Sum", {"add"}), "add").value()[0].name, "term");
  // Two methods in common say nothing.
  EXPECT_FALSE(types.Find(Object("M", {"add", "total"}), "add"));
  EXPECT_FALSE(types.Find(Object("M", {"add", "format", "isBefore", "clone"}), "clone"));
}

}  // namespace
}  // namespace kingbird::generate
