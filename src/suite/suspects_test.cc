#include "suite/suspects.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "env/fake_surroundings.h"
#include "model/made_by_hand.h"
#include "runtime/fake_executor.h"

namespace kingbird::suite {
namespace {

using model::Argument;
using model::Event;
using model::Execution;
using model::TestCase;
using model::Value;

Argument Text(const std::string& text) { return Argument::Literal(Value::String(text)); }
Argument Figure(double number) { return Argument::Literal(Value::Number(number)); }

Value TypeErrorOf(const std::string& message) {
  Value error;
  error.kind = Value::Kind::kError;
  error.type = "TypeError";
  error.text = message;
  return error;
}

/// All calls are made, with the arguments they have.
Execution MadeAll(const TestCase& test) {
  Execution execution;
  model::ForEachCall(*test.root, [&](const model::Call& call) {
    std::vector<Value> values;
    for (const Argument& argument : call.arguments) values.push_back(argument.literal);
    execution.events.push_back(model::EventOf(Event::Kind::kCall, call.id, std::move(values)));
  });
  return execution;
}

bool CallsFunction(const TestCase& test, const std::string& name) {
  bool calls = false;
  model::ForEachCall(*test.root, [&](const model::Call& call) { calls |= call.path.back() == name; });
  return calls;
}

/// Dies of an error if it calls this function.
Execution DiesOf(const TestCase& test, const std::string& function) {
  Execution execution = MadeAll(test);
  if (!CallsFunction(test, function)) return execution;
  execution.end = model::End::kUncaughtException;
  execution.error = TypeErrorOf("x is undefined");
  return execution;
}

/// The calls of this function throw.
Execution ThrowsIn(const TestCase& test, const std::string& function) {
  Execution execution = MadeAll(test);
  model::ForEachCall(*test.root, [&](const model::Call& call) {
    if (call.path.back() == function)
      execution.events.push_back(model::EventOf(Event::Kind::kThrow, call.id, {TypeErrorOf("x is undefined")}));
  });
  return execution;
}

/// Somebody declared parse(text: string).
Contracts OfParse() {
  model::ParameterType text;
  text.name = "text";
  text.type = model::Type::Of(model::Type::Kind::kString);
  text.source = model::ParameterType::Source::kDeclared;
  return Contracts({{"parse", {text}}}, {}, {}, false);
}

struct SuspectsTest : testing::Test, env::FakeSurroundings {
  using Answer = std::function<Execution(const TestCase&)>;

  /// `answer` says what the tests do, unless there is no time for them.
  Suspect Confirmed(const TestCase& test, const Answer& answer, const Contracts& contracts, int thrower = 0) {
    env::Env env = MakeEnv();
    clock.Advance(elapsed);
    load::LoadedTarget loaded;
    loaded.executor =
        std::make_unique<runtime::FakeExecutor>([&](const TestCase& next, const runtime::RunOptions& options) {
          if (options.stop && options.stop()) {
            Execution none;
            none.end = model::End::kNotRun;
            return none;
          }
          ++runs;
          seeds.insert(options.seed);
          EXPECT_TRUE(options.arguments_before) << "contracts need the arguments";
          return answer(next);
        });
    std::vector<Suspect> suspects;
    suspects.push_back({{test, answer(test), thrower}, {}, {}, "", ""});
    EXPECT_TRUE(ConfirmAndShrink(env, loaded, contracts, suspects).ok());
    return suspects[0];
  }

  std::chrono::seconds elapsed{0};
  int runs = 0;
  std::set<uint64_t> seeds;
};

TEST_F(SuspectsTest, WhatDoesNotRepeatIsNone) {
  const TestCase test = model::TestOf({model::CallOf(1, "f"), model::CallOf(2, "g")});
  for (const int good : {1, 2}) {
    runs = 0;
    const auto answer = [&](const TestCase& next) { return runs == good ? MadeAll(next) : DiesOf(next, "f"); };
    const Suspect suspect = Confirmed(test, answer, Contracts::None());
    EXPECT_EQ(suspect.excuse, "did not end the same way when repeated") << "repetition " << good;
    EXPECT_EQ(runs, good) << "and nothing more is run of it";
    EXPECT_EQ(suspect.end.test, test);
  }
}

TEST_F(SuspectsTest, AnotherErrorIsAnotherEnd) {
  const auto answer = [&](const TestCase& next) {
    Execution execution = DiesOf(next, "f");
    if (runs == 2) execution.error.text = "y is undefined";
    return execution;
  };
  EXPECT_EQ(Confirmed(model::TestOf({model::CallOf(1, "f")}), answer, Contracts::None()).excuse,
            "did not end the same way when repeated");
}

TEST_F(SuspectsTest, EachRepetitionHasOtherRandomNumbers) {
  config.seed = 7;
  const auto answer = [&](const TestCase& next) { return runs == 2 ? MadeAll(next) : DiesOf(next, "f"); };
  Confirmed(model::TestOf({model::CallOf(1, "f")}), answer, Contracts::None());
  EXPECT_EQ(seeds.size(), 2U);
  EXPECT_FALSE(seeds.contains(7)) << "the run's own are those it was found with";
}

TEST_F(SuspectsTest, ArgumentsThatNobodyMayGiveAreNoFinding) {
  const auto answer = [](const TestCase& next) { return DiesOf(next, "parse"); };
  const Contracts contracts = OfParse();
  EXPECT_EQ(Confirmed(model::TestOf({model::CallOf(1, "parse", {Text("a")})}), answer, contracts).excuse, "");
  EXPECT_EQ(Confirmed(model::TestOf({model::CallOf(1, "parse", {Figure(1)})}), answer, contracts).excuse,
            "used arguments that no type or documentation allows");
  EXPECT_EQ(Confirmed(model::TestOf({model::CallOf(1, "parse")}), answer, contracts).excuse,
            "used arguments that no type or documentation allows");
}

TEST_F(SuspectsTest, OfACallThatThrowsItsOwnArgumentsCount) {
  const auto answer = [](const TestCase& next) { return ThrowsIn(next, "parse"); };
  const TestCase test = model::TestOf({model::CallOf(1, "parse", {Figure(1)}), model::CallOf(2, "parse", {Text("a")})});
  EXPECT_EQ(Confirmed(test, answer, OfParse(), 2).excuse, "");
  EXPECT_EQ(Confirmed(test, answer, OfParse(), 1).excuse, "used arguments that no type or documentation allows");
}

TEST_F(SuspectsTest, WhatIsDocumentedToThrowMayThrowButNotDie) {
  Contracts contracts = OfParse();
  contracts.Expect({"parse"});
  const TestCase test = model::TestOf({model::CallOf(1, "parse", {Text("a")})});
  EXPECT_EQ(Confirmed(
                test, [](const TestCase& next) { return ThrowsIn(next, "parse"); }, contracts, 1)
                .excuse,
            "threw an error that the documentation announces");
  EXPECT_EQ(Confirmed(
                test, [](const TestCase& next) { return DiesOf(next, "parse"); }, contracts)
                .excuse,
            "");
}

TEST_F(SuspectsTest, WhatIsConfirmedIsMadeSmaller) {
  const TestCase test = model::TestOf(
      {model::CallOf(1, "before"), model::CallOf(2, "f", {Text("long text"), Figure(12)}), model::CallOf(3, "after")});
  const Suspect suspect = Confirmed(
      test, [](const TestCase& next) { return DiesOf(next, "f"); }, Contracts::None());
  EXPECT_EQ(suspect.excuse, "");
  EXPECT_EQ(suspect.end.test, model::TestOf({model::CallOf(2, "f")}));
  EXPECT_EQ(suspect.end.execution.events.size(), 1U) << "the execution is that of the smaller test";
}

TEST_F(SuspectsTest, NoCallIsMadeSmallerThanItMayBe) {
  const TestCase test = model::TestOf({model::CallOf(1, "parse", {Text("long text")}), model::CallOf(2, "other")});
  const Suspect suspect = Confirmed(
      test, [](const TestCase& next) { return DiesOf(next, "parse"); }, OfParse());
  ASSERT_EQ(model::CallIds(suspect.end.test), std::vector<int>{1});
  const std::vector<Argument>& arguments = suspect.end.test.root->body[0].arguments;
  ASSERT_EQ(arguments.size(), 1U) << "without it nobody may call parse so";
  EXPECT_EQ(arguments[0].literal.kind, Value::Kind::kString);
}

TEST_F(SuspectsTest, WhatThereIsNoTimeForIsSaidToBeSo) {
  config.time_limit = std::chrono::seconds(100);
  elapsed = std::chrono::seconds(95);
  const TestCase test = model::TestOf({model::CallOf(1, "f"), model::CallOf(2, "g")});
  const Suspect suspect = Confirmed(
      test, [](const TestCase& next) { return DiesOf(next, "f"); }, Contracts::None());
  EXPECT_EQ(suspect.excuse, kNoTime);
  EXPECT_EQ(runs, 0);
}

TEST_F(SuspectsTest, WhatIsConfirmedStaysAsItIsWhereTheTimeEndsThen) {
  config.time_limit = std::chrono::seconds(100);
  const TestCase test = model::TestOf({model::CallOf(1, "f"), model::CallOf(2, "g")});
  const auto answer = [&](const TestCase& next) {
    if (runs == 2) clock.Advance(std::chrono::seconds(95));
    return DiesOf(next, "f");
  };
  const Suspect suspect = Confirmed(test, answer, Contracts::None());
  EXPECT_EQ(suspect.excuse, "");
  EXPECT_EQ(suspect.end.test, test);
}

TEST_F(SuspectsTest, WhatACallbackKeepsGoingIsTheTestsOwn) {
  auto callback = std::make_shared<model::Callback>();
  callback->id = 2;
  callback->result = Text("more");
  const TestCase test = model::TestOf({model::CallOf(1, "repeat", {Argument::Function(callback)})});
  // Goes on for as long as it is told to.
  const auto asks = [](const TestCase& next, bool whatever) {
    Execution execution = MadeAll(next);
    bool more = false;
    model::ForEachCallback(*next.root, [&](const model::Callback& one) {
      more |= one.id == 2 && (whatever || (one.result && one.result->literal == Value::String("more")));
    });
    if (!more) return execution;
    execution.end = model::End::kTimedOut;
    execution.halt = model::Halt::kBusy;
    constexpr int kManyTimes = 1000;
    for (int i = 0; i < kManyTimes; ++i) execution.events.push_back(model::EventOf(Event::Kind::kInvoke, 2, {}));
    return execution;
  };
  EXPECT_EQ(Confirmed(
                test, [&](const TestCase& next) { return asks(next, false); }, Contracts::None())
                .excuse,
            "went on only because a callback of the test kept answering");
  EXPECT_EQ(Confirmed(
                test, [&](const TestCase& next) { return asks(next, true); }, Contracts::None())
                .excuse,
            "");
}

}  // namespace
}  // namespace kingbird::suite
