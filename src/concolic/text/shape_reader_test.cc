#include "concolic/text/shape_reader.h"

#include <gtest/gtest.h>

#include "syntax/function_sites.h"
#include "syntax/parser.h"

namespace kingbird::concolic {
namespace {

using CalleesAre = TextShapes::CalleesAre;

/// Of the first function of the text.
Shapes ShapesIn(const std::string& text, CalleesAre callees = CalleesAre::kStandIns) {
  const syntax::Tree tree = syntax::Parse(text);
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const syntax::Node node = tree.At(i);
    if (!syntax::IsFunctionSite(node)) continue;
    return TextShapes(tree).Of({tree.PositionAt(node.begin()), tree.PositionAt(node.end())}, callees);
  }
  return {};
}

/// The type of "0.a.b": a root and names below it.
Type TypeAt(const Shapes& shapes, const std::string& root, const std::vector<std::string>& names = {}) {
  const auto found = shapes.roots.find(root);
  if (found == shapes.roots.end()) return Type::kAbsent;
  const Shape* shape = &found->second;
  for (const std::string& name : names) {
    const auto part = shape->properties.find(name);
    if (part == shape->properties.end()) return Type::kAbsent;
    shape = &part->second;
  }
  return shape->type();
}

TEST(TextShape, ChainsOfMembersAreObjectsInObjects) {
  const Shapes shapes = ShapesIn("function f(o, p) { this.count++; return o.a.b(p.size - 1); }");
  EXPECT_EQ(TypeAt(shapes, "this", {"count"}), Type::kNumber);
  EXPECT_EQ(TypeAt(shapes, "0"), Type::kObject);
  EXPECT_EQ(TypeAt(shapes, "0", {"a"}), Type::kObject);
  EXPECT_EQ(TypeAt(shapes, "0", {"a", "b"}), Type::kFunction);
  EXPECT_EQ(TypeAt(shapes, "1", {"size"}), Type::kNumber);
  EXPECT_EQ(TypeAt(shapes, "2"), Type::kAbsent);
}

TEST(TextShape, MembersOfArraysAndStringsTellThemApart) {
  const Shapes shapes = ShapesIn("function f(a, s, g, l) { a.push(1); s.trim(); g.call(null); l.length; l.pop(); }");
  EXPECT_EQ(TypeAt(shapes, "0"), Type::kArray);
  EXPECT_EQ(TypeAt(shapes, "1"), Type::kString);
  EXPECT_EQ(TypeAt(shapes, "2"), Type::kFunction);
  EXPECT_EQ(TypeAt(shapes, "3"), Type::kArray) << "what serves both uses";
}

TEST(TextShape, WhatIsAddedOrComparedIsANumberUnlessItsOtherUsesSayAText) {
  const Shapes shapes = ShapesIn("function f(a, b, c, d) { if (a + b > c) return 1; b.trim(); return d === a; }");
  EXPECT_EQ(TypeAt(shapes, "0"), Type::kNumber);
  EXPECT_EQ(TypeAt(shapes, "1"), Type::kString);
  EXPECT_EQ(TypeAt(shapes, "2"), Type::kNumber);
  EXPECT_EQ(TypeAt(shapes, "3"), Type::kAbsent) << "a question";
}

TEST(TextShape, WhatIsAssignedToAMemberIsFoundThereAgain) {
  const Shapes shapes = ShapesIn(
      "function f(o, k, v) { const info = {}; info.at = o; info.at.move(); this.all[k] = v; this.all[k].size - 1; }");
  EXPECT_EQ(TypeAt(shapes, "0", {"move"}), Type::kFunction);
  EXPECT_EQ(TypeAt(shapes, "2", {"size"}), Type::kNumber);
}

TEST(TextShape, AnIndexThatIsCountedMakesAnArray) {
  const Shapes shapes = ShapesIn("function f(a, o, k) { for (let i = 0; i < 3; i++) a[i].x; o[k]; o['name'] - 1; }");
  EXPECT_EQ(TypeAt(shapes, "0"), Type::kArray);
  EXPECT_EQ(TypeAt(shapes, "0", {"[]"}), Type::kObject);
  EXPECT_EQ(TypeAt(shapes, "1"), Type::kObject);
  EXPECT_EQ(TypeAt(shapes, "1", {"name"}), Type::kNumber);
}

TEST(TextShape, WhatCodeAsksTheTypeOfIsLeftToTheSearch) {
  const Shapes shapes = ShapesIn(
      "function f(a, b, c, d, e) { typeof a === 'x'; a.x; b instanceof C; b.x; Array.isArray(c); c.x; d === null; d.x; "
      "e === 'x'; }");
  for (const char* root : {"0", "1", "2", "3"}) EXPECT_EQ(TypeAt(shapes, root), Type::kAbsent) << root;
  EXPECT_EQ(TypeAt(shapes, "4"), Type::kString) << "a comparison with a literal";
}

TEST(TextShape, WhatIsAddedOnIsANumberOrAText) {
  const Shapes shapes = ShapesIn("function f(a, b, c, d) { let n = 0; n += a; n -= b; n ||= c; this.text += d; }");
  EXPECT_EQ(TypeAt(shapes, "0"), Type::kNumber);
  EXPECT_EQ(TypeAt(shapes, "1"), Type::kNumber);
  EXPECT_EQ(TypeAt(shapes, "2"), Type::kAbsent);
  EXPECT_EQ(TypeAt(shapes, "this", {"text"}), Type::kNumber);
}

TEST(TextShape, UsesThatNothingServesTellNothing) {
  EXPECT_EQ(TypeAt(ShapesIn("function f(a) { a - 1; a.x; }"), "0"), Type::kAbsent);
}

TEST(TextShape, VariablesStandForWhatTheyWereAssigned) {
  const Shapes shapes = ShapesIn("function f(o, p) { const a = o.list || p; var b; b = a; b.x.y; }");
  EXPECT_EQ(TypeAt(shapes, "0", {"list", "x"}), Type::kObject);
  EXPECT_EQ(TypeAt(shapes, "1", {"x"}), Type::kObject);
  // One that is made of itself ends.
  EXPECT_EQ(TypeAt(ShapesIn("function f(o) { let n = o; while (n.next) n = n.next; }"), "0"), Type::kObject);
}

TEST(TextShape, ResultsOfCallsHaveShapes) {
  const Shapes shapes = ShapesIn("function f(o) { const r = o.make(1); r.x - 1; make(2); }");
  EXPECT_EQ(TypeAt(shapes, "0", {"make"}), Type::kFunction);
  EXPECT_EQ(TypeAt(shapes, "0", {"make", "()"}), Type::kObject);
  EXPECT_EQ(TypeAt(shapes, "0", {"make", "()", "x"}), Type::kNumber);
  EXPECT_EQ(shapes.results.at("make").calls, 2U) << "places that call something of this name";
}

TEST(TextShape, FunctionsInsideAreLeftOut) {
  EXPECT_EQ(TypeAt(ShapesIn("function f(o) { return () => o.x; }"), "0"), Type::kAbsent);
}

TEST(TextShape, ModulesAreRootsOfTheirOwn) {
  const Shapes shapes = ShapesIn("const tools = require('./tools'); function f() { tools.run(1); other.run(); }");
  EXPECT_EQ(TypeAt(shapes, "require:./tools", {"run"}), Type::kFunction);
  EXPECT_EQ(TypeAt(shapes, "other", {"run"}), Type::kFunction);
}

TEST(TextShape, CalleesAreReadWhereTheyRun) {
  const std::string text =
      "function f(o) { g(o.part); this.m(o.list); }\nfunction g(p) { p.size - 1; }\nX.prototype.m = function (l) { "
      "l.push(1); };";
  EXPECT_EQ(TypeAt(ShapesIn(text), "0", {"part"}), Type::kAbsent);
  const Shapes with = ShapesIn(text, CalleesAre::kRead);
  EXPECT_EQ(TypeAt(with, "0", {"part", "size"}), Type::kNumber);
  EXPECT_EQ(TypeAt(with, "0", {"list"}), Type::kArray);
  EXPECT_FALSE(with.roots.at("this").properties.contains("m")) << "an own property would hide the method";
  EXPECT_TRUE(ShapesIn(text).roots.at("this").properties.contains("m"));
  const Shapes run = ShapesIn(text, CalleesAre::kRun);
  EXPECT_EQ(TypeAt(run, "0", {"part"}), Type::kAbsent);
  EXPECT_FALSE(run.roots.at("this").properties.contains("m"));
}

TEST(TextShape, AReceiverWithMethodsOfTextsIsAText) {
  EXPECT_EQ(TypeAt(ShapesIn("function f(t) { return this.substr(t, 1); }"), "this", {}), Type::kString);
  const Shapes own = ShapesIn(
      "X.prototype.m = function () { this.count++; return this.split(1); };\nX.prototype.split = function () {};");
  EXPECT_EQ(TypeAt(own, "this", {}), Type::kObject) << "the file has a method of that name";
}

TEST(TextShape, NamesOfSeveralFunctionsAndRecursionAreNotFollowed) {
  const std::string two = "function f(o) { g(o); }\nA.g = function (p) { p.x; };\nB.g = function (p) { p.push(); };";
  EXPECT_EQ(TypeAt(ShapesIn(two, CalleesAre::kRead), "0"), Type::kAbsent);
  EXPECT_EQ(TypeAt(ShapesIn("function f(o) { o.x; f(o.next); }", CalleesAre::kRead), "0"), Type::kObject);
}

TEST(TextShape, ForOfGoesOverLists) {
  const Shapes shapes =
      ShapesIn("function f(o) { for (const b of o.list) { if (b.fixed) continue; sum(b.mass * 2); } }");
  EXPECT_EQ(TypeAt(shapes, "0", {"list"}), Type::kArray);
  EXPECT_EQ(TypeAt(shapes, "0", {"list", "[]"}), Type::kObject);
  EXPECT_EQ(TypeAt(shapes, "0", {"list", "[]", "mass"}), Type::kNumber);
}

TEST(TextShape, PatternsTakeValuesApart) {
  const Shapes shapes =
      ShapesIn("function f({ a, b: { c } }, p) { const [x, { y = 1 }] = p.pair; return a - c * x - y; }");
  EXPECT_EQ(TypeAt(shapes, "0", {"a"}), Type::kNumber);
  EXPECT_EQ(TypeAt(shapes, "0", {"b"}), Type::kObject);
  EXPECT_EQ(TypeAt(shapes, "0", {"b", "c"}), Type::kNumber);
  EXPECT_EQ(TypeAt(shapes, "1", {"pair"}), Type::kArray);
  EXPECT_EQ(TypeAt(shapes, "1", {"pair", "[]", "y"}), Type::kNumber);
}

TEST(TextShape, MethodsThatListsDoNotHaveAreOfObjects) {
  EXPECT_EQ(TypeAt(ShapesIn("function f(b) { b.push(1); b.move(2); }"), "0"), Type::kObject);
  EXPECT_EQ(TypeAt(ShapesIn("function f(b) { b.push(1); b.move(b[0]); }"), "0"), Type::kArray);
  EXPECT_EQ(TypeAt(ShapesIn("function f(b) { b.push(1); b.pop(); }"), "0"), Type::kArray);
}

TEST(TextShape, WhatIsNotThereHasNoShapes) {
  const syntax::Tree tree = syntax::Parse("function f(o) { o.x; }");
  EXPECT_TRUE(TextShapes(tree).Of({{7, 0}, {8, 0}}, CalleesAre::kStandIns).empty());
  EXPECT_TRUE(ShapesIn("function f(o) { o.x; } }{").empty()) << "a text that does not parse";
}

}  // namespace
}  // namespace kingbird::concolic
