#include "syntax/parser.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/own_limits.h"

namespace kingbird::syntax {
namespace {

TEST(Parser, GivesKindsFieldsAndText) {
  const Tree tree = Parse("foo(a, 1) // done\n");
  ASSERT_FALSE(tree.has_error());
  const Node call = tree.root().NamedChild(0).NamedChild(0);
  EXPECT_EQ(call.kind(), Kind::kCallExpression);
  EXPECT_EQ(call.Child(Field::kFunction).text(), "foo");
  EXPECT_EQ(call.Child(Field::kArguments).NamedChild(1).text(), "1");
  EXPECT_EQ(call.Child(Field::kArguments).parent(), call);
  EXPECT_EQ(tree.comments().size(), 1u);
  EXPECT_FALSE(call.Child(Field::kBody));
}

TEST(Parser, ReportsErrors) {
  EXPECT_TRUE(Parse("var = ;").has_error());
  EXPECT_TRUE(Parse("f(").has_error());
  EXPECT_FALSE(Parse("").has_error());
}

TEST(Parser, WhatNestsDeeperThanAnyProgramIsNotRead) {
  for (const size_t depth : {20'000, 30'000}) {
    const Tree tree = Parse(std::string(depth, '(') + "a" + std::string(depth, ')'));
    EXPECT_EQ(tree.has_error(), depth > 25'000);
    EXPECT_EQ(static_cast<bool>(tree.root()), depth < 25'000);
  }
}

std::string Dense(size_t bytes) {
  std::string text = "x = [";
  while (text.size() < bytes) text += "(a,b)=>a?b:a+1,";
  return text + "]";
}

TEST(ParserDeathTest, ATextThatNeedsMostOfTheMemoryIsNotRead) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const auto run = [] {
    base::LimitOwnProcess(uint64_t{250} << 20);
    const bool small = Parse(Dense(100'000)).has_error();
    const bool large = Parse(Dense(2'000'000)).has_error();
    exit(!small && large && !Parse(Dense(100'000)).has_error() ? 0 : 1);
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(0), "");
#endif
}

TEST(ParserDeathTest, AfterTheTimeOfTheRunNothingIsRead) {
  const auto run = [] {
    const bool before = Parse("a").has_error();
    StopParsing();
    exit(!before && Parse(Dense(10'000)).has_error() ? 0 : 1);
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(0), "");
}

TEST(Parser, RefusesWhatTheGrammarMisreads) {
  for (const char* source : {"a<!--b", "a\rb", "f = () => {a: 1}"}) EXPECT_TRUE(Parse(source).has_error()) << source;
  for (const char* source : {"{a: 1}", "if (a) {b: 1}"}) {
    const Tree tree = Parse(source);
    bool object = false;
    Walk(
        tree.root(),
        [&](Node node) {
          object = object || node.Is(Kind::kObject);
          return true;
        },
        [](Node) {});
    EXPECT_TRUE(tree.has_error() || !object) << source;
  }
  EXPECT_FALSE(Parse("f = () => ({a: 1}); ({a: 1}); '<!--'; a\r\nb").has_error());
}

TEST(Parser, ALineBreakBehindLetDoesNotEndTheStatement) {
  for (const char* source : {"let\n  a = 1,\n  b;", "{ let // why\n a; }", "switch (x) { case 1: let\na = 2 }",
                             "let\n[a] = b", "let\n{a} = b"}) {
    const Tree tree = Parse(source);
    bool declares = false;
    Walk(
        tree.root(),
        [&](Node node) {
          declares = declares || node.Is(Kind::kLexicalDeclaration);
          return true;
        },
        [](Node) {});
    EXPECT_TRUE(declares || tree.has_error()) << source;
    EXPECT_EQ(tree.source(), source);
  }
  EXPECT_FALSE(Parse("let\n  a = 1,\n  b;").has_error());
  // Here it can only be a name.
  EXPECT_EQ(Parse("if (a) let\nb").root().NamedChild(1).kind(), Kind::kExpressionStatement);
}

TEST(Parser, ReadsTypeScript) {
  const Tree tree = Parse("export declare function f(a: string, b?: number): void;", Language::kTypeScript);
  ASSERT_FALSE(tree.has_error());
  bool annotation = false;
  Walk(
      tree.root(),
      [&](Node node) {
        annotation = annotation || node.Is(Kind::kTypeAnnotation);
        return true;
      },
      [](Node) {});
  EXPECT_TRUE(annotation);
}

TEST(Parser, PositionsCountUtf16UnitsAndAllLineEnds) {
  const Tree tree = Parse(
      "'\xf0\x9f\x98\x80\xc3\xa4'+a\r\nb\rc\xe2\x80\xa8"
      "d");
  EXPECT_EQ(tree.PositionAt(9), (Position{1, 6}));  // a: quote, two units, one, quote, plus
  EXPECT_EQ(tree.PositionAt(12), (Position{2, 0}));
  EXPECT_EQ(tree.PositionAt(14), (Position{3, 0}));
  EXPECT_EQ(tree.PositionAt(18), (Position{4, 0}));
}

TEST(Parser, PositionsAreRightFarFromTheLineStart) {
  std::string source = "'";
  for (int i = 0; i < 1000; ++i) source += "\xc3\xa4";
  source += "';b";
  const Tree tree = Parse(source);
  EXPECT_EQ(tree.PositionAt(static_cast<uint32_t>(source.size()) - 1), (Position{1, 1003}));
}

TEST(Parser, SkipsTheByteOrderMark) {
  const Tree tree = Parse("\xef\xbb\xbf#!/usr/bin/env node\nfoo()");
  ASSERT_FALSE(tree.has_error());
  EXPECT_EQ(tree.root().NamedChild(1).text(), "foo()");
}

TEST(Parser, NestsDeeplyWithoutRecursion) {
  std::string source = "x";
  for (int i = 0; i < 20000; ++i) source += "+x";
  const Tree tree = Parse(source);
  size_t left = 0;
  Walk(
      tree.root(), [](Node) { return true; }, [&](Node) { ++left; });
  EXPECT_EQ(left, tree.size());
}

// More than sixteen bits count, which a tree-sitter that people have takes for fewer, and frees what it never had.
TEST(Parser, ANodeMayHaveManyChildren) {
  constexpr size_t kMany = 70000;
  std::string comments;
  std::string open;
  for (size_t i = 0; i < kMany; ++i) {
    comments += "//\n";
    open += "f(";
  }
  const Tree tree = Parse(comments + "f();\n");
  EXPECT_FALSE(tree.has_error());
  EXPECT_EQ(tree.comments().size(), kMany);
  EXPECT_TRUE(Parse(open).has_error());
}

}  // namespace
}  // namespace kingbird::syntax
