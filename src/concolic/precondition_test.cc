#include "concolic/precondition.h"

#include <gtest/gtest.h>

#include "concolic/explorer.h"
#include "concolic/fake_functions.h"
#include "concolic/fake_program.h"

namespace kingbird::concolic {
namespace {

Preconditions Of(const std::string& strategy, const FakeRunner::Function& function) {
  FakeRunner runner(function);
  FakeSolver solver;
  ExploreOptions options{.strategy = OrderOf(strategy)};
  options.start.self.type = Type::kObject;
  return Explore("f", runner, solver, base::FakeClock(), options).preconditions;
}

/// Table 2, with the type of z that it leaves out.
TEST(Preconditions, Table2) {
  for (const char* strategy : {"ta-dfs", "ta-bfs"}) {
    EXPECT_EQ(Of(strategy, Foo).ToText(),
              "arg0: number, arg1: number, arg2: number, !(arg2 == 1)\n"
              "arg0: number, arg1: number, arg2: number, arg2 == 1, arg3: object, arg3.bar: function\n")
        << strategy;
  }
  EXPECT_EQ(Of("cover", Foo).entries().size(), 2u);
  // What ended well with an undefined operand is no precondition.
  EXPECT_EQ(Of("dfs", Foo).entries().size(), 2u);
}

TEST(Preconditions, EntriesShareWhatTheyBeginWith) {
  const base::Json json = Of("ta-dfs", Foo).ToJson();
  EXPECT_EQ(json["entries"], 2);
  ASSERT_EQ(json["trie"].size(), 1u);
  const base::Json& z = json["trie"][0]["then"][0]["then"][0];
  EXPECT_EQ(z["path"], "arg2");
  EXPECT_EQ(z["types"], base::Json({"number"}));
  EXPECT_EQ(z["end"], false);
  ASSERT_EQ(z["then"].size(), 2u);
  EXPECT_EQ(z["then"][0]["truth"], false);
  EXPECT_EQ(z["then"][0]["end"], true);
  const base::Json condition = {"==", {{"input", "arg2"}}, {{"value", 1.0}}};
  EXPECT_EQ(z["then"][0]["condition"], condition);
  EXPECT_EQ(z["then"][1]["then"][0]["path"], "arg3");
}

TEST(Preconditions, ConditionsAreWrittenAsTrees) {
  SeenRun run;
  run.names = {"arg0"};
  NodeId node = run.path.expressions.Add({.op = Op::kInput, .symbol = 0});
  const NodeId four = run.path.expressions.Add({.constant = Value::Number(4)});
  EXPECT_EQ(ConditionJson(run, run.path.expressions.Add({.op = Op::kLt, .operands = {node, four}})).size(), 3U);
  for (int i = 0; i < 60; ++i) node = run.path.expressions.Add({.op = Op::kAdd, .operands = {node, node}});
  EXPECT_TRUE(ConditionJson(run, node).is_null());
  run.path.symbols.resize(1);
  const NodeId text = run.path.expressions.Add({.constant = Value::String(std::u16string(100'000, u'a'))});
  EXPECT_TRUE(ConditionJson(run, text).is_null());
}

TEST(Preconditions, AFunctionThatAlwaysRunsWell) {
  const Preconditions preconditions = Of("cover", [](FakeCall& call) { call.Cover(1); });
  EXPECT_EQ(preconditions.ToText(), "always\n");
  EXPECT_EQ(preconditions.ToJson()["always"], true);
}

TEST(Preconditions, AFunctionThatAlwaysFailsHasNone) {
  const Preconditions preconditions = Of("cover", [](FakeCall& call) { call.Throw("Error", "no", 1); });
  EXPECT_TRUE(preconditions.entries().empty());
}

}  // namespace
}  // namespace kingbird::concolic
