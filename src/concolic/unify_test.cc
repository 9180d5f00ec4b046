#include "concolic/unify.h"

#include <gtest/gtest.h>

namespace kingbird::concolic {
namespace {

// f(a, b) { if (a === 1) …; g(b, 5) }, run with a = `first` and nothing else; g is at place 7.
SeenRun RunOfCaller(double first) {
  SeenRun run;
  run.input.arguments = {{.type = Type::kNumber, .number = first}};
  Path& path = run.path;
  path.symbols = {{.step = Symbol::Step::kArgument, .index = 0, .type = Type::kNumber},
                  {.step = Symbol::Step::kArgument, .index = 1, .type = Type::kAbsent}};
  const NodeId a = path.expressions.Add({.op = Op::kInput, .symbol = 0});
  const NodeId b = path.expressions.Add({.op = Op::kInput, .symbol = 1});
  const NodeId one = path.expressions.Add({.op = Op::kConstant, .constant = Value::Number(1)});
  const NodeId equal = path.expressions.Add({.op = Op::kSeq, .operands = {a, one}});
  path.symbols[0].node = a;
  path.symbols[1].node = b;
  path.calls = {{.event = 1, .site = 7, .arguments = {0, b, 0}}};
  run.names = {"arg0", "arg1"};
  run.types = {Type::kNumber, Type::kAbsent};
  run.constraints = {{.event = 0, .site = 3, .node = equal, .held = first == 1}};
  return run;
}

Assignment EntryOf(Input first) {
  Assignment entry;
  entry.arguments = {std::move(first)};
  return entry;
}

TEST(Unify, WhatIsPassedOnGetsTheCalleesValue) {
  const SeenRun run = RunOfCaller(1);
  Input object{.type = Type::kObject};
  object.properties["size"] = {.type = Type::kNumber, .number = 4};
  const auto input = Unify(run, run.path.calls[0], EntryOf(object));
  ASSERT_TRUE(input);
  ASSERT_EQ(input->arguments.size(), 2U);
  EXPECT_EQ(input->arguments[0].number, 1) << "the rest stays";
  EXPECT_EQ(input->arguments[1].properties.at("size").number, 4);
}

TEST(Unify, NothingIsSaidOfWhatIsThereAlready) {
  SeenRun run = RunOfCaller(1);
  run.input.arguments.push_back({.type = Type::kString, .text = u"x"});
  EXPECT_FALSE(Unify(run, run.path.calls[0], EntryOf({.type = Type::kString, .text = u"x"})));
}

TEST(Unify, DecisionsBeforeTheCallStay) {
  SeenRun run = RunOfCaller(1);
  run.path.calls[0].arguments = {0, run.path.symbols[0].node};
  EXPECT_FALSE(Unify(run, run.path.calls[0], EntryOf({.type = Type::kNumber, .number = 2})))
      << "the caller would not come by any more";
  run.path.calls[0].event = 0;
  EXPECT_TRUE(Unify(run, run.path.calls[0], EntryOf({.type = Type::kNumber, .number = 2})));
}

TEST(Unify, WhatIsComputedIsNotSet) {
  SeenRun run = RunOfCaller(1);
  run.path.calls[0].arguments = {0, run.constraints[0].node};
  EXPECT_FALSE(Unify(run, run.path.calls[0], EntryOf({.type = Type::kBoolean, .number = 1})));
}

class Known : public Callees {
 public:
  const std::vector<Assignment>* EntriesOf(uint32_t site) override { return site == 7 ? &entries : nullptr; }
  uint32_t FunctionOf(uint32_t site) const override { return site == 9 ? 7 : 1; }
  std::vector<Assignment> entries = {EntryOf({.type = Type::kNumber, .number = 3}),
                                     EntryOf({.type = Type::kString, .text = u"y"})};
};

TEST(EntryReuse, EachCallIsFollowedOnceBehindTheSameDecisions) {
  Known known;
  EntryReuse reuse(known, 1);
  EXPECT_EQ(reuse.Follow(RunOfCaller(1)).size(), 2U);
  EXPECT_TRUE(reuse.Follow(RunOfCaller(1)).empty());
  EXPECT_EQ(reuse.Follow(RunOfCaller(2)).size(), 2U) << "another decision before it";
}

TEST(EntryReuse, DecisionsOfKnownCalleesAreLeftToThem) {
  Known known;
  EntryReuse reuse(known, 1);
  SeenRun run = RunOfCaller(1);
  run.constraints.push_back(run.constraints[0]);
  run.constraints[1].site = 9;
  reuse.LeaveToCallees(run);
  EXPECT_FALSE(run.constraints[0].discarded);
  EXPECT_TRUE(run.constraints[1].discarded);
  EntryReuse::GiveBack(run);
  EXPECT_FALSE(run.constraints[1].discarded);
}

}  // namespace
}  // namespace kingbird::concolic
