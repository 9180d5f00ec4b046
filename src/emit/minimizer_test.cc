#include "emit/minimizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "model/made_by_hand.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::CallOf;
using model::TestCase;
using model::TestOf;
using model::Value;

Argument Number(double number) { return Argument::Literal(Value::Number(number)); }

struct Outcome {
  TestCase test;
  int runs = 0;
};

Outcome Minimize(Minimizer minimizer, size_t most, const std::function<bool(const TestCase&)>& keeps) {
  Outcome outcome;
  for (auto candidates = minimizer.Candidates(most); !candidates.empty(); candidates = minimizer.Candidates(most)) {
    outcome.runs += static_cast<int>(candidates.size());
    int accepted = -1;
    for (size_t i = 0; accepted < 0 && i < candidates.size(); ++i) {
      if (keeps(candidates[i])) accepted = static_cast<int>(i);
    }
    minimizer.Report(accepted);
  }
  outcome.test = minimizer.test();
  return outcome;
}

Outcome Minimize(const TestCase& test, size_t most, const std::function<bool(const TestCase&)>& keeps) {
  return Minimize(Minimizer(test, 1000), most, keeps);
}

bool Calls(const TestCase& test, const std::string& name) {
  bool found = false;
  model::ForEachCall(*test.root, [&](const Call& call) { found |= call.path[0] == name; });
  return found;
}

TEST(Minimizer, AMethodDoesNotOutliveItsReceiver) {
  Call method = CallOf(2, "read");
  method.kind = Call::Kind::kMethod;
  method.receiver = Argument::Result(1);
  // Calling undefined would "read" as well.
  const Outcome outcome = Minimize(TestOf({CallOf(1, "open"), method}), 1,
                                   [](const TestCase& candidate) { return Calls(candidate, "read"); });
  EXPECT_TRUE(Calls(outcome.test, "open"));
  EXPECT_EQ(outcome.test.root->body.back().receiver, Argument::Result(1));
}

TEST(Minimizer, KeepsOneCallAndWhatItNeeds) {
  const TestCase test = TestOf({CallOf(1, "a"), CallOf(2, "b"), CallOf(3, "c", {Argument::Result(2)}), CallOf(4, "d")});
  const Outcome outcome =
      Minimize(test, 1, [](const TestCase& smaller) { return Calls(smaller, "b") && Calls(smaller, "c"); });
  EXPECT_EQ(model::CountCalls(outcome.test), 2);
}

TEST(Minimizer, TakesACallOutOfCallbacksItDoesNotNeed) {
  Callback inner;
  inner.id = 2;
  inner.parameters = 1;
  inner.body = {CallOf(3, "b", {Number(1)}), CallOf(4, "c", {Argument::Parameter(2, 0)})};
  const TestCase test = TestOf({CallOf(1, "a", {Argument::Function(std::make_shared<Callback>(inner))})});
  const Outcome b = Minimize(test, 1, [](const TestCase& smaller) { return Calls(smaller, "b"); });
  EXPECT_EQ(b.test.root->body[0].path[0], "b");
  EXPECT_EQ(model::CountCalls(b.test), 1);
  // The parameter keeps the other one where it is.
  const auto uses_parameter = [](const TestCase& smaller) {
    bool found = false;
    model::ForEachCall(*smaller.root, [&](const Call& call) {
      found |= call.path[0] == "c" && !call.arguments.empty() && call.arguments[0].kind == Argument::Kind::kParameter;
    });
    return found;
  };
  const Outcome c = Minimize(test, 1, uses_parameter);
  EXPECT_EQ(c.test.root->body[0].path[0], "a");
  EXPECT_EQ(model::CountCalls(c.test), 2);
}

TEST(Minimizer, DropsWhatAnyTwoCallsDoNotNeed) {
  std::vector<Call> calls;
  for (int i = 1; i <= 6; ++i) calls.push_back(CallOf(i, std::string(1, static_cast<char>('a' + i))));
  const Outcome outcome =
      Minimize(TestOf(calls), 1, [](const TestCase& smaller) { return Calls(smaller, "b") && Calls(smaller, "f"); });
  EXPECT_EQ(model::CountCalls(outcome.test), 2);
}

TEST(Minimizer, ShortensAndSimplifies) {
  const Value long_text = Value::String("a text that is longer than needed");
  const TestCase test = TestOf({CallOf(1, "f", {Number(17), Argument::Literal(long_text), Number(3)})});
  const Outcome outcome = Minimize(test, 1, [](const TestCase& smaller) {
    const Call& call = smaller.root->body[0];
    return call.arguments.size() >= 2 && call.arguments[0].literal.number > 0;
  });
  const Call& call = outcome.test.root->body[0];
  ASSERT_EQ(call.arguments.size(), 2U);
  EXPECT_EQ(call.arguments[0].literal.number, 1);
  EXPECT_EQ(call.arguments[1].literal.text, "a");
}

// Every place is tried once and what was removed is not tried again: the cost is that of the places, not their square.
TEST(Minimizer, RunsGrowWithTheTestNotWithItsSquare) {
  std::vector<Argument> many(40, Number(1));
  const Outcome outcome = Minimize(TestOf({CallOf(1, "f", many)}), 1, [](const TestCase&) { return true; });
  EXPECT_TRUE(outcome.test.root->body[0].arguments.empty());
  EXPECT_LE(outcome.runs, 45);
}

TEST(Minimizer, OptionsThatDoNothingGo) {
  std::vector<std::string> keys;
  std::vector<Argument> items;
  for (int i = 0; i < 16; ++i) {
    keys.push_back("option" + std::to_string(i));
    items.push_back(Argument::Function(std::make_shared<Callback>(Callback{.id = i + 2})));
  }
  const TestCase test = TestOf({CallOf(1, "f", {Argument::Object(keys, items)})});
  const Outcome outcome = Minimize(test, 1, [](const TestCase& smaller) {
    const Call& call = smaller.root->body[0];
    return call.arguments.size() == 1 &&
           std::ranges::find(call.arguments[0].keys, "option9") != call.arguments[0].keys.end();
  });
  EXPECT_EQ(outcome.test.root->body[0].arguments[0].keys, std::vector<std::string>{"option9"});
  EXPECT_EQ(outcome.test.root->body[0].arguments[0].items.size(), 1U);
  // Fewer runs than there are options.
  EXPECT_LT(outcome.runs, 16);
}

TEST(Minimizer, LinesOfATextThatDoNothingGo) {
  const Value text = Value::String("; a comment\nscope = global\n\n[s]\nuser = me\nname = x\n\n[t]\nlast = 1");
  const Outcome outcome = Minimize(TestOf({CallOf(1, "f", {Argument::Literal(text)})}), 1, [](const TestCase& smaller) {
    const Call& call = smaller.root->body[0];
    const size_t section = call.arguments.empty() ? std::string::npos : call.arguments[0].literal.text.find("[s]");
    return section != std::string::npos && call.arguments[0].literal.text.find("user = me") > section &&
           call.arguments[0].literal.text.find("user = me") != std::string::npos;
  });
  EXPECT_EQ(outcome.test.root->body[0].arguments[0].literal.text, "[s]\nuser = me");
}

TEST(Minimizer, PiecesOfALongWordGo) {
  const Value text = Value::String("ef88bde5\u00e44ea128c8305acd#8b29d8431e9c91-cfee311ca06c8$4e0c3");
  const Outcome outcome = Minimize(TestOf({CallOf(1, "f", {Argument::Literal(text)})}), 1, [](const TestCase& smaller) {
    const Call& call = smaller.root->body[0];
    return !call.arguments.empty() && call.arguments[0].literal.text.find('#') != std::string::npos;
  });
  EXPECT_LE(outcome.test.root->body[0].arguments[0].literal.text.size(), 12U);
}

// f1(), f2(), …
TestCase Sequence(int count) {
  std::vector<Call> calls;
  for (int i = 1; i <= count; ++i) calls.push_back(CallOf(i, "f" + std::to_string(i)));
  return TestOf(calls);
}

TEST(Minimizer, LongSequencesLoseHalvesFirst) {
  for (const size_t most : {1, 16}) {
    const Outcome outcome = Minimize(Minimizer::OfSequence(Sequence(64), 400), most, [](const TestCase& smaller) {
      return Calls(smaller, "f3") && Calls(smaller, "f40");
    });
    ASSERT_EQ(outcome.test.root->body.size(), 2U);
    EXPECT_EQ(outcome.test.root->body[0].path[0], "f3");
    EXPECT_EQ(outcome.test.root->body[1].path[0], "f40");
    EXPECT_LT(outcome.runs, most == 1 ? 32 : 64);
  }
}

TEST(Minimizer, OfASequenceWhatNeedsACallGoesWithIt) {
  TestCase test = TestOf({CallOf(1, "make"), CallOf(2, "use", {Argument::Array({Argument::Result(1)})}),
                          CallOf(3, "other", {Argument::Result(2)}), CallOf(4, "last")});
  bool undefined = false;
  const Outcome outcome = Minimize(Minimizer::OfSequence(test, 400), 1, [&](const TestCase& smaller) {
    for (const Call& call : smaller.root->body) {
      for (const Argument& argument : call.arguments) undefined |= argument.kind == Argument::Kind::kLiteral;
    }
    return Calls(smaller, "use");
  });
  EXPECT_FALSE(undefined);
  EXPECT_EQ(model::CountCalls(outcome.test), 2);
  EXPECT_TRUE(Calls(outcome.test, "make"));
}

TEST(Minimizer, OfASequenceArgumentsKeepTheirNumberAndTypes) {
  const Value text = Value::String("a text that is longer than needed");
  const Argument flag = Argument::Literal(Value::Boolean(true));
  const TestCase test =
      TestOf({CallOf(1, "f", {Number(4711.5), Argument::Literal(text), flag, Number(8), Number(99)})});
  const Outcome outcome = Minimize(Minimizer::OfSequence(test, 400), 4, [](const TestCase& smaller) {
    const Call& call = smaller.root->body[0];
    return call.arguments[0].literal.number >= 10 && call.arguments[1].literal.text.find("needed") != std::string::npos;
  });
  const Call& call = outcome.test.root->body[0];
  EXPECT_EQ(call.arguments[0], Number(10));
  EXPECT_LT(call.arguments[1].literal.text.size(), text.text.size());
  EXPECT_EQ(call.arguments[2], flag);
  EXPECT_EQ(call.arguments[3], Number(8));
  EXPECT_EQ(call.arguments[4], Number(1));
}

TEST(Minimizer, SeveralAtATimeGiveTheSameTest) {
  std::vector<Argument> many(7, Number(5));
  const auto keeps = [](const TestCase& smaller) { return smaller.root->body[0].arguments.size() >= 3; };
  const Outcome one = Minimize(TestOf({CallOf(1, "f", many)}), 1, keeps);
  const Outcome four = Minimize(TestOf({CallOf(1, "f", many)}), 4, keeps);
  EXPECT_EQ(base::DumpJson(model::ToJson(one.test)), base::DumpJson(model::ToJson(four.test)));
}

}  // namespace
}  // namespace kingbird::emit
