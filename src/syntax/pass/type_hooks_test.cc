#include "syntax/pass/type_hooks.h"

#include <gtest/gtest.h>

#include "syntax/parser.h"
#include "syntax/rewriter.h"

namespace kingbird::syntax {
namespace {

/// The rewritten program without its prologue.
std::string Hooked(const std::string& source) {
  const Tree tree = Parse(source);
  TypeHooksPass pass;
  Pass* const passes[] = {&pass};
  std::string text = Rewrite(tree, passes).text;
  const std::string prologue = pass.Prologue(false);
  text.erase(text.find(prologue), prologue.size());
  for (size_t at; (at = text.find("$t.")) != std::string::npos;) text.replace(at, 3, "H.");
  return text;
}

TEST(TypeHooks, OperatorsBecomeCalls) {
  EXPECT_EQ(Hooked("f(a < b)"), "f(H.b(\"<\",a ,/*<*/ b))");
  EXPECT_EQ(Hooked("x = a + b + c"), "x = H.b(\"+\",H.b(\"+\",a ,/*+*/ b) ,/*+*/ c)");
  EXPECT_EQ(Hooked("x = a instanceof B"), "x = H.i(a ,/*instanceof*/ B)");
  EXPECT_EQ(Hooked("x = a * b"), "x = a * b");
  EXPECT_EQ(Hooked("x = a !== null"), "x = H.z(\"!==\",a ,/*!==*/ null)");
}

TEST(TypeHooks, TruthTestsOfNamesAndProperties) {
  EXPECT_EQ(Hooked("function f(a) { if (a) g(); }"), "function f(a) { if (H.f(a)) g(); }");
  EXPECT_EQ(Hooked("function f(a) { return a || 3; }"), "function f(a) { return H.f(a) || H.d(3); }");
  EXPECT_EQ(Hooked("function f(a) { return !a.b; }"), "function f(a) { return !H.f(a.b); }");
  EXPECT_EQ(Hooked("function f(a) { return a ?? 3; }"), "function f(a) { return H.n(a) ?? H.d(3); }");
}

TEST(TypeHooks, TypeofOfWhatMayNotExistIsLeftAlone) {
  EXPECT_EQ(Hooked("function f(a) { return typeof a === 'string'; }"),
            "function f(a) { return H.y(a,typeof a ,/*===*/ 'string'); }");
  EXPECT_EQ(Hooked("function f(a) { return typeof a !== 'string'; }"),
            "function f(a) { return !H.y(a,typeof a ,/*!==*/ 'string'); }");
  EXPECT_EQ(Hooked("if (typeof window === 'undefined') g()"), "if (typeof window === 'undefined') g()");
}

TEST(TypeHooks, WithoutSpaces) {
  EXPECT_EQ(Hooked("x=a+b<c"), "x=H.b(\"<\",H.b(\"+\",a,/*+*/b),/*<*/c)");
  EXPECT_EQ(Hooked("function f(a){return a||typeof a==='x'}"),
            "function f(a){return H.f(a)||H.d(H.y(a,typeof a,/*===*/'x'))}");
}

TEST(TypeHooks, SwitchAndKeys) {
  EXPECT_EQ(Hooked("function f(a) { switch (a) { case 'x': case 2: } }"),
            "function f(a) { switch (H.s(a,['x',2])) { case 'x': case 2: } }");
  EXPECT_EQ(Hooked("function f(a, i) { return a[i]; }"), "function f(a, i) { return a[H.k(i,a)]; }");
  EXPECT_EQ(Hooked("function f(a) { return a()[a]; }"), "function f(a) { return a()[a]; }");
}

TEST(TypeHooks, ACommaExpressionIsOneArgument) {
  EXPECT_EQ(Hooked("switch (f(), 2) { case 2: }"), "switch (H.s((f(), 2),[2])) { case 2: }");
}

TEST(TypeHooks, PrivateNamesInAnObject) {
  EXPECT_EQ(Hooked("class A { #x; static is(o) { return #x in o; } }"),
            "class A { #x; static is(o) { return #x in o; } }");
}

}  // namespace
}  // namespace kingbird::syntax
