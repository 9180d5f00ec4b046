#include "model/test_case.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kingbird::model {
namespace {

// ensureFile("a", cb(err) { readJson("a") }); stat(<result of ensureFile>)
TestCase Example() {
  auto inner = std::make_shared<Callback>();
  inner->id = 2;
  inner->parameters = 1;
  inner->body.push_back({.id = 3, .path = {"readJson"}, .receiver = {}, .arguments = {Argument::Parameter(2, 0)}});
  Callback root;
  root.body.push_back({.id = 1,
                       .path = {"ensureFile"},
                       .receiver = {},
                       .arguments = {Argument::Literal(Value::String("a")), Argument::Function(inner)}});
  root.body.push_back({.id = 4, .path = {"stat"}, .receiver = {}, .arguments = {Argument::Result(1)}});
  return {std::make_shared<Callback>(root), 5};
}

TEST(TestCase, SurvivesJson) {
  const TestCase test = Example();
  const auto back = TestCaseFromJson(ToJson(test));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, test);
  EXPECT_EQ(back->next_id, 5);
}

TEST(TestCase, JsonThatIsNoTestIsAnError) {
  for (const char* text : {"3", R"({"id":"x"})", R"({"id":0,"body":[{"id":1,"do":"dance"}]})",
                           R"({"id":0,"body":[{"id":1,"do":"call","with":[{"a":"literal","v":{"k":"what"}}]}]})"}) {
    EXPECT_FALSE(TestCaseFromJson(base::ParseJson(text, "test").value()).ok()) << text;
  }
}

TEST(TestCase, WellFormednessFollowsDefinition3) {
  TestCase test = Example();
  EXPECT_EQ(WellFormedness(test), "");
  // A parameter of a callback that does not surround the call.
  const TestCase outside = WithCallback(test, 0, [](Callback root) {
    root.body[1].arguments = {Argument::Parameter(2, 0)};
    return root;
  });
  EXPECT_EQ(WellFormedness(outside), "call 4 uses parameter 0 of callback 2, which does not surround it");
  // The result of the enclosing call is not there yet when its own callback runs synchronously, and of a later call
  // never.
  const TestCase early = WithCallback(test, 2, [](Callback inner) {
    inner.body[0].arguments = {Argument::Result(4)};
    return inner;
  });
  EXPECT_EQ(WellFormedness(early), "call 3 uses the result of call 4, which is not before it");
}

TEST(TestCase, WithCallbackSharesWhatItDoesNotChange) {
  const TestCase test = Example();
  const TestCase changed = WithCallback(test, 0, [](Callback root) {
    root.body.push_back({.id = 5, .path = {"last"}, .receiver = {}, .arguments = {}});
    return root;
  });
  EXPECT_EQ(CountCalls(test), 3);
  EXPECT_EQ(CountCalls(changed), 4);
  EXPECT_EQ(changed.root->body[0].arguments[1].callback, test.root->body[0].arguments[1].callback);
}

TEST(TestCase, VisitsOuterBeforeInner) {
  std::vector<int> ids;
  ForEachCall(*Example().root, [&](const Call& call) { ids.push_back(call.id); });
  EXPECT_EQ(ids, (std::vector<int>{1, 3, 4}));
}

TEST(Value, SurvivesJsonWithEveryOddity) {
  Value map;
  map.kind = Value::Kind::kMap;
  map.type = "Map";
  map.items = {Value::String("k"), Value::Number(-0.0)};
  Value bytes;
  bytes.kind = Value::Kind::kBytes;
  bytes.type = "Buffer";
  bytes.text = std::string("\x00\xff\x10", 3);
  Value hole;
  hole.kind = Value::Kind::kHole;
  const Value value = Value::Object({{"nan", Value::Number(NAN)},
                                     {"inf", Value::Number(-INFINITY)},
                                     {"lone", Value::String("a\xED\xA0\x80z")},
                                     {"big", Value::BigInt("-12345678901234567890")},
                                     {"sparse", Value::Array({hole, Value::Null()})},
                                     {"map", map},
                                     {"bytes", bytes}});
  const auto text = base::DumpJson(ToJson(value));
  const auto back = ValueFromJson(base::ParseJson(text, "value").value());
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, value);
}

TEST(Argument, AnObjectHasEveryKeyOnce) {
  Argument object = Argument::Object({"a"}, {Argument::Literal(Value::Number(1))});
  object.Set("b", Argument::Literal(Value::Number(2)));
  object.Set("a", Argument::Literal(Value::Number(3)));
  EXPECT_EQ(object,
            Argument::Object({"a", "b"}, {Argument::Literal(Value::Number(3)), Argument::Literal(Value::Number(2))}));
}

TEST(Value, NegativeZeroDiffersFromZero) {
  EXPECT_FALSE(Value::Number(0) == Value::Number(-0.0));
  EXPECT_TRUE(Value::Number(NAN) == Value::Number(NAN));
}

}  // namespace
}  // namespace kingbird::model
