#include "discover/type_of_uses.h"

#include <gtest/gtest.h>

namespace kingbird::discover {
namespace {

Uses From(const std::string& json) { return UsesFromJson(base::Json::parse(json)); }

std::vector<model::Class> Known() {
  model::Class node;
  node.name = "Node";
  node.fields = {"prev", "next", "data"};
  model::Class list;
  list.name = "List";
  list.fields = {"first", "last", "length"};
  return {node, list};
}

std::string TypeOf(const std::string& json) {
  const Conclusion conclusion = TypeOf(From(json), Known());
  return ToString(conclusion.type) + (conclusion.optional ? "?" : "");
}

TEST(TypeOfUses, MembersOfAClass) {
  EXPECT_EQ(TypeOf(R"({"members": {"prev": {"uses": {"written unknown": 2}}, "next": {"uses": {"read": 1}}}})"),
            "Node");
  EXPECT_EQ(TypeOf(R"({"uses": {"tested": 3}, "members": {"next": {"uses": {"read": 1}}}})"), "Node?");
}

TEST(TypeOfUses, OperatorsSpeakForPrimitives) {
  EXPECT_EQ(TypeOf(R"({"uses": {"coerced to number": 3}})"), "number");
  EXPECT_EQ(TypeOf(R"({"uses": {"added to string": 4}})"), "string");
  // Every value is put into messages; arithmetic says more.
  EXPECT_EQ(TypeOf(R"({"uses": {"added to string": 8, "coerced to number": 2}})"), "number");
  EXPECT_EQ(TypeOf(R"({"uses": {"compared with boolean": 1}})"), "boolean");
  EXPECT_EQ(TypeOf(R"({"uses": {"tested": 5}})"), "boolean");
  EXPECT_EQ(TypeOf("{}"), "any");
}

TEST(TypeOfUses, BuiltInTypes) {
  EXPECT_EQ(
      TypeOf(
          R"({"uses": {"string member": 1}, "members": {"charAt": {"uses": {"read": 1}}, "length": {"uses": {"read": 1}}}})"),
      "string");
  EXPECT_EQ(TypeOf(R"({"members": {"getTime": {"uses": {"read": 1}}}})"), "Date");
  EXPECT_EQ(TypeOf(R"({"members": {"get": {"uses": {"read": 1}}, "set": {"uses": {"read": 1}}}})"), "Map<any, any>");
  EXPECT_EQ(TypeOf(R"({"uses": {"index": 2}, "members": {"length": {"uses": {"read": 1}}},
                       "element": {"uses": {"coerced to number": 2}}})"),
            "number[]");
  EXPECT_EQ(TypeOf(R"({"uses": {"iterated": 1}, "element": {"members": {"prev": {"uses": {"read": 1}}}}})"),
            "Iterable<Node>");
}

TEST(TypeOfUses, FunctionsWithTheUseOfTheirResult) {
  EXPECT_EQ(TypeOf(R"({"uses": {"called": 2}, "arity": 2, "result": {"uses": {"compared with number": 2}}})"),
            "(a, b) => number");
}

TEST(TypeOfUses, ShapesOfPlainObjects) {
  EXPECT_EQ(
      TypeOf(
          R"({"members": {"width": {"uses": {"read": 1, "coerced to number": 1}}, "title": {"uses": {"read": 1, "compared with string": 1}}}})"),
      "{ title: string; width: number }");
}

TEST(TypeOfUses, UnionsFromTests) {
  EXPECT_EQ(TypeOf(R"({"uses": {"typeof function": 1, "called": 1}, "arity": 0})"), "() => any");
  EXPECT_EQ(TypeOf(R"({"uses": {"typeof string": 2, "typeof number": 1}})"), "number | string");
  EXPECT_EQ(TypeOf(R"({"uses": {"coerced to number": 2, "compared with undefined": 1}})"), "number?");
  EXPECT_EQ(TypeOf(R"({"uses": {"default number": 1}})"), "number?");
}

TEST(TypeOfUses, StringsAndArrays) {
  EXPECT_EQ(TypeOf(R"({"members": {"split": {"uses": {"read": 1}}, "map": {"uses": {"read": 1}}}})"), "string | any[]");
}

TEST(TypeOfUses, ConstantsAreKeptForGenerators) {
  const Conclusion conclusion =
      TypeOf(From(R"({"uses": {"compared with string": 2}, "constants": ["asc", "desc"]})"), {});
  ASSERT_EQ(conclusion.type.constants.size(), 2U);
  EXPECT_EQ(conclusion.type.constants[0].text, "asc");
}

TEST(Uses, Add) {
  Uses sum = From(R"({"uses": {"called": 1}, "arity": 1, "members": {"a": {"uses": {"read": 1}}}})");
  sum.Add(From(
      R"({"uses": {"called": 2}, "arity": 3, "members": {"a": {"uses": {"read": 1}}, "b": {"uses": {"read": 1}}}})"));
  EXPECT_EQ(sum.Count("called"), 3);
  EXPECT_EQ(sum.arity, 3);
  EXPECT_EQ(sum.members.at("a").Count("read"), 2);
  EXPECT_EQ(sum.members.size(), 2U);
}

}  // namespace
}  // namespace kingbird::discover
