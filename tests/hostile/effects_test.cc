// What a test does beyond its process and folder is noticed beneath JavaScript, also where nothing of it shows: every
// function of effects.js swallows its errors. And what is no such thing is not taken for one.
#include <fmt/format.h>

#include "pool_fixture.h"

namespace kingbird::runtime {
namespace {

model::TestCase CallOf(const model::AccessPath& path) {
  auto root = std::make_shared<model::Callback>();
  model::Call call;
  call.id = 1;
  call.path = path;
  root->body.push_back(std::move(call));
  model::TestCase test;
  test.root = root;
  test.next_id = 2;
  return test;
}

std::string Noticed(const model::Execution& execution) {
  return model::ToString(execution.effects) + (execution.depends_on_machine ? "writes outside" : "");
}

class EffectsTest : public ::testing::TestWithParam<SandboxKind> {
 protected:
  void SetUp() override {
    PoolConfig config = ConfigFor("effects.js");
    config.sandbox = GetParam();
    pool_ = StartPool(config);
    ASSERT_NE(pool_, nullptr);
  }

  void ExpectAll(const std::string& group, const std::vector<std::string>& names, const std::string& expected) {
    for (const std::string& name : names)
      EXPECT_EQ(Noticed(RunOne(*pool_, CallOf({group, name}))), expected) << group << "." << name;
  }

  std::unique_ptr<WorkerPool> pool_;
};

TEST_P(EffectsTest, WhatStaysInsideIsNone) {
  ExpectAll("none", {"computes", "waits", "writesHere", "readsOutside", "discards", "asksTheMachine", "signalsItself"},
            "");
}

TEST_P(EffectsTest, WhetherTheScratchFolderMatters) {
  for (const char* name : {"computes", "waits", "readsOutside", "asksTheMachine"})
    EXPECT_FALSE(RunOne(*pool_, CallOf({"none", name})).files) << name;
  for (const char* name : {"looks", "looksLater", "reads", "lists", "enters", "asksForTheRealPath"})
    EXPECT_TRUE(RunOne(*pool_, CallOf({"files", name})).files) << name;
  EXPECT_TRUE(RunOne(*pool_, CallOf({"none", "writesHere"})).files);
}

TEST_P(EffectsTest, ProcessesAndSignals) {
  ExpectAll("processes",
            {"runs", "runsLater", "runsWhatIsNotThere", "forksNode", "runsInAWorker", "runsByTheBinding", "signals",
             "signalsItsGroup"},
            "starts processes");
}

TEST_P(EffectsTest, Sockets) {
  ExpectAll("network", {"connects", "connectsToAPath", "listens", "fetches", "sends", "looksUp", "resolves"},
            "uses the network");
}

TEST_P(EffectsTest, PathsOutside) {
  // Landlock does not tell that a link led outside; what it refuses there shows as an error of the test.
  std::vector<std::string> ways = {"writes",           "writesLater", "makesAFolder",  "removes",
                                   "removesByTwoDots", "renames",     "changesTheMode"};
  if (GetParam() == SandboxKind::kNamespaces) ways.emplace_back("followsALink");
  ExpectAll("outside", ways, "writes outside");
}

INSTANTIATE_TEST_SUITE_P(Sandboxes, EffectsTest, ::testing::Values(SandboxKind::kNamespaces, SandboxKind::kLandlock),
                         [](const auto& kind) { return std::string(ToString(kind.param)); });

}  // namespace
}  // namespace kingbird::runtime
