#include "emit/js_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/subprocess.h"
#include "emit/expectation.h"

namespace kingbird::emit {
namespace {

using model::Value;

Value Of(Value::Kind kind, std::string text, std::string type) {
  Value value;
  value.kind = kind;
  value.text = std::move(text);
  value.type = std::move(type);
  return value;
}

TEST(JsText, QuotesWhatJavaScriptWouldMisread) {
  EXPECT_EQ(Quote("it's\n"), "'it\\'s\\n'");
  EXPECT_EQ(Quote("a\\b"), "'a\\\\b'");
  EXPECT_EQ(Quote("\xED\xA0\x80"), "'\\ud800'");  // a lone surrogate
  EXPECT_EQ(Quote("\xE2\x80\xA8"), "'\\u2028'");
}

TEST(JsText, NumbersReadBack) {
  EXPECT_EQ(NumberText(-0.0), "-0");
  EXPECT_EQ(NumberText(NAN), "NaN");
  EXPECT_EQ(NumberText(0.1), "0.1");
  EXPECT_EQ(NumberText(9007199254740991.0), "9007199254740991");
  EXPECT_EQ(NumberText(1e21), "1e+21");
  EXPECT_EQ(NumberText(123456789012345680000.0), "123456789012345680000");
  EXPECT_EQ(NumberText(1e-7), "1e-7");
}

TEST(JsText, LiteralsAreAsAPersonWouldWriteThem) {
  Value hole;
  hole.kind = Value::Kind::kHole;
  EXPECT_EQ(
      LiteralText(Value::Object({{"a", Value::Number(1)}, {"b-c", Value::Array({Value::Null(), Value::String("x")})}})),
      "{ a: 1, 'b-c': [null, 'x'] }");
  EXPECT_EQ(LiteralText(Value::Array({hole, Value::Number(1), hole})), "[, 1, ,]");
  EXPECT_EQ(LiteralText(Of(Value::Kind::kBytes, "hi", "Buffer")), "Buffer.from('hi')");
  EXPECT_EQ(LiteralText(Of(Value::Kind::kRegExp, "a+", "gi")), "/a+/gi");
  EXPECT_EQ(LiteralText(Of(Value::Kind::kError, "boom", "TypeError")), "new TypeError('boom')");
  EXPECT_EQ(LiteralText(Value::Object({{"__proto__", Value::Null()}})), "{ ['__proto__']: null }");
}

// An argument, as agent/build.js makes it; what is expected is written by expectation.h.
TEST(JsText, PromisesAreMadeAsTheyWere) {
  Value promise = Of(Value::Kind::kPromise, "fulfilled", "Promise");
  EXPECT_EQ(LiteralText(promise), "Promise.resolve()");
  promise.items = {Value::Number(5)};
  EXPECT_EQ(LiteralText(Value::Array({promise})), "[Promise.resolve(5)]");
  Value outer = Of(Value::Kind::kPromise, "rejected", "Promise");
  outer.items = {promise};
  EXPECT_EQ(LiteralText(outer), "Promise.reject(Promise.resolve(5))");
  EXPECT_EQ(LiteralText(Of(Value::Kind::kPromise, "pending", "Promise")), "new Promise(() => {})");
  EXPECT_FALSE(IsLiteral(promise));
}

TEST(JsText, WhatAnAuthorWroteKeepsItsShape) {
  EXPECT_EQ(StatementLines("f();", 2), std::vector<std::string>({"    f();"}));
  EXPECT_EQ(StatementLines("spy(function () {\n        if (a) {\n          b();\n\n        }\n      });", 1),
            std::vector<std::string>({"  spy(function () {", "    if (a) {", "      b();", "", "    }", "  });"}));
  EXPECT_EQ(StatementLines("spy(() => {\n});", 0), std::vector<std::string>({"spy(() => {", "});"}));
  EXPECT_EQ(StatementLines("spy(() => `a\n  b`);", 1), std::vector<std::string>({"  spy(() => `a\n  b`);"}))
      << "a value";
  EXPECT_EQ(StatementLines("spy(() => 'a\\\n  b');", 1), std::vector<std::string>({"  spy(() => 'a\\\n  b');"}));
}

// Values and names are the target's, and may have been made up.
TEST(JsText, NothingBecomesCode) {
  EXPECT_EQ(Member("lib", "@@iterator"), "lib[Symbol.iterator]");
  EXPECT_EQ(Member("lib", "@@Symbol.iterator"), "lib[Symbol.iterator]");
  EXPECT_EQ(Member("lib", "@@iterator]||(code)"), "lib['@@iterator]||(code)']");
  const std::pair<Value, const char*> made_up[] = {
      {Of(Value::Kind::kBigInt, "1n;code", ""), "digits"},
      {Of(Value::Kind::kBigInt, "", ""), "no digits"},
      {Of(Value::Kind::kBytes, "abc", "Uint8Array([code])&&new Uint8Array"), "class"},
      {Of(Value::Kind::kSymbol, "iterator]||(code)", "well-known"), "symbol"}};
  for (const auto& [value, what] : made_up) {
    EXPECT_FALSE(IsLiteral(value)) << what;
    EXPECT_EQ(LiteralText(value), "undefined") << what;
    EXPECT_EQ(ExpectationText(value, {}).find("(code)"), std::string::npos) << what;
  }
  EXPECT_EQ(LiteralText(Value::BigInt("-12")), "-12n");
  EXPECT_EQ(LiteralText(Of(Value::Kind::kBytes, "a", "Int16Array")), "new Int16Array(new Uint8Array([97]).buffer)");
  EXPECT_EQ(LiteralText(Of(Value::Kind::kRegExp, "a/;code;/", "")), "new RegExp('a/;code;/')");
  EXPECT_EQ(LiteralText(Of(Value::Kind::kRegExp, "a\\", "")), "new RegExp('a\\\\')");
  EXPECT_EQ(LiteralText(Of(Value::Kind::kRegExp, "a\rcode", "")), "new RegExp('a\\rcode')");
  EXPECT_EQ(LiteralText(Of(Value::Kind::kRegExp, "a", "g;code")), "new RegExp('a', 'g;code')");
  EXPECT_EQ(LiteralText(Of(Value::Kind::kRegExp, "[/]\\/", "g")), "/[/]\\//g");
}

TEST(JsText, NothingTurnsTheDirectionOfWriting) {
  const std::string evil = "a\xc2\xad\xe2\x80\xae\xe2\x81\xa6\xf3\xa0\x80\x81";
  EXPECT_EQ(Quote(evil), "'a\\u00ad\\u202e\\u2066\\udb40\\udc01'");
  EXPECT_EQ(Comment(evil), "a\\u00ad\\u202e\\u2066\\u{e0001}");
  model::Value regex;
  regex.kind = model::Value::Kind::kRegExp;
  regex.text = "a\xe2\x80\xae";
  EXPECT_EQ(LiteralText(regex), "new RegExp('a\\u202e')");
}

TEST(JsText, CommentsStayInTheirLine) {
  EXPECT_EQ(Comment("a\rcode()\n\xe2\x80\xa8 b"), "a\\rcode()\\n\\u2028 b");
  EXPECT_LT(Comment(std::string(10000, 'x')).size(), 400U);
  EXPECT_EQ(BlockComment("a */ b\r**/*/ c"), "a *\\/ b\\r**\\/*\\/ c");
}

TEST(JsText, IdentifiersFromPackageNames) {
  EXPECT_EQ(IdentifierFrom("fs-extra", "lib"), "fsExtra");
  EXPECT_EQ(IdentifierFrom("@scope/name.js", "lib"), "scopeNameJs");
  EXPECT_EQ(IdentifierFrom("class", "lib"), "lib");
  EXPECT_EQ(IdentifierFrom("7zip", "lib"), "zip");
}

TEST(Expectation, SaysWhatCanBeSaid) {
  const ExpectationStyle style{"/kingbird/work"};
  EXPECT_EQ(ExpectationText(Value::String("/kingbird/work/dir/a"), style), "here('dir/a')");
  EXPECT_EQ(ExpectationText(Value::String("at /kingbird/work/x"), style), "anything");
  Value error = Of(Value::Kind::kError, "no such file", "Error");
  error.properties = {{"code", Value::String("ENOENT")}, {"errno", Value::Number(-2)}};
  EXPECT_EQ(ExpectationText(error, style), "error('Error', 'ENOENT')");
  Value stats = Of(Value::Kind::kObject, "", "Stats");
  stats.properties = {{"ino", Value::Number(12)}};
  EXPECT_EQ(ExpectationText(stats, style), "instance('Stats')");
  Value point = Of(Value::Kind::kObject, "", "Point");
  point.properties = {{"x", Value::Number(1)}, {"go", Of(Value::Kind::kFunction, "go", "")}};
  EXPECT_EQ(ExpectationText(point, style), "instance('Point', { x: 1 })");
}

}  // namespace
}  // namespace kingbird::emit
