#include "loop/lane.h"

#include <gtest/gtest.h>

#include "model/made_by_hand.h"

namespace kingbird::loop {
namespace {

using model::Event;

// f() and g() are functions, m() is a method of what they return.
struct LaneTest : testing::Test {
  static model::Call Method(int id, int of, std::string name) {
    model::Call call = model::CallOf(id, std::move(name));
    call.kind = model::Call::Kind::kMethod;
    call.receiver = model::Argument::Result(of);
    return call;
  }
  static model::Execution Ran(std::vector<int> calls) {
    model::Execution execution;
    for (int call : calls) {
      execution.events.push_back({.kind = Event::Kind::kCall, .node = call});
      execution.events.push_back({.kind = Event::Kind::kReturn, .node = call, .values = {{}, {}}});
    }
    return execution;
  }
  static model::Execution WithFiles(std::vector<int> calls) {
    model::Execution execution = Ran(std::move(calls));
    execution.files = true;
    return execution;
  }
  void Note(const model::TestCase& test, const model::Execution& execution, int times) {
    for (int i = 0; i < times; ++i) lane.Note(test, execution);
  }

  const model::TestCase f = model::TestOf({model::CallOf(1, "f")});
  const model::TestCase g = model::TestOf({model::CallOf(1, "g")});
  const model::TestCase both = model::TestOf({model::CallOf(1, "f"), model::CallOf(2, "g")});
  const model::TestCase method = model::TestOf({model::CallOf(1, "f"), Method(2, 1, "m")});
  Lane lane{model::Api()};
};

TEST_F(LaneTest, LetsInWhoLeftNothingBehindTwice) {
  Note(f, Ran({1}), 1);
  EXPECT_FALSE(lane.Admits(f)) << "once is chance";
  Note(f, Ran({1}), 1);
  EXPECT_TRUE(lane.Admits(f));
  EXPECT_FALSE(lane.Admits(both)) << "nobody knows g";
  model::Function function;
  function.path = {"f"};
  EXPECT_TRUE(lane.Admits(function));
  function.kind = model::Function::Kind::kConstructor;
  EXPECT_FALSE(lane.Admits(function)) << "new f() may be something else";
}

TEST_F(LaneTest, WhoLeavesSomethingBehindByItselfIsOut) {
  Note(f, Ran({1}), 10);
  Note(f, WithFiles({1}), 1);
  EXPECT_FALSE(lane.Admits(f));
  Note(f, Ran({1}), 100);
  EXPECT_FALSE(lane.Admits(f)) << "for good";
}

TEST_F(LaneTest, BesideOthersItMayHaveBeenThem) {
  Note(f, Ran({1}), 2);
  Note(both, WithFiles({1, 2}), 1);
  EXPECT_FALSE(lane.Admits(f));
  Note(f, Ran({1}), 1);
  EXPECT_TRUE(lane.Admits(f));
  EXPECT_FALSE(lane.Admits(g));
}

TEST_F(LaneTest, WhatWasNotCalledHasShownNothing) {
  Note(both, Ran({1}), 10);
  EXPECT_TRUE(lane.Admits(f));
  EXPECT_FALSE(lane.Admits(g));
}

TEST_F(LaneTest, MethodsComeInUnseenWhereNearlyAllIsHarmless) {
  Note(f, Ran({1}), 10);
  EXPECT_FALSE(lane.Admits(method)) << "ten runs say little";
  Note(f, Ran({1}), 40);
  EXPECT_TRUE(lane.Admits(method));
  EXPECT_FALSE(lane.Admits(g)) << "it is no method";
  Note(method, WithFiles({1, 2}), 1);
  EXPECT_FALSE(lane.Admits(method));
}

TEST_F(LaneTest, AFunctionIsOneWhateverItIsCalledBy) {
  model::Api api;
  model::Function function;
  function.path = {"f"};
  function.aliases = {{"default", "f"}};
  api.functions = {function};
  Lane knows(api);
  model::Call alias = model::CallOf(1, "f");
  alias.path = {"default", "f"};
  const model::TestCase by_alias = model::TestOf({alias});
  knows.Note(f, Ran({1}));
  knows.Note(by_alias, Ran({1}));
  EXPECT_TRUE(knows.Admits(f)) << "twice clean";
  EXPECT_TRUE(knows.Admits(by_alias));
  knows.Note(by_alias, WithFiles({1}));
  EXPECT_FALSE(knows.Admits(f));
}

TEST_F(LaneTest, WhatWaitsHasNoPlaceThere) {
  Note(f, Ran({1}), 50);
  model::Call await = model::CallOf(2, "f");
  await.kind = model::Call::Kind::kAwait;
  EXPECT_FALSE(lane.Admits(model::TestOf({model::CallOf(1, "f"), await})));
}

}  // namespace
}  // namespace kingbird::loop
