// What whole declarations mean is in declarations_test.
#include "discover/type_reader.h"

#include <gtest/gtest.h>

#include "model/declared.h"
#include "syntax/parser.h"

namespace kingbird::discover {
namespace {

using model::Type;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

/// The type T of a source, which may declare others.
Type ReadT(const std::string& source, std::set<std::string> made = {}) {
  const syntax::Tree tree = syntax::Parse(source, syntax::Language::kTypeScript);
  EXPECT_FALSE(tree.has_error()) << source;
  NamedTypes named;
  syntax::Walk(
      tree.root(),
      [&](Node node) {
        if (node.Is(Kind::kInterfaceDeclaration) || node.Is(Kind::kTypeAliasDeclaration) ||
            node.Is(Kind::kEnumDeclaration))
          named[std::string(node.Child(Field::kName).text())] = node;
        return true;
      },
      [](Node) {});
  return TypeReader(named, std::move(made)).Read(named.at("T").Child(Field::kValue));
}

std::string ShownT(const std::string& type) { return ToString(ReadT("type T = " + type + ";")); }

TEST(TypeReader, ReadsWhatTypesAreMadeOf) {
  EXPECT_EQ(ShownT("readonly (string | null)[]"), "(string | null)[]");
  EXPECT_EQ(ShownT("Map<string, Set<number>>"), "Map<string, Set<number>>");
  EXPECT_EQ(ShownT("ReadonlyArray<Date>"), "Date[]");
  EXPECT_EQ(ShownT("(a: string, b?: number) => void"), "(a, b) => any");
  EXPECT_EQ(ShownT("Foo.Bar"), "Bar");
  EXPECT_EQ(ShownT("keyof Foo"), "any");
}

TEST(TypeReader, LiteralsAreTheOnlyValuesThereAre) {
  const Type type = ReadT("type T = 'it\\'s' | \"a\\n\";");
  ASSERT_EQ(type.parts.size() + type.constants.size(), 2U);
  std::vector<std::string> texts;
  for (const model::Value& value : type.constants) texts.push_back(value.text);
  for (const Type& part : type.parts) texts.push_back(part.constants.at(0).text);
  EXPECT_EQ(texts, (std::vector<std::string>{"it's", "a\n"})) << "values, not what is written";
  const Type number = ReadT("type T = -1;");
  EXPECT_TRUE(number.exact);
  ASSERT_EQ(number.constants.size(), 1U);
  EXPECT_EQ(number.constants[0], model::Value::Number(-1));
  EXPECT_EQ(ReadT("type T = 1_000;").constants.at(0), model::Value::Number(1000));
  EXPECT_EQ(ReadT("type T = 0b11;").constants.at(0), model::Value::Number(3));
}

TEST(TypeReader, UnionsHaveAllTheirParts) {
  EXPECT_EQ(ReadT("type T = | 'a' | 'b' | 'c' | ('d' | 'e') | 'f' | 'g' | 'h';").constants.size() +
                ReadT("type T = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h';").constants.size(),
            16U);
  EXPECT_EQ(ShownT("{ a: 1 } & { b: 1 } & { c: 1 } & { d: 1 } & { e: 1 } & { f: 1 } & { g: 1 }"),
            "{ a: number; b: number; c: number; d: number; e: number; f: number; g: number }");
}

TEST(TypeReader, LongChainsNeitherOverflowNorTakeForEver) {
  for (const std::string part : {" & A", " & (A", " | A", " | (A", " & readonly (A"}) {
    std::string type = "A";
    for (int i = 0; i < 5000; ++i) type += part;
    if (part.find('(') != std::string::npos) type.append(5000, ')');
    EXPECT_TRUE(ShownT(type) == "any") << part;
  }
}

TEST(TypeReader, NamesThatMultiplyAreReadUpToALimit) {
  std::string source = "type T = A0;";
  for (int level = 0; level < 4; ++level) {
    source += "interface A" + std::to_string(level) + " {";
    for (int i = 0; i < 300; ++i) source += "m" + std::to_string(i) + ": A" + std::to_string(level + 1) + "; ";
    source += "}";
  }
  const Type type = ReadT(source);
  ASSERT_EQ(type.fields.size(), 300U);
  EXPECT_EQ(type.fields[0].type.fields.size(), 300U);
  EXPECT_TRUE(type.fields[299].type.fields.empty()) << "the budget is spent";
}

TEST(TypeReader, MembersHaveTheNamesThatObjectsHave) {
  const Type type = ReadT("type T = { 'content-type': string; \"x\"?: number; 5: boolean; run(): void };");
  std::vector<std::string> names;
  for (const model::TypeField& field : type.fields) names.push_back(field.name);
  EXPECT_EQ(names, (std::vector<std::string>{"content-type", "x", "5", "run"}));
  EXPECT_TRUE(type.fields.at(1).optional);
  EXPECT_FALSE(type.fields.at(0).optional);
}

TEST(TypeReader, EnumsCountOnFromTheLastNumber) {
  const Type type = ReadT("enum E { A, B, C = 5, D, F = 'x' }\ntype T = E;");
  std::vector<model::Value> values;
  const auto collect = [&](const Type& part) {
    values.insert(values.end(), part.constants.begin(), part.constants.end());
  };
  collect(type);
  for (const Type& part : type.parts) collect(part);
  EXPECT_EQ(values, (std::vector{model::Value::Number(0), model::Value::Number(1), model::Value::Number(5),
                                 model::Value::Number(6), model::Value::String("x")}));
}

TEST(TypeReader, TypeParametersAreWhatTheyExtend) {
  EXPECT_EQ(ToString(ReadT("type T = <K extends string, V>(key: K, value: V) => K;")), "(a, b) => string");
  EXPECT_EQ(ToString(ReadT("interface Node2 { v: V }\ntype T<V extends number> = { v: V };")), "{ v: number }");
}

TEST(TypeReader, InterfacesHaveTheMembersOfThoseTheyExtend) {
  const Type known = ReadT("interface A { x: number }\ninterface B extends A { y: string }\ntype T = B;");
  EXPECT_EQ(known.fields.size(), 2U);
  EXPECT_EQ(known.name, "");
  const Type open = ReadT("interface B extends Elsewhere { y: string }\ntype T = B;");
  EXPECT_EQ(open.name, model::kMoreMembers) << "of Elsewhere nothing is known";
}

TEST(TypeReader, PartialMakesMembersOptional) {
  const Type type = ReadT("interface A { x: number; y?: string }\ntype T = Partial<A>;");
  ASSERT_EQ(type.fields.size(), 2U);
  EXPECT_TRUE(type.fields[0].optional);
  EXPECT_EQ(ReadT("interface A { x: number }\ntype T = Readonly<A>;").fields.at(0).optional, false);
}

TEST(TypeReader, WhatCanBeCalledIsNoPlainObject) { EXPECT_EQ(ShownT("{ (a: string): void; size: number }"), "any"); }

TEST(TypeReader, TypesThatContainThemselvesEnd) {
  const Type type = ReadT("interface Tree { left?: Tree; right?: Tree }\ntype T = Tree;");
  EXPECT_EQ(type.kind, Type::Kind::kObject);
  EXPECT_EQ(type.fields.size(), 2U);
}

TEST(TypeReader, NodesThatTheTargetMakesAreItsOwn) {
  const std::string source = "interface Leaf { kind: 'leaf'; text: string }\ntype T = Leaf;";
  EXPECT_EQ(ReadT(source, {"Leaf"}).name, model::kMadeByTarget);
  EXPECT_EQ(ReadT(source).name, "");
  EXPECT_EQ(ReadT("interface Leaf { text: string }\ntype T = Leaf;", {"Leaf"}).name, "") << "nothing tells what it is";
}

}  // namespace
}  // namespace kingbird::discover
