#include "syntax/pass/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "syntax/parser.h"
#include "syntax/rewriter.h"

namespace kingbird::syntax {
namespace {

/// Rewrites and shortens the increments: "++$k123[4]" becomes "#4", the prologue "P".
std::string Short(const std::string& source, FileCounters* counters = nullptr) {
  const Tree tree = Parse(source);
  EXPECT_FALSE(tree.has_error()) << source;
  CoveragePass pass("f.js");
  Pass* const passes[] = {&pass};
  std::string text = Rewrite(tree, passes).text;
  if (counters != nullptr) *counters = pass.counters();
  const std::string prologue = pass.Prologue(IsModule(tree));
  if (prologue.empty()) return text;
  std::string name = prologue.substr(prologue.find("$k"));
  name = name.substr(0, name.find_first_of(" ="));
  text.replace(text.find(prologue), prologue.size(), "P;");
  for (size_t at; (at = text.find("++" + name + "[")) != std::string::npos;) {
    const size_t close = text.find(']', at);
    const size_t digits = at + name.size() + 3;
    text = text.substr(0, at) + "#" + text.substr(digits, close - digits) + text.substr(close + 1);
  }
  return text;
}

TEST(Coverage, Statements) {
  EXPECT_EQ(Short("foo();\nvar a = 1, b;\n"), "P;#1;foo();\nvar a = (#2,1), b;\n");
  EXPECT_EQ(Short("for (;;) a()\n"), "P;#1;for (;;) {#2;a()}\n");
  EXPECT_EQ(Short("x: for (;;) { continue x }"), "P;#1;#2;x: for (;;) { #3;continue x }");
}

TEST(Coverage, DirectivesStayFirst) {
  EXPECT_EQ(Short("'use strict'\nfoo()"), "'use strict';P;\n#1;foo()");
  EXPECT_EQ(Short("function f() { 'use strict'; g() }"), "P;function f() { 'use strict';;#2; #1;g() }");
  EXPECT_EQ(Short("#!/usr/bin/node\nfoo()"), "#!/usr/bin/node\nP;#1;foo()");
}

TEST(Coverage, If) {
  EXPECT_EQ(Short("if (a) b(); else c()"), "P;#1;if (a) {#4;#2;b();} else {#5;#3;c()}");
  EXPECT_EQ(Short("if (a) if (b) c()"), "P;#1;if (a) {#4;#2;if (b) {#6;#3;c()} else{#7}} else{#5}");
}

TEST(Coverage, Expressions) {
  EXPECT_EQ(Short("x = a ? b : c"), "P;#1;x = a ? (#2,b) : (#3,c)");
  EXPECT_EQ(Short("x = a && (b || c)"), "P;#1;x = (#2,a) && ((#3,b) || (#4,c))");
  EXPECT_EQ(Short("x = y => ({})"), "P;#1;x = y => (#3,#2,({}))");
  EXPECT_EQ(Short("a ?\?= b; a?.b"), "P;#1;a ?\?= b; #2;a?.b");
}

TEST(Coverage, FunctionsKeepTheirNames) {
  EXPECT_EQ(Short("var f = function () {}"), "P;#1;var f = function () {#2;}");
  EXPECT_EQ(Short("export const f = () => {}"), "P;#1;export const f = () => {#2;}");
  EXPECT_EQ(Short("function g(f = () => {}) {}"), R"(P;function g(f = (#1,{["f"]:() => {#3;}})["f"]) {#2;})");
  EXPECT_EQ(Short("class A { #p = (() => {}) }"), R"(P;class A { #p = (#1,{["#p"]:(() => {#2;})})["#p"] })");
  EXPECT_EQ(Short("class A { static [k] = () => {} }"), "P;class A { static{#1}static [k] = () => {#2;} }");
}

TEST(Coverage, Switch) {
  EXPECT_EQ(Short("switch (a) { case 1: b(); default: }"), "P;#1;switch (a) { case 1:#3; #2;b(); default:#4; }");
}

TEST(Coverage, IgnoreHints) {
  EXPECT_EQ(Short("a();\n/* istanbul ignore next */\nif (x) y();\nb()"),
            "P;#1;a();\n/* istanbul ignore next */\nif (x) y();\n#2;b()");
  EXPECT_EQ(Short("/* istanbul ignore else: why */ if (x) y(); else z()"),
            "/* istanbul ignore else: why */ P;#1;if (x) {#3;#2;y();} else z()");
  EXPECT_EQ(Short("/* istanbul ignore if */ if (x) y()"), "/* istanbul ignore if */ P;#1;if (x) {y()} else{#2}");
  EXPECT_EQ(Short("// istanbul ignore file\na()"), "// istanbul ignore file\na()");
  EXPECT_EQ(Short("'use strict';\n// istanbul ignore file\na()"), "'use strict';\n// istanbul ignore file\na()");
  // In a bundle it came with one of its parts.
  EXPECT_EQ(Short("a()\n// istanbul ignore file\nb()"), "P;#1;a()\n// istanbul ignore file\n#2;b()");
  EXPECT_EQ(Short("x = a || /* istanbul ignore next */ b"), "P;#1;x = (#2,a) || /* istanbul ignore next */ b");
}

TEST(Coverage, C8Hints) {
  EXPECT_EQ(Short("a()\n/* c8 ignore next 2 */\nb()\nc()\nd()"), "P;#1;a()\n/* c8 ignore next 2 */\nb()\nc()\n#2;d()");
  EXPECT_EQ(Short("a() /* c8 ignore next */\nb()"), "P;a() /* c8 ignore next */\n#1;b()");
  EXPECT_EQ(Short("/* c8 ignore start */\na()\n/* c8 ignore stop */\nb()"),
            "/* c8 ignore start */\nP;a()\n/* c8 ignore stop */\n#1;b()");
}

TEST(Coverage, LocationsAreIstanbuls) {
  FileCounters counters;
  Short("var a = (1);\nfunction f(x = 2) { return x ? 1 : (2) }", &counters);
  EXPECT_EQ(counters.statements[0], (Range{{1, 9}, {1, 10}}));
  EXPECT_EQ(counters.functions[0].name, "f");
  EXPECT_EQ(counters.functions[0].declaration, (Range{{2, 9}, {2, 10}}));
  EXPECT_EQ(counters.functions[0].body, (Range{{2, 18}, {2, 40}}));
  EXPECT_EQ(counters.branches[1].kind, BranchKind::kConditional);
  EXPECT_EQ(counters.branches[1].paths[1], (Range{{2, 36}, {2, 37}}));
}

TEST(Coverage, PrologueNameDoesNotClash) {
  const Tree first = Parse("a()");
  const std::string name = FreshName(first, "$k1");
  EXPECT_EQ(name, "$k1");
  EXPECT_EQ(FreshName(Parse("$k1()"), "$k1"), "$k10");
}

}  // namespace
}  // namespace kingbird::syntax
