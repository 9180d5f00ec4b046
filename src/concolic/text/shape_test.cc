#include "concolic/text/shape.h"

#include <gtest/gtest.h>

namespace kingbird::concolic {
namespace {

using Step = Symbol::Step;

Shape Of(TypeSet types, std::map<std::string, Shape> parts = {}, size_t calls = 0) {
  Shape shape;
  shape.Use(types);
  shape.properties = std::move(parts);
  shape.calls = calls;
  return shape;
}

const Shape kNumber = Of({Type::kNumber});

TEST(Shape, TheTypeServesAllUses) {
  Shape shape;
  EXPECT_EQ(shape.type(), Type::kAbsent);
  shape.Use({Type::kArray, Type::kString});
  EXPECT_EQ(shape.type(), Type::kArray) << "the first one to try";
  shape.Use({Type::kString, Type::kNumber});
  EXPECT_EQ(shape.type(), Type::kString);
  shape.asked = true;
  EXPECT_EQ(shape.type(), Type::kAbsent);
}

TEST(Shape, InputsThatNoRunReadAreMade) {
  Shapes shapes;
  shapes.roots["1"] = Of({Type::kObject}, {{"a", Of({Type::kObject}, {{"size", kNumber}})}, {"unused", Shape()}});
  Assignment input;
  Complete(shapes, {}, input);
  ASSERT_EQ(input.arguments.size(), 2U);
  EXPECT_EQ(input.arguments[0].type, Type::kAbsent);
  EXPECT_EQ(input.arguments[1].properties.at("a").properties.at("size").type, Type::kNumber);
  EXPECT_FALSE(input.arguments[1].properties.contains("unused"));
}

TEST(Shape, VariablesThatHoldNothingAreMade) {
  Shapes shapes;
  shapes.roots["count"] = kNumber;
  shapes.roots["limit"] = kNumber;
  Assignment input;
  input.globals["count"].type = Type::kUndefined;
  Complete(shapes, {}, input);
  EXPECT_EQ(input.globals.at("count").type, Type::kNumber);
  EXPECT_FALSE(input.globals.contains("limit")) << "no input";
}

TEST(Shape, OnlyAReceiverThatIsAnObjectGetsProperties) {
  Shapes shapes;
  shapes.roots["this"] = Of({Type::kObject}, {{"size", kNumber}});
  Assignment plain;
  Complete(shapes, {}, plain);
  EXPECT_TRUE(plain.self.properties.empty());
  Assignment method;
  method.self.type = Type::kObject;
  Complete(shapes, {}, method);
  EXPECT_TRUE(method.self.properties.contains("size"));
}

/// f(o): a run that read o and o.seen, both as given.
SeenRun RunThatRead(Type type) {
  SeenRun run;
  run.path.symbols = {{.step = Step::kArgument, .index = 0, .type = type},
                      {.step = Step::kProperty, .parent = 0, .name = "seen", .type = Type::kAbsent}};
  return run;
}

TEST(Shape, WhatTheRunReadStaysAsTheSearchWantsIt) {
  Shapes shapes;
  shapes.roots["0"] = Of({Type::kObject}, {{"seen", kNumber}, {"unseen", kNumber}});
  Assignment input;
  input.arguments = {{.type = Type::kObject}};
  Complete(shapes, RunThatRead(Type::kObject), input);
  EXPECT_FALSE(input.arguments[0].properties.contains("seen"));
  EXPECT_EQ(input.arguments[0].properties.at("unseen").type, Type::kNumber);
  // An argument that was read and is not there stays away.
  Assignment absent;
  Complete(shapes, RunThatRead(Type::kAbsent), absent);
  EXPECT_TRUE(absent.arguments.empty());
}

TEST(Shape, ElementsAreMadeAsFarAsTheArrayGoes) {
  Shapes shapes;
  shapes.roots["0"] = Of({Type::kArray}, {{"[]", Of({Type::kObject}, {{"x", kNumber}})}});
  Assignment input;
  input.arguments = {{.type = Type::kArray, .number = 2}};
  input.arguments[0].properties["0"] = {.type = Type::kString};
  SeenRun run;
  run.path.symbols = {{.step = Step::kArgument, .index = 0, .type = Type::kArray}};
  Complete(shapes, run, input);
  EXPECT_EQ(input.arguments[0].properties.at("0").type, Type::kString) << "what is there stays";
  EXPECT_TRUE(input.arguments[0].properties.at("1").properties.contains("x"));
  EXPECT_EQ(input.arguments[0].properties.size(), 2U);
}

TEST(Shape, FunctionsAnswerAsOftenAsTheyAreCalled) {
  Shapes shapes;
  shapes.roots["0"] = Of({Type::kFunction}, {{"()", Of({Type::kObject})}}, 2);
  Assignment input;
  Complete(shapes, {}, input);
  ASSERT_EQ(input.arguments.at(0).results.size(), 2U);
  // The first result was read and left out on purpose: only the second is made.
  SeenRun run;
  run.path.symbols = {{.step = Step::kArgument, .index = 0, .type = Type::kFunction},
                      {.step = Step::kResult, .parent = 0, .index = 0, .type = Type::kAbsent}};
  Assignment after;
  after.arguments = {{.type = Type::kFunction}};
  Complete(shapes, run, after);
  ASSERT_EQ(after.arguments[0].results.size(), 2U);
  EXPECT_EQ(after.arguments[0].results[0].type, Type::kAbsent);
  EXPECT_EQ(after.arguments[0].results[1].type, Type::kObject);
}

TEST(Shape, StandInsAnswerWithTheShapeOfTheirName) {
  Shapes shapes;
  shapes.results["make"] = Of({Type::kObject}, {{"x", kNumber}}, 1);
  shapes.stand_ins["function:a.js:3"] = "make";
  Assignment input;
  Complete(shapes, {}, input);
  const Input& function = input.globals.at("function:a.js:3");
  EXPECT_EQ(function.type, Type::kFunction);
  ASSERT_EQ(function.results.size(), 1U);
  EXPECT_TRUE(function.results[0].properties.contains("x"));
}

TEST(Shape, ModulesAreInputsOnlyWhereTheyAre) {
  Shapes shapes;
  shapes.roots["require:fs"] = Of({Type::kObject}, {{"open", Of({Type::kFunction})}});
  Assignment without;
  Complete(shapes, {}, without);
  EXPECT_TRUE(without.globals.empty());
  shapes.modules = true;
  Assignment with;
  Complete(shapes, {}, with);
  EXPECT_EQ(with.globals.at("require:fs").properties.at("open").type, Type::kFunction);
}

TEST(Shape, SymbolsFindTheirShapes) {
  Shapes shapes;
  shapes.roots["0"] = Of({Type::kArray}, {{"[]", Of({Type::kObject}, {{"f", Of({Type::kFunction})}})}});
  shapes.results["f"] = kNumber;
  Path path;
  path.symbols = {{.step = Step::kArgument, .index = 0},
                  {.step = Step::kProperty, .parent = 0, .name = "7"},
                  {.step = Step::kProperty, .parent = 1, .name = "f"},
                  {.step = Step::kResult, .parent = 2, .name = ""},
                  {.step = Step::kLength, .parent = 0},
                  {.step = Step::kArgument, .index = 1}};
  const std::vector<const Shape*> found = ShapesOf(shapes, path);
  ASSERT_EQ(found.size(), path.symbols.size());
  EXPECT_EQ(found[1]->type(), Type::kObject) << "any index is an element";
  EXPECT_EQ(found[2]->type(), Type::kFunction);
  EXPECT_EQ(found[3], &shapes.results.at("f"));
  EXPECT_EQ(found[4], nullptr);
  EXPECT_EQ(found[5], nullptr);
}

}  // namespace
}  // namespace kingbird::concolic
