#include "concolic/unify.h"

#include <gtest/gtest.h>

#include <memory>

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

CalleePath EntryOf(Input first) {
  CalleePath entry;
  entry.input.arguments = {std::move(first)};
  return entry;
}

/// Of g(x, y) { if (y === `second`) … }.
CalleePath EntryThatDecides(double second) {
  SeenRun run;
  run.input.arguments = {{.type = Type::kString, .text = u"x"}, {.type = Type::kNumber, .number = second}};
  run.path.symbols = {{.step = Symbol::Step::kArgument, .index = 1, .type = Type::kNumber}};
  const NodeId y = run.path.expressions.Add({.op = Op::kInput, .symbol = 0});
  const NodeId constant = run.path.expressions.Add({.op = Op::kConstant, .constant = Value::Number(second)});
  const NodeId equal = run.path.expressions.Add({.op = Op::kSeq, .operands = {y, constant}});
  run.path.symbols[0].node = y;
  run.constraints = {{.event = 0, .node = equal, .held = true}};
  return {.input = run.input, .run = std::make_shared<SeenRun>(run)};
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
  EXPECT_EQ(Unify(run, run.path.calls[0], EntryOf({.type = Type::kString, .text = u"x"})), run.input);
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
  EXPECT_EQ(Unify(run, run.path.calls[0], EntryOf({.type = Type::kBoolean, .number = 1})), run.input);
}

TEST(Unify, WhatElseIsPassedMustLeadTheSameWay) {
  SeenRun run = RunOfCaller(1);
  const NodeId five = run.path.expressions.Add({.op = Op::kConstant, .constant = Value::Number(5)});
  run.path.calls[0].arguments[2] = five;
  EXPECT_TRUE(Unify(run, run.path.calls[0], EntryThatDecides(5)));
  EXPECT_FALSE(Unify(run, run.path.calls[0], EntryThatDecides(6)));
  run.path.calls[0].arguments.pop_back();
  EXPECT_FALSE(Unify(run, run.path.calls[0], EntryThatDecides(5))) << "nothing is passed";
}

class Known : public Callees {
 public:
  const std::vector<CalleePath>* EntriesOf(uint32_t site) override { return site == 7 ? &entries : nullptr; }
  uint32_t FunctionOf(uint32_t site) const override { return site % kAspects == 9 ? 7 : 1; }
  std::vector<CalleePath> entries = {EntryOf({.type = Type::kNumber, .number = 3}),
                                     EntryOf({.type = Type::kString, .text = u"y"})};
};

/// The callee at place 9 used b with a wrong type.
void UseWrongly(SeenRun& run) {
  run.constraints.push_back(
      {.kind = Event::Kind::kType, .event = 1, .site = 9, .wanted = {Type::kNumber}, .symbol = 1});
}

TEST(EntryReuse, ACallThatDidNotGetWhatItWantsIsLedIntoTheFirstEntry) {
  Known known;
  EntryReuse reuse(known, 1);
  SeenRun run = RunOfCaller(1);
  UseWrongly(run);
  EntryReuse::Followers followers = reuse.Follow(run);
  ASSERT_TRUE(followers.now);
  EXPECT_EQ(followers.now->arguments[1].number, 3);
  EXPECT_EQ(followers.later.size(), 1U);
  EXPECT_FALSE(run.constraints[0].discarded);
  EXPECT_TRUE(run.constraints[1].discarded) << "what comes behind the call is left to the input that follows";
  SeenRun other = RunOfCaller(2);
  UseWrongly(other);
  followers = reuse.Follow(other);
  EXPECT_TRUE(followers.now) << "whatever was decided before";
  EXPECT_TRUE(followers.later.empty()) << "each once for each place of a call";
}

TEST(EntryReuse, ACallThatGotWhatItWantsIsLeftAsItIs) {
  Known known;
  EntryReuse reuse(known, 1);
  SeenRun run = RunOfCaller(1);
  const EntryReuse::Followers followers = reuse.Follow(run);
  EXPECT_FALSE(followers.now);
  EXPECT_EQ(followers.later.size(), 2U);
}

TEST(EntryReuse, CallsInCalleesAreTheirs) {
  Known known;
  EntryReuse reuse(known, 1);
  SeenRun run = RunOfCaller(1);
  run.path.calls[0].from = 9;
  EXPECT_TRUE(reuse.Follow(run).later.empty());
}

TEST(Passed, InputsAreThoseOfTheCallee) {
  SeenRun run = RunOfCaller(1);
  run.path.calls[0].arguments = {0, run.constraints[0].node, run.path.symbols[0].node};
  const Assignment passed = Passed(run, run.path.calls[0]);
  ASSERT_EQ(passed.arguments.size(), 2U);
  EXPECT_EQ(passed.arguments[0].type, Type::kAbsent) << "computed";
  EXPECT_EQ(passed.arguments[1].number, 1);
}

TEST(EntryReuse, DecisionsOfKnownCalleesAreLeftToThem) {
  Known known;
  EntryReuse reuse(known, 1);
  SeenRun run = RunOfCaller(1);
  run.constraints.push_back(run.constraints[0]);
  run.constraints[1].site = 9;
  run.constraints[1].event = 1;
  reuse.LeaveToCallees(run);
  EXPECT_FALSE(run.constraints[0].discarded);
  EXPECT_TRUE(run.constraints[1].discarded);
  EntryReuse::GiveBack(run);
  EXPECT_FALSE(run.constraints[1].discarded);
}

/// Site 9 of the callee, with the number of such a question.
TEST(EntryReuse, WhetherAValueIsAnObjectsOwnIsNotLeftToCallees) {
  Known known;
  EntryReuse reuse(known, 1);
  SeenRun run = RunOfCaller(1);
  run.constraints.push_back(run.constraints[0]);
  run.constraints[1].site = 9 + kAspects;
  run.constraints[1].event = 1;
  run.constraints[1].node = run.path.expressions.Add({.op = Op::kPresent, .operands = {run.path.symbols[1].node}});
  reuse.LeaveToCallees(run);
  EXPECT_FALSE(run.constraints[1].discarded) << "no entry may tell";
  run.constraints[1].node = run.constraints[0].node;
  reuse.LeaveToCallees(run);
  EXPECT_TRUE(run.constraints[1].discarded);
}

}  // namespace
}  // namespace kingbird::concolic
