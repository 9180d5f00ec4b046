#include "syntax/pass/read_trace.h"

#include <gtest/gtest.h>

#include "syntax/parser.h"
#include "syntax/rewriter.h"

namespace kingbird::syntax {
namespace {

// The rewritten program without its prologue.
std::string Traced(const std::string& source) {
  const Tree tree = Parse(source);
  EXPECT_FALSE(tree.has_error()) << source;
  ReadTracePass pass;
  Pass* const passes[] = {&pass};
  const std::string text = Rewrite(tree, passes).text;
  EXPECT_FALSE(Parse(text).has_error()) << text;
  const std::string prologue = pass.Prologue(false);
  const size_t at = text.find(prologue);
  return at == std::string::npos ? text : std::string(text).erase(at, prologue.size());
}

TEST(ReadTrace, PropertiesByNameAndByKey) {
  EXPECT_EQ(Traced("var a; a.b;"), "var a; $r.o(a,\"b\").b;");
  EXPECT_EQ(Traced("var a, k; a[k];"), "var a, k; $r.p(a)[$r.k((k))];");
  EXPECT_EQ(Traced("var a; a.b.c();"), "var a; $r.o($r.o(a,\"b\").b,\"c\").c();");
  EXPECT_EQ(Traced("var a, k; k in a;"), "var a, k; $r.n((k)) in $r.i((a));");
}

TEST(ReadTrace, WhatIsOnlyWrittenIsLeftAlone) {
  for (const char* source :
       {"var a; a.b = 1;", "var a; delete a.b;", "var a; for (a.b of []);", "var a; [a.b] = [];"}) {
    EXPECT_EQ(Traced(source), source);
  }
  EXPECT_EQ(Traced("var a; a.b += 1;"), "var a; $r.o(a,\"b\").b += 1;");
}

TEST(ReadTrace, WhatACallWouldChangeIsLeftAlone) {
  for (const char* source :
       {"var a; new a.b();", "class A { m() { super.m(); } }", "class A { #x; m() { this.#x; } }"}) {
    EXPECT_EQ(Traced(source), source);
  }
  // The chain behind ?. stays one expression.
  EXPECT_EQ(Traced("var a; a?.b.c;"), "var a; $r.o(a,\"b\")?.b.c;");
}

TEST(ReadTrace, GlobalsWhereTheyAreOnlyRead) {
  EXPECT_EQ(Traced("if (flag) f();"), "if (($r.g(\"flag\"),flag)) f();");
  for (const char* source : {"typeof flag;", "flag = 1;", "function f(flag) { return flag; }"}) {
    EXPECT_EQ(Traced(source), source);
  }
}

}  // namespace
}  // namespace kingbird::syntax
