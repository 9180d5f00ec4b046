#include "concolic/text/calls.h"

#include <gtest/gtest.h>

#include "syntax/function_sites.h"
#include "syntax/parser.h"

namespace kingbird::concolic {
namespace {

/// Of the first function of the text.
std::vector<TextCall> CallsOf(const std::string& text) {
  const syntax::Tree tree = syntax::Parse(text);
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const syntax::Node node = tree.At(i);
    if (!syntax::IsFunctionSite(node)) continue;
    return CallsIn(tree, {tree.PositionAt(node.begin()), tree.PositionAt(node.end())});
  }
  return {};
}

TEST(TextCalls, WhatIsPassedOn) {
  const auto calls =
      CallsOf("function f(a, b) { var self = this; foo(b, a.x.y, 1); self.items.foo(a + 1); } function foo() {}");
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].passed, (std::vector<PassedPlace>{{}, {"1"}, {"0", "x", "y"}, {}}));
  EXPECT_EQ(calls[1].passed, (std::vector<PassedPlace>{{"this", "items"}, {}}));
  EXPECT_EQ(calls[0].callee, calls[1].callee);
}

TEST(TextCalls, WhatWasAssignedIsPassedOn) {
  const auto calls =
      CallsOf("function f(a) { this.at = a; foo(this.at, this.by); this.by = 1; foo(this.by, a); } function foo() {}");
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].passed, (std::vector<PassedPlace>{{}, {"0"}, {"this", "by"}}));
  EXPECT_EQ(calls[1].passed, (std::vector<PassedPlace>{{}, {}, {"0"}}));
}

TEST(TextCalls, WhatIsNotTheCallersIsLeftOut) {
  EXPECT_TRUE(CallsOf("function f(a) { a = 1; foo(a); } function foo() {}").empty()) << "assigned";
  EXPECT_TRUE(CallsOf("function f(foo, a) { foo(a); } function foo() {}").empty()) << "a parameter is called";
  EXPECT_TRUE(CallsOf("function f(a) { return () => foo(a); } function foo() {}").empty()) << "when somebody calls it";
  EXPECT_EQ(CallsOf("function f(a) { new Foo(a); } function Foo() {}").at(0).passed[0], PassedPlace());
}

TEST(TextCalls, ANameOfSeveralStandsForEach) {
  const auto calls = CallsOf("function f(a) { x.m(a); } var x = { m() {} }, y = { m() {} };");
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_NE(calls[0].callee, calls[1].callee);
}

TEST(TextCalls, ACallerBeginsWithWhatItsCalleeWants) {
  Assignment entry;
  entry.self.type = Type::kObject;
  entry.self.properties["size"] = {.type = Type::kNumber, .number = 3};
  entry.arguments = {{.type = Type::kString, .text = u"s"}, {.type = Type::kNumber, .number = 1}};
  Assignment start;
  start.self.type = Type::kObject;
  start.arguments = {{.type = Type::kNumber, .number = 7}};
  BeginWith(entry, {.callee = {}, .passed = {{"this", "box"}, {"0"}, {"1", "n"}}}, start);
  EXPECT_EQ(start.self.properties["box"].properties["size"].number, 3);
  EXPECT_EQ(start.arguments.at(0).number, 7) << "what is there stays";
  EXPECT_EQ(start.arguments.at(1).properties["n"].number, 1);
}

}  // namespace
}  // namespace kingbird::concolic
