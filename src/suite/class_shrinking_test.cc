#include "suite/class_shrinking.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "env/fake_surroundings.h"
#include "model/made_by_hand.h"
#include "runtime/fake_executor.h"

namespace kingbird::suite {
namespace {

// f1(), f2(), …
model::TestCase SequenceOf(int count) {
  std::vector<model::Call> calls;
  for (int i = 1; i <= count; ++i) calls.push_back(model::CallOf(i, "f" + std::to_string(i)));
  return model::TestOf(std::move(calls));
}

/// Call `i` hits counter `i` and comes to "i"; a child in which `deadly` runs without call 1 does not answer.
class FakeAgent : public runtime::FakeExecutor {
 public:
  FakeAgent() : FakeExecutor([](const model::TestCase&, const runtime::RunOptions&) { return model::Execution(); }) {}

  base::Result<std::vector<base::Json>> Ask(std::span<const base::Json> questions, std::chrono::milliseconds) override {
    std::vector<base::Json> answers;
    for (const base::Json& question : questions) answers.push_back(AnswerTo(question));
    asked += questions.size();
    return answers;
  }

  int deadly = 0;
  size_t asked = 0;

 private:
  base::Json AnswerTo(const base::Json& question) const {
    EXPECT_EQ(question["ask"], "shown");
    base::Json list = base::Json::array();
    for (const base::Json& one : question["tests"]) {
      const std::vector<int> ids = model::CallIds(*model::TestCaseFromJson(one["test"]));
      const auto has = [&](int id) { return std::ranges::find(ids, id) != ids.end(); };
      if (has(deadly) && !has(1)) return {};
      const bool reached = std::ranges::all_of(one["hits"], [&](const base::Json& hit) { return has(hit.get<int>()); });
      std::string outcomes;
      for (const base::Json& call : one["calls"]) outcomes += has(call.get<int>()) ? call.dump() + ";" : "";
      list.push_back(reached ? base::Json(outcomes) : base::Json());
    }
    return {{"tests", std::move(list)}};
  }
};

struct ClassShrinking : testing::Test, env::FakeSurroundings {
  std::vector<std::vector<int>> Shrunk(const std::vector<Shrinkable>& tests) {
    env::Env env = MakeEnv();
    const auto smaller = Shrink(env, tests, agent);
    EXPECT_TRUE(smaller.ok());
    std::vector<std::vector<int>> ids;
    for (const model::TestCase& one : *smaller) ids.push_back(model::CallIds(one));
    return ids;
  }

  FakeAgent agent;
  model::TestCase test = SequenceOf(40);
  model::TestCase other = SequenceOf(30);
};

TEST_F(ClassShrinking, CountersAndOutcomesStay) {
  const auto ids = Shrunk({{&test, {7, 31}, {}}, {&other, {}, {12}}});
  EXPECT_EQ(ids, (std::vector<std::vector<int>>{{7, 31}, {12}}));
  // A question for all tests and many attempts each.
  EXPECT_LT(agent.asked, 20U);
}

TEST_F(ClassShrinking, WhatIsNotShownAtAllStaysAsItIs) {
  EXPECT_EQ(Shrunk({{&other, {99}, {}}}), std::vector<std::vector<int>>{model::CallIds(other)});
}

TEST_F(ClassShrinking, ATestThatEndsItsProcessDoesNotSpoilTheOthers) {
  agent.deadly = 35;
  const auto ids = Shrunk({{&test, {35}, {}}, {&other, {12}, {}}});
  ASSERT_EQ(ids.size(), 2U);
  EXPECT_TRUE(std::ranges::find(ids[0], 35) != ids[0].end() && ids[0][0] == 1);
  EXPECT_EQ(ids[1], std::vector<int>{12});
  EXPECT_LT(agent.asked, 40U);
}

TEST_F(ClassShrinking, CtrlCEndsIt) {
  interrupted = true;
  EXPECT_EQ(Shrunk({{&other, {12}, {}}}), std::vector<std::vector<int>>{model::CallIds(other)});
}

}  // namespace
}  // namespace kingbird::suite
