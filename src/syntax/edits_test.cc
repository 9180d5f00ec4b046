#include "syntax/edits.h"

#include <gtest/gtest.h>

#include "syntax/parser.h"

namespace kingbird::syntax {
namespace {

/// The first node of this kind.
Node Find(const Tree& tree, Kind kind) {
  for (uint32_t i = 0; i < tree.size(); ++i) {
    if (tree.At(i).Is(kind)) return tree.At(i);
  }
  return Node();
}

TEST(Edits, NodesThatBeginAtOnePlaceAreKeptApart) {
  const Tree tree = Parse("a + b;");
  Edits edits(tree);
  const Node sum = Find(tree, Kind::kBinaryExpression);
  edits.Before(sum.Child(Field::kLeft), "x");
  edits.Before(Find(tree, Kind::kExpressionStatement), "1;");
  edits.Wrap(sum, "(", ")");
  EXPECT_EQ(edits.Apply(), "1;(xa + b);");
}

TEST(Edits, PassesNestInTheOrderOfTheList) {
  const Tree tree = Parse("f(a)");
  const Node a = Find(tree, Kind::kArguments).NamedChild(0);
  // Whoever comes first in time: the position counts.
  for (const bool backwards : {false, true}) {
    Edits edits(tree);
    for (const int turn : {0, 1}) {
      const bool first = (turn == 0) != backwards;
      edits.SetPass(first ? 1 : 2);
      edits.Wrap(a, first ? "<" : "[", first ? ">" : "]");
      edits.Wrap(a, first ? "(" : "{", first ? ")" : "}");
    }
    EXPECT_EQ(edits.Apply(), "f(<([{a}])>)");
  }
}

TEST(Edits, StatementsBeforeASingleStatementMakeABlock) {
  const Tree tree = Parse("if (a) b(); else x: while (c) d()");
  Edits edits(tree);
  edits.SetPass(1);
  const Node condition = Find(tree, Kind::kIfStatement);
  const Node loop = Find(tree, Kind::kWhileStatement);
  edits.BeforeStatement(condition.Child(Field::kConsequence), "1;");
  edits.BeforeStatement(loop, "2;");
  edits.BeforeStatement(loop.Child(Field::kBody), "3;");
  edits.SetPass(2);
  edits.BeforeStatement(loop.Child(Field::kBody), "4;");
  EXPECT_EQ(edits.Apply(), "if (a) {1;b();} else {2;x: while (c) {3;4;d()}}");
}

TEST(Edits, BodiesHaveAHead) {
  const Tree tree = Parse("'use strict'\nfunction f() { 'x'; g() }\nswitch (a) { case 1: b() }");
  Edits edits(tree);
  const Node body = Find(tree, Kind::kStatementBlock);
  for (const uint8_t pass : {2, 1}) {
    edits.SetPass(pass);
    const std::string name(1, static_cast<char>('0' + pass));
    edits.BodyBegin(body, name + ";");
    edits.BodyBegin(Find(tree, Kind::kSwitchCase), name + ";");
    edits.BodyBegin(tree.root(), name + ";");
  }
  EXPECT_EQ(edits.Apply(), "'use strict';1;;2;\nfunction f() { 'x';;1;;2; g() }\nswitch (a) { case 1:1;2; b() }");
}

TEST(Edits, ARebuiltNodeHasTheTextsOfItsChildrenAndKeepsWhatStandsAroundIt) {
  const Tree tree = Parse("f(a + b)");
  Edits edits(tree);
  const Node sum = Find(tree, Kind::kBinaryExpression);
  edits.Wrap(sum.Child(Field::kRight), "(x,", ")");
  edits.Wrap(sum, "[", "]");
  ASSERT_TRUE(
      edits.Rebuild(sum, Pieces() << "add(" << sum.Child(Field::kRight) << ", " << sum.Child(Field::kLeft) << ")"));
  EXPECT_EQ(edits.Apply(), "f([add((x,b), a)])");
  EXPECT_EQ(edits.dropped(), 0u);
}

TEST(Edits, WhatARebuiltNodeLeavesOutIsCounted) {
  const Tree tree = Parse("a + b");
  Edits edits(tree);
  const Node sum = Find(tree, Kind::kBinaryExpression);
  edits.Wrap(sum.Child(Field::kRight), "(", ")");
  ASSERT_TRUE(edits.Rebuild(sum, Pieces() << sum.Child(Field::kLeft)));
  EXPECT_EQ(edits.Apply(), "a");
  EXPECT_EQ(edits.dropped(), 2u);
}

TEST(Edits, ARebuiltNodeKeepsItsLines) {
  const Tree tree = Parse("f(a +\n  g(b\n  ),\nc)");
  const Node sum = Find(tree, Kind::kBinaryExpression);
  const Node left = sum.Child(Field::kLeft);
  const Node right = sum.Child(Field::kRight);
  {
    Edits edits(tree);
    ASSERT_TRUE(edits.Rebuild(sum, Pieces() << "add(" << left << "," << right << ")"));
    EXPECT_EQ(edits.Apply(), "f(add(a,\ng(b\n  )),\nc)");
  }
  {
    Edits edits(tree);
    ASSERT_TRUE(edits.Rebuild(right, Pieces() << "g2(" << right.Child(Field::kArguments).NamedChild(0) << ")"));
    EXPECT_EQ(edits.Apply(), "f(a +\n  g2(b\n),\nc)");
  }
}

TEST(Edits, RefusesWhatCannotKeepItsLines) {
  const Tree tree = Parse("x = a +\nb");
  Edits edits(tree);
  const Node sum = Find(tree, Kind::kBinaryExpression);
  EXPECT_FALSE(edits.Rebuild(sum, Pieces() << "0"));  // nowhere to break the line
  EXPECT_FALSE(edits.Rebuild(sum, Pieces() << sum.Child(Field::kRight) << "+" << sum.Child(Field::kLeft)));
  EXPECT_FALSE(edits.Rebuild(sum.Child(Field::kLeft), Pieces() << "`\n`"));
  EXPECT_EQ(edits.Apply(), "x = a +\nb");
}

TEST(Edits, ANodeIsRebuiltOnce) {
  const Tree tree = Parse("a + b");
  Edits edits(tree);
  const Node sum = Find(tree, Kind::kBinaryExpression);
  EXPECT_TRUE(edits.Rebuild(sum, Pieces() << "1"));
  EXPECT_FALSE(edits.Rebuild(sum, Pieces() << "2"));
  EXPECT_EQ(edits.Apply(), "1");
}

TEST(Edits, TellsWhereANodeCameToLie) {
  const Tree tree = Parse("1; function f() {}");
  Edits edits(tree);
  const Node function = Find(tree, Kind::kFunctionDeclaration);
  edits.Before(function, "2;");
  edits.BodyBegin(Find(tree, Kind::kStatementBlock), "3;");
  edits.Track(function);
  std::vector<Span> spans;
  const std::string text = edits.Apply(&spans);
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(text.substr(spans[0].begin, spans[0].end - spans[0].begin), "function f() {3;}");
}

TEST(Edits, DeepNestingIsNoProblem) {
  constexpr size_t kDepth = 20000;
  std::string source = "x";
  for (size_t i = 0; i < kDepth; ++i) source += "+x";
  const Tree tree = Parse(source);
  Edits edits(tree);
  size_t rebuilt = 0;
  Walk(
      tree.root(), [](Node) { return true; },
      [&](Node node) {
        if (!node.Is(Kind::kBinaryExpression)) return;
        ++rebuilt;
        EXPECT_TRUE(edits.Rebuild(
            node, Pieces() << "add(" << node.Child(Field::kLeft) << "," << node.Child(Field::kRight) << ")"));
      });
  EXPECT_EQ(rebuilt, kDepth);
  EXPECT_EQ(edits.Apply().size(), source.size() + kDepth * 5);
}

TEST(EditsDeathTest, RefusesMistakesOfAPass) {
  const Tree tree = Parse("a + b");
  Edits edits(tree);
  const Node sum = Find(tree, Kind::kBinaryExpression);
  const Node left = sum.Child(Field::kLeft);
  EXPECT_DEATH(edits.Before(left, "\n"), "must not add a line");
  EXPECT_DEATH((void)edits.Rebuild(sum, Pieces() << left << left), "used twice");
  EXPECT_DEATH((void)edits.Rebuild(left, Pieces() << sum), "not below");
}

}  // namespace
}  // namespace kingbird::syntax
