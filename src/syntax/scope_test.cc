#include "syntax/scope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "syntax/parser.h"

namespace kingbird::syntax {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The n-th identifier with this text.
Node Nth(const Tree& tree, std::string_view name, int n) {
  Node found;
  Walk(
      tree.root(),
      [&](Node node) {
        const bool leaf = !node.first_child();
        if (leaf && node.named() && !node.comment() && node.text() == name && n-- == 0) found = node;
        return true;
      },
      [](Node) {});
  EXPECT_TRUE(found) << name;
  return found;
}

struct Fixture {
  Tree tree;
  ScopeTree scopes;
  explicit Fixture(std::string source) : tree(Parse(std::move(source))), scopes(tree) {
    EXPECT_FALSE(tree.has_error());
  }
  BindingId Of(std::string_view name, int n = 0) const { return scopes.BindingOf(Nth(tree, name, n)); }
  const Binding& At(std::string_view name, int n = 0) const { return scopes.bindings().at(Of(name, n)); }
};

TEST(Scope, OnlyPlainFunctionsOfABlockAreKnownOutsideIt) {
  EXPECT_NE(Fixture("f; { function f() {} }").Of("f"), kNoId);
  EXPECT_EQ(Fixture("f; { function* f() {} }").Of("f"), kNoId);
  EXPECT_EQ(Fixture("f; { async function f() {} }").Of("f"), kNoId);
  EXPECT_EQ(Fixture("'use strict'; f; { function f() {} }").Of("f"), kNoId);
}

TEST(Scope, WhatIsNoProgramHasAScopeToo) {
  for (const char* text : {"$ npm install --save x", "https://host/x@latest/x.js", ")))", "class {", "function (",
                           "import {", "{ a: <b> } => c", "const", "catch (x) {", "enum E { a = b", "x => {"}) {
    for (const Language language : {Language::kJavaScript, Language::kTypeScript}) {
      const Tree tree = Parse(text, language);
      const ScopeTree scopes(tree);
      EXPECT_FALSE(scopes.scopes().empty()) << text;
    }
  }
}

TEST(Scope, VarHoistsAndLetStays) {
  const Fixture f("function g() { a; { var a; let b; b } b }");
  EXPECT_EQ(f.Of("a", 0), f.Of("a", 1));
  EXPECT_EQ(f.Of("b", 0), f.Of("b", 1));
  EXPECT_EQ(f.Of("b", 2), kNoId);
  EXPECT_THAT(f.scopes.Globals(), ElementsAre("b"));
}

TEST(Scope, KindsOfBindings) {
  const Fixture f(
      "import i, {x as j} from 'm'; import * as k from 'n';"
      "class C {} function F(p, {q: [r = 1]}, ...s) {} const c = 1; try {} catch ({e}) {} (function own() { own })");
  EXPECT_EQ(f.At("i").kind, BindingKind::kImport);
  EXPECT_EQ(f.At("j").kind, BindingKind::kImport);
  EXPECT_EQ(f.At("k").kind, BindingKind::kImport);
  EXPECT_EQ(f.At("C").kind, BindingKind::kClass);
  EXPECT_EQ(f.At("F").kind, BindingKind::kFunction);
  for (const char* name : {"p", "r", "s"}) EXPECT_EQ(f.At(name).kind, BindingKind::kParameter) << name;
  EXPECT_EQ(f.At("c").kind, BindingKind::kConst);
  EXPECT_EQ(f.At("e").kind, BindingKind::kCatch);
  EXPECT_EQ(f.At("own", 1).kind, BindingKind::kFunctionName);
  EXPECT_THAT(f.scopes.Globals(), IsEmpty());
}

TEST(Scope, CapturedAndAssigned) {
  const Fixture f("let a = 1, b = 2, c; function g() { return a } b = 3; [c] = []; b++");
  EXPECT_TRUE(f.At("a").captured);
  EXPECT_FALSE(f.At("a").assigned);
  EXPECT_TRUE(f.At("b").assigned);
  EXPECT_FALSE(f.At("b").captured);
  EXPECT_TRUE(f.At("c").assigned);
}

TEST(Scope, ShadowingFindsTheInnermost) {
  const Fixture f("var x; { let x; x } for (let x of y) x; x => x; x");
  EXPECT_EQ(f.Of("x", 1), f.Of("x", 2));
  EXPECT_EQ(f.Of("x", 3), f.Of("x", 4));
  EXPECT_EQ(f.Of("x", 5), f.Of("x", 6));
  EXPECT_EQ(f.Of("x", 0), f.Of("x", 7));
  EXPECT_NE(f.Of("x", 0), f.Of("x", 1));
}

TEST(Scope, FunctionInABlockIsAlsoAVarInSloppyCode) {
  EXPECT_THAT(Fixture("{ function f() {} } f").scopes.Globals(), IsEmpty());
  EXPECT_THAT(Fixture("'use strict'; { function f() {} } f").scopes.Globals(), ElementsAre("f"));
}

TEST(Scope, EvalAndWithAreBarriers) {
  const Fixture f("function g(a) { eval(a); return b } function h(c) { with (c) { d; c } } function i(e) { return e }");
  EXPECT_TRUE(f.scopes.IsUncertain(Nth(f.tree, "a", 1)));
  EXPECT_TRUE(f.scopes.IsUncertain(Nth(f.tree, "b", 0)));
  EXPECT_TRUE(f.scopes.IsUncertain(Nth(f.tree, "d", 0)));
  EXPECT_TRUE(f.scopes.IsUncertain(Nth(f.tree, "c", 2)));
  EXPECT_FALSE(f.scopes.IsUncertain(Nth(f.tree, "e", 1)));
}

TEST(Scope, ArgumentsBelongToTheFunctionAroundArrows) {
  const Fixture f("function g() { return () => arguments }");
  const ScopeId scope = f.scopes.ScopeOf(Nth(f.tree, "arguments", 0));
  EXPECT_FALSE(f.scopes.scopes()[scope].uses_arguments);
  EXPECT_TRUE(f.scopes.scopes()[f.scopes.scopes()[scope].parent].uses_arguments);
}

TEST(Scope, PropertyNamesAndLabelsAreNoVariables) {
  EXPECT_THAT(Fixture("l: for (;;) { break l } ({p: 1, m() {}}).q; export {z as w} from 'm'").scopes.Globals(),
              IsEmpty());
}

}  // namespace
}  // namespace kingbird::syntax
