// How values travel as JSON is in test_case_test.
#include "model/value.h"

#include <gtest/gtest.h>

namespace kingbird::model {
namespace {

Value KindOnly(Value::Kind kind, const std::string& type = "") {
  Value value;
  value.kind = kind;
  value.type = type;
  return value;
}

TEST(ValueEquality, IsDeepAndKnowsNoIds) {
  Value one = Value::Object({{"a", Value::Array({Value::Number(1)})}});
  Value two = one;
  two.id = 3;
  two.methods = {"run"};
  EXPECT_EQ(one, two);
  two.properties[0].value.items[0] = Value::Number(2);
  EXPECT_FALSE(one == two);
  EXPECT_FALSE(Value::String("1") == Value::Number(1));
  EXPECT_FALSE(Value::Null() == Value::Undefined());
  Value instance = Value::Object({});
  instance.type = "List";
  EXPECT_FALSE(Value::Object({}) == instance) << "an object of another class";
}

TEST(Value, PrimitivesAreThoseWithoutIdentity) {
  for (const Value& value : {Value::Undefined(), Value::Null(), Value::Boolean(true), Value::Number(1),
                             Value::BigInt("1"), Value::String(""), KindOnly(Value::Kind::kSymbol)})
    EXPECT_TRUE(IsPrimitive(value.kind)) << KindName(value.kind);
  for (const Value::Kind kind : {Value::Kind::kFunction, Value::Kind::kArray, Value::Kind::kObject, Value::Kind::kError,
                                 Value::Kind::kBytes, Value::Kind::kProxy})
    EXPECT_FALSE(IsPrimitive(kind)) << KindName(kind);
}

TEST(Value, FindsItsOwnProperties) {
  const Value value = Value::Object({{"a", Value::Number(1)}, {"", Value::Number(2)}});
  ASSERT_NE(value.Find("a"), nullptr);
  EXPECT_EQ(*value.Find("a"), Value::Number(1));
  EXPECT_EQ(*value.Find(""), Value::Number(2));
  EXPECT_EQ(value.Find("b"), nullptr);
}

TEST(OwnerName, IsWhoseMethodsAValueHas) {
  EXPECT_EQ(OwnerName(KindOnly(Value::Kind::kObject, "List")), "List");
  EXPECT_EQ(OwnerName(KindOnly(Value::Kind::kObject)), "Object");
  EXPECT_EQ(OwnerName(KindOnly(Value::Kind::kFunction)), "Function");
  EXPECT_EQ(OwnerName(KindOnly(Value::Kind::kFunction, "own")), "Function") << "of the test, not of a class 'own'";
  EXPECT_EQ(OwnerName(Value::Null()), "");
  EXPECT_TRUE(IsTestsOwn(KindOnly(Value::Kind::kFunction, "own")));
  EXPECT_FALSE(IsTestsOwn(KindOnly(Value::Kind::kObject, "own")));
}

TEST(ValueFromJson, RefusesWhatIsNone) {
  for (const char* text : {"1", "[]", "{}", R"({"k": 1})", R"({"k": "nonsense"})", R"({"k": "array", "i": [1]})",
                           R"({"k": "object", "p": [["a"]]})", R"({"k": "object", "p": [["a", {}]]})"})
    EXPECT_FALSE(ValueFromJson(base::ParseJson(text, "value").value()).ok()) << text;
}

}  // namespace
}  // namespace kingbird::model
