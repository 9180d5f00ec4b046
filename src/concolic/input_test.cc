#include "concolic/input.h"

#include <gtest/gtest.h>

#include <limits>

namespace kingbird::concolic {
namespace {

Input Number(double number) { return {.type = Type::kNumber, .number = number}; }
Input Text(std::u16string text) { return {.type = Type::kString, .text = std::move(text)}; }

Assignment Everything() {
  Assignment assignment;
  assignment.self = {
      .type = Type::kObject, .instance = 3, .properties = {{"x", Number(-0.0)}, {"odd name", Text(u"é")}}};
  assignment.arguments = {Number(std::numeric_limits<double>::quiet_NaN()),
                          Text(u"lone \xD800"),
                          {.type = Type::kNull},
                          {},
                          {.type = Type::kArray, .number = 3, .properties = {{"1", Number(1.5)}}}};
  assignment.globals = {{"require:fs", {.type = Type::kFunction, .results = {Number(1), {.type = Type::kUndefined}}}},
                        {"require:path", {.type = Type::kFunction, .results = {Number(1)}, .throws = 2}}};
  return assignment;
}

TEST(Input, JsonKeepsEverything) {
  const Assignment assignment = Everything();
  const auto parsed = base::ParseJson(base::DumpJson(ToJson(assignment)), "test");
  ASSERT_TRUE(parsed.ok());
  const auto back = AssignmentFromJson(*parsed);
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(*back, assignment);
  EXPECT_TRUE(std::signbit(back->self.properties.at("x").number));
  EXPECT_EQ(back->arguments[1].text, u"lone \xD800");
}

TEST(Input, MalformedJsonIsAnError) {
  for (const char* text : {"1", R"({"this": 1})", R"({"this": {"t": "blue"}})", R"({"arguments": {}})",
                           R"({"this": {"t": "number", "v": "x"}})", R"({"this": {"t": "string", "s": [70000]}})",
                           R"({"this": {"t": "object", "p": []}})", R"({"this": {"t": "object", "c": -1}})",
                           R"({"this": {"t": "function", "x": "y"}})"}) {
    const auto json = base::ParseJson(text, "test");
    ASSERT_TRUE(json.ok());
    EXPECT_FALSE(AssignmentFromJson(*json).ok()) << text;
  }
}

TEST(Input, EqualityIsSameValue) {
  EXPECT_EQ(Number(std::numeric_limits<double>::quiet_NaN()), Number(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(Number(0.0) == Number(-0.0));
}

TEST(Input, NamesOfPropertiesAreNoCode) {
  Input object{.type = Type::kObject};
  object.properties = {{"Symbol.iterator", Number(1)}, {"Symbol.iterator]: code(), [0", Number(2)}};
  EXPECT_EQ(ToSource(object), "{[Symbol.iterator]: 1, 'Symbol.iterator]: code(), [0': 2}");
}

TEST(Input, Source) {
  const Assignment assignment = Everything();
  EXPECT_EQ(ToSource(assignment.self), "{'odd name': 'é', x: -0}");
  EXPECT_EQ(ToSource(assignment.arguments[1]), "'lone \\ud800'");
  EXPECT_EQ(ToSource(assignment.arguments[3]), "undefined");
  EXPECT_EQ(ToSource(assignment.arguments[4]), "[, 1.5, ,]");
  EXPECT_EQ(ToSource(assignment.globals.at("require:fs")),
            "(results => function () { return results.shift(); })([1, undefined])");
  EXPECT_EQ(
      ToSource(assignment.globals.at("require:path")),
      "((results, calls) => function () { if (++calls === 2) throw new Error(); return results.shift(); })([1], 0)");
  EXPECT_EQ(ToSource({.type = Type::kFunction, .throws = 1}), "function () { throw new Error(); }");
  EXPECT_EQ(ToSource({.type = Type::kFunction, .properties = {{"a", Number(1e21)}}}),
            "Object.assign(function () {}, {a: 1e+21})");
  EXPECT_EQ(ToSource({.type = Type::kArray, .number = 5000}), "new Array(5000)");
}

TEST(Input, ATextSaysWhatItIsParsedInto) {
  Assignment assignment;
  assignment.arguments = {Text(u"old")};
  Input& parsed = assignment.arguments[0].properties["JSON()"];
  parsed = {.type = Type::kObject, .properties = {{"level", Number(4)}, {"gone", {.type = Type::kAbsent}}}};
  DropAbsent(assignment);
  EXPECT_EQ(assignment.arguments[0].text, u"{\"level\":4}");
  const auto back = InputOfText(assignment.arguments[0].text);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->properties.at("level"), Number(4));
  EXPECT_FALSE(InputOfText(u"{"));
}

TEST(Input, AFunctionMayCallWhatItIsPassed) {
  const Input function{.type = Type::kFunction, .properties = {{"(0)", Number(31)}}};
  EXPECT_EQ(ToSource(function),
            "((results, calls) => function (...given) { calls++; if (calls === 1) for (const each of given) "
            "if (typeof each === 'function') each(31); return results.shift(); })([], 0)");
}

}  // namespace
}  // namespace kingbird::concolic
