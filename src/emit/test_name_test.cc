#include "emit/test_name.h"

#include <gtest/gtest.h>

#include "model/made_by_hand.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Event;
using model::EventOf;
using model::Execution;
using model::Value;

Argument Literal(const std::string& text) { return Argument::Literal(Value::String(text)); }

Argument CallbackOf(int id) {
  auto callback = std::make_shared<model::Callback>();
  callback->id = id;
  return Argument::Function(callback);
}

Value ErrorOf(const std::string& type, const std::string& code) {
  Value error;
  error.kind = Value::Kind::kError;
  error.type = type;
  if (!code.empty()) error.properties = {{"code", Value::String(code)}};
  return error;
}

std::string Sentence(const std::vector<model::Call>& calls, std::vector<Event> events, bool files = false) {
  Execution execution;
  execution.events = std::move(events);
  execution.files = files;
  const TestName name = NameOf(model::TestOf(calls), execution, "lib");
  return name.function + " " + name.title;
}

TEST(TestName, SaysWhatACallIsMadeWithAndWhatComesOfIt) {
  EXPECT_EQ(Sentence({model::CallOf(1, "f")}, {EventOf(Event::Kind::kReturn, 1, {Value::Number(3)})}),
            "f without arguments returns 3");
  EXPECT_EQ(Sentence({model::CallOf(1, "f", {Literal("a"), Literal("b")})},
                     {EventOf(Event::Kind::kThrow, 1, {ErrorOf("TypeError", "")})}),
            "f with 'a', 'b' throws TypeError");
  EXPECT_EQ(Sentence({model::CallOf(1, "f")}, {EventOf(Event::Kind::kReturn, 1, {Value::Undefined()}),
                                               EventOf(Event::Kind::kReject, 1, {ErrorOf("Error", "ENOENT")})}),
            "f without arguments rejects with ENOENT");
}

TEST(TestName, SaysHowOftenAndWithWhatItCallsBack) {
  const std::vector<model::Call> calls = {model::CallOf(1, "f", {CallbackOf(2)})};
  const Event returned = EventOf(Event::Kind::kReturn, 1, {Value::Undefined()});
  const auto invoked = [](std::vector<Value> values) { return EventOf(Event::Kind::kInvoke, 2, std::move(values)); };
  const Value self = Value::Undefined();
  EXPECT_EQ(Sentence(calls, {returned}), "f with a callback only does not call back");
  EXPECT_EQ(Sentence(calls, {returned, invoked({self})}), "f with a callback only calls back without arguments");
  EXPECT_EQ(Sentence(calls, {returned, invoked({self, Value::Null()})}),
            "f with a callback only calls back without an error");
  EXPECT_EQ(Sentence(calls, {returned, invoked({self, Value::Null(), Value::Number(1)})}),
            "f with a callback only calls back with 1");
  EXPECT_EQ(Sentence(calls, {returned, invoked({self, ErrorOf("Error", "")}), invoked({self, ErrorOf("Error", "")})}),
            "f with a callback only calls back 2 times with Error");
}

TEST(TestName, NamesOfFilesStandForWhatTheyAreOnlyWhereFilesAreUsed) {
  const std::vector<model::Call> calls = {model::CallOf(1, "read", {Literal("malformed.json")})};
  const std::vector<Event> events = {EventOf(Event::Kind::kReturn, 1, {Value::Number(1)})};
  EXPECT_EQ(Sentence(calls, events, true), "read on malformed JSON returns 1");
  EXPECT_EQ(Sentence(calls, events, false), "read with 'malformed.json' returns 1");
}

TEST(TestName, IsAboutTheLastCallThatRan) {
  const Event first = EventOf(Event::Kind::kReturn, 1, {Value::Number(1)});
  const Event second = EventOf(Event::Kind::kReturn, 2, {Value::Number(2)});
  const std::vector<model::Call> calls = {model::CallOf(1, "open"), model::CallOf(2, "read"),
                                          model::CallOf(3, "close")};
  EXPECT_EQ(Sentence(calls, {first, second}), "read without arguments returns 2 after open");
  EXPECT_EQ(Sentence(calls, {}), "module loads");
}

TEST(TestName, ThatAnObjectHadToBeMadeGoesWithoutSaying) {
  model::Call made = model::CallOf(1, "List");
  made.kind = model::Call::Kind::kNew;
  model::Call method = model::CallOf(2, "pop");
  method.kind = model::Call::Kind::kMethod;
  method.receiver = Argument::Result(1);
  Value list = Value::Object({});
  list.type = "List";
  EXPECT_EQ(Sentence({made, method}, {EventOf(Event::Kind::kReturn, 1, {list}),
                                      EventOf(Event::Kind::kReturn, 2, {Value::Number(2), list})}),
            "List#pop without arguments returns 2");
}

TEST(TestName, LongTextsAreCutBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "\xC3\xA9";
  for (const std::string& start : {std::string(), std::string("a")}) {
    const std::string sentence = Sentence({model::CallOf(1, "f", {Literal(start + text)})},
                                          {EventOf(Event::Kind::kReturn, 1, {Value::Number(1)})});
    EXPECT_LT(sentence.size(), 80U);
    EXPECT_NE(sentence.find("\xC3\xA9... returns 1"), std::string::npos) << sentence;
  }
}

TEST(TestName, LongerTitlesTellMoreAndMoreOfWhatCameBefore) {
  Execution execution;
  std::vector<model::Call> calls;
  for (int i = 1; i <= 4; ++i) {
    calls.push_back(model::CallOf(i, "f" + std::to_string(i)));
    execution.events.push_back(EventOf(Event::Kind::kReturn, i, {Value::Number(i)}));
  }
  const TestName name = NameOf(model::TestOf(calls), execution, "lib");
  EXPECT_EQ(name.title, "without arguments returns 4 after f3 and 2 more calls");
  ASSERT_GE(name.longer.size(), 3U);
  EXPECT_EQ(name.longer[1], "without arguments returns 4 after f2, f3 and 1 more call");
  EXPECT_EQ(name.longer[2], "without arguments returns 4 after f1, f2 and f3");
}

}  // namespace
}  // namespace kingbird::emit
