#include "suite/callback_blame.h"

#include <gtest/gtest.h>

#include "model/made_by_hand.h"
#include "runtime/fake_executor.h"

namespace kingbird::suite {
namespace {

using model::Argument;
using model::Value;

// f(callback), with a callback that calls g with another one and returns a number.
model::TestCase Asking() {
  auto innermost = std::make_shared<model::Callback>();
  innermost->id = 4;
  auto callback = std::make_shared<model::Callback>();
  callback->id = 2;
  callback->body = {model::CallOf(3, "g", {Argument::Function(innermost)})};
  callback->result = Argument::Literal(Value::Number(7));
  return model::TestOf({model::CallOf(1, "f", {Argument::Function(callback)})});
}

model::Execution Busy() {
  model::Execution execution;
  execution.end = model::End::kTimedOut;
  execution.halt = model::Halt::kBusy;
  return execution;
}

Value AnswerOf(const model::TestCase& test) {
  const model::Callback& callback = *test.root->body[0].arguments[0].callback;
  EXPECT_TRUE(callback.body.empty());
  return callback.result->literal;
}

std::vector<bool> Blamed(const runtime::FakeExecutor::Answer& answer) {
  runtime::FakeExecutor executor(answer);
  const loop::BadEnd end{Asking(), Busy(), 0};
  const auto blamed = CallbacksToBlame({&end}, executor, {});
  EXPECT_TRUE(blamed.ok());
  return *blamed;
}

TEST(CallbackBlame, WhoCouldHaveEndedItIsToBlame) {
  EXPECT_EQ(Blamed([](const model::TestCase& test, const auto&) {
              return AnswerOf(test) == Value::Boolean(true) ? model::Execution() : Busy();
            }),
            std::vector<bool>{true});
  EXPECT_EQ(Blamed([](const model::TestCase& test, const auto&) {
              model::Execution execution = Busy();
              if (AnswerOf(test) == Value::Null()) execution.halt = model::Halt::kPending;
              return execution;
            }),
            std::vector<bool>{true});
}

TEST(CallbackBlame, WhoIsAskedWhateverHeSaysIsNot) {
  EXPECT_EQ(Blamed([](const model::TestCase&, const auto&) { return Busy(); }), std::vector<bool>{false});
}

}  // namespace
}  // namespace kingbird::suite
