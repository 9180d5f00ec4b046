#include "guard/splice_points.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace kingbird::guard {
namespace {

/// The point of the function that begins with `head`, which stands on the first line.
SplicePoint PointAt(const std::string& source, const std::string& head, const std::string& text) {
  const std::string before = source.substr(0, source.find(head));
  const auto column = static_cast<uint32_t>(base::Utf16FromWtf8(before).size());
  const auto length = static_cast<uint32_t>(base::Utf16FromWtf8(text).size());
  const auto point = SpliceSource(source).FunctionAt({{1, column}, {1, column + length}});
  EXPECT_TRUE(point.has_value()) << source;
  return point.value_or(SplicePoint());
}

std::u16string Before(const std::string& source, uint32_t units) {
  return base::Utf16FromWtf8(source).substr(0, units);
}

TEST(SplicePoints, BehindBraceAndDirectives) {
  const std::string function = "function f(a, {b}, c = 1, ...d) { 'use strict'; return a; }";
  const std::string source = "/* 😀 */ " + function;
  const SplicePoint point = PointAt(source, "function", function);
  EXPECT_TRUE(Before(source, point.enter).ends_with(u"'use strict';"));
  EXPECT_FALSE(point.leave.has_value());
  EXPECT_EQ(point.parameters, (std::vector<std::string>{"a", "", "c", ""}));
  EXPECT_TRUE(point.receiver);
  EXPECT_EQ(point.hash, HashText(function));
  // One character of four bytes and two units.
  EXPECT_EQ(point.bytes.begin, point.units.begin + 2);
}

TEST(SplicePoints, AnArrowWithAnExpression) {
  const std::string source = "const f = x => x.y;";
  const SplicePoint point = PointAt(source, "x =>", "x => x.y");
  EXPECT_TRUE(Before(source, point.enter).ends_with(u"=> "));
  EXPECT_TRUE(Before(source, point.leave.value_or(0)).ends_with(u"x.y"));
  EXPECT_EQ(point.parameters, std::vector<std::string>{"x"});
  EXPECT_FALSE(point.receiver);
}

TEST(SplicePoints, ADerivedConstructorHasNoReceiverYet) {
  EXPECT_FALSE(PointAt("class A extends B { constructor() { super(); } }", "constructor", "constructor() { super(); }")
                   .receiver);
  EXPECT_TRUE(PointAt("class A { constructor() {} }", "constructor", "constructor() {}").receiver);
}

TEST(SplicePoints, AByteOrderMarkDoesNotCount) {
  const std::string source = "function f() {}";
  EXPECT_EQ(SpliceSource("\xEF\xBB\xBF" + source).hash(), SpliceSource(source).hash());
}

TEST(SplicePoints, WhatEndsAFunction) {
  const SpliceSource source("function f(o) { o.a.b; try { o.c; } catch (e) {} o + 's'; }");
  const auto range = [](uint32_t begin, uint32_t end) { return syntax::Range{{1, begin}, {1, end}}; };
  EXPECT_TRUE(source.EndsWithoutIt(range(16, 21)));
  EXPECT_TRUE(source.EndsWithoutIt(range(16, 19)));
  EXPECT_FALSE(source.EndsWithoutIt(range(29, 32)));
  EXPECT_FALSE(source.EndsWithoutIt(range(49, 56)));
}

TEST(SplicePoints, WhatMembersAreReadFrom) {
  const SpliceSource source("function f(o) { o.bind; o.m(); o.m().x; }");
  const auto range = [](uint32_t begin, uint32_t end) { return syntax::Range{{1, begin}, {1, end}}; };
  EXPECT_TRUE(source.ReadsFrom(range(16, 17)));
  EXPECT_FALSE(source.ReadsFrom(range(24, 27)));
  EXPECT_FALSE(source.ReadsFrom(range(24, 29)));
  // The call, where what it calls is looked at.
  EXPECT_FALSE(source.ReadsFrom(range(31, 36)));
}

TEST(SplicePoints, WhatInstancesAreAskedFor) {
  const SpliceSource source("if (a instanceof B.C && b instanceof f()) {}");
  EXPECT_EQ(source.InstanceChecks({{1, 0}, {1, 44}}), (std::vector<std::string>{"B.C", ""}));
  EXPECT_EQ(source.InstanceChecks({{1, 4}, {1, 20}}), std::vector<std::string>{"B.C"});
}

}  // namespace
}  // namespace kingbird::guard
