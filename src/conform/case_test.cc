#include "conform/case.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "conform/profile.h"
#include "conform/symbolic.h"
#include "conform/test262.h"
#include "conform/values.h"

namespace kingbird::conform {
namespace {

using model::Argument;
using model::Value;

Case CallOf(std::vector<Argument> arguments) {
  Case one;
  model::Callback root;
  int next_id = 1;
  CallHarness("call", std::move(arguments), root.body, next_id);
  one.test = {std::make_shared<model::Callback>(root), next_id};
  return one;
}

TEST(BuiltIn, NamesAndSections) {
  EXPECT_EQ(ParseBuiltIn("Array.prototype.fill")->Section(), "sec-array.prototype.fill");
  EXPECT_EQ(ParseBuiltIn("Math.max")->path, (model::AccessPath{"Math", "max"}));
  for (const char* wrong : {"", "Array..fill", "a-b", "Array.prototype[0]"})
    EXPECT_FALSE(ParseBuiltIn(wrong).ok()) << wrong;
}

TEST(CaseText, IsAsciiAndEs5) {
  const Case one =
      CallOf({Argument::Literal(Value::String("\xc3\xa9\xe2\x82\xac")), Argument::Literal(Value::BigInt("7"))});
  const BuiltIn built_in = *ParseBuiltIn("String.prototype.at");
  EXPECT_EQ(CaseText(one, built_in, 3),
            "K.run(3, [\"String\",\"prototype\",\"at\"], function (K, at) {\n  'use strict';\n"
            "  K.call('\\u00e9\\u20ac', K.bigint('7'));\n}, [\"BigInt\"]);\n");
  EXPECT_TRUE(CaseText(one, built_in, 3, CaseForm::kArrow)
                  .starts_with("K.run(3, [\"String\",\"prototype\",\"at\"], (K, at) => {\n  'use strict';\n"));
  EXPECT_EQ(CallText(one, built_in), "String.prototype.at.call('\\u00e9\\u20ac', K.bigint('7'))");
}

// An engine without it would seem to err where only the callback cannot be run.
TEST(CaseText, NamesWhatCallbacksNeed) {
  auto callback = std::make_shared<model::Callback>();
  callback->id = 5;
  Value map;
  map.kind = Value::Kind::kMap;
  callback->result = Argument::Literal(map);
  const Case one = CallOf({Argument::Array({}), Argument::Function(callback), Argument::Global({"Promise", "all"})});
  EXPECT_NE(CaseText(one, *ParseBuiltIn("Array.prototype.map"), 0).find("}, [\"Map\",\"Promise\"]);"),
            std::string::npos);
}

TEST(CaseText, LeavesOutWhatOtherEditionsSay) {
  Value pattern;
  pattern.kind = Value::Kind::kRegExp;
  pattern.text = "(?<a>b)";
  EXPECT_EQ(CaseText(CallOf({Argument::Literal(pattern)}), *ParseBuiltIn("String.prototype.at"), 0), "");
}

TEST(CaseOf, SaysWhatTheAssignmentSays) {
  concolic::Assignment assignment;
  assignment.self.type = concolic::Type::kArray;
  assignment.self.number = 2;
  concolic::Input number;
  number.type = concolic::Type::kNumber;
  number.number = -0.0;
  assignment.self.properties["1"] = number;
  assignment.arguments = {number, {}};
  EXPECT_EQ(StatementsOf(CaseOf(assignment), ""), "var r1 = K.sparse(2, {'1': -0});\nK.call(r1, -0);\n");
}

TEST(Test262File, AssertsPlainly) {
  const BuiltIn built_in = *ParseBuiltIn("Math.abs");
  const Case one = CallOf({Argument::Global({"Math"}), Argument::Literal(Value::Number(-1))});
  const std::string file = Test262File(one, built_in, "returns 1");
  EXPECT_NE(file.find("esid: sec-math.abs\n"), std::string::npos) << file;
  EXPECT_NE(file.find("assert.sameValue(Math.abs.call(Math, -1), 1);"), std::string::npos) << file;
  EXPECT_NE(Test262File(one, built_in, "throws TypeError").find("assert.throws(TypeError, function () {"),
            std::string::npos);
  EXPECT_NE(Test262File(one, built_in, "returns [1]").find("includes: [kingbird.js]"), std::string::npos);
  // What only the harness can make is not plain.
  Value big = Value::Number(0);
  big.kind = Value::Kind::kBigInt;
  big.text = "0";
  const Case made = CallOf({Argument::Global({"Math"}), Argument::Literal(big)});
  EXPECT_NE(Test262File(made, built_in, "throws TypeError").find("includes: [kingbird.js]"), std::string::npos);
}

TEST(Values, EveryValueCanBeWrittenOrIsLeftOut) {
  const Values values({});
  base::Rng rng(1);
  size_t written = 0;
  for (int i = 0; i < 500; ++i) {
    model::Callback root;
    int next_id = 1;
    Making making{root.body, next_id, rng};
    root.result = values.Any(making);
    const std::string text = StatementsOf({std::make_shared<model::Callback>(root), next_id});
    written += text.empty() ? 0 : 1;
    for (const char c : text) ASSERT_GE(c, 0) << text;
  }
  EXPECT_GT(written, 450U);
}

TEST(ReadProfile, SaysWhatIsWrong) {
  const auto read = [](const char* text) { return ReadProfile(*base::ParseJson(text, "x"), "x.json"); };
  EXPECT_TRUE(read(R"({"name": "a", "engine": "A", "arguments": ["{script}"]})").ok());
  EXPECT_EQ(read(R"({"name": "a", "engine": "A"})").error().message, "x.json: \"arguments\" must be there");
  EXPECT_EQ(read(R"({"name": "a", "engine": "A", "arguments": "s"})").error().message,
            "x.json: \"arguments\" must be an array of strings");
  EXPECT_FALSE(read("[]").ok());
}

}  // namespace
}  // namespace kingbird::conform
