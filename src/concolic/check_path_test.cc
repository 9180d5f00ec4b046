#include <gtest/gtest.h>

#include "concolic/expression/evaluate.h"

namespace kingbird::concolic {
namespace {

using Step = Symbol::Step;

/// arg0 with a length, and arg1: the nodes 1 and 2, and 3 for arg0.length.
Path ArrayAndNumber() {
  Path path;
  const NodeId array = path.expressions.Add({.op = Op::kInput, .symbol = 0});
  const NodeId number = path.expressions.Add({.op = Op::kInput, .symbol = 1});
  path.symbols = {{.step = Step::kArgument, .index = 0, .type = Type::kArray, .node = array},
                  {.step = Step::kArgument, .index = 1, .type = Type::kNumber, .node = number},
                  {.step = Step::kLength, .parent = 0, .type = Type::kNumber}};
  path.expressions.Add({.op = Op::kLength, .operands = {array}});
  return path;
}

Assignment ThreeAndFive() {
  return {.arguments = {{.type = Type::kArray, .number = 3}, {.type = Type::kNumber, .number = 5}}};
}

TEST(CheckPath, SilentWhereExpressionsSayWhatTheRunDid) {
  Path path = ArrayAndNumber();
  const NodeId less = path.expressions.Add({.op = Op::kLt, .operands = {2, 3}});
  path.events = {{.node = less, .held = false},
                 {.node = 2, .held = true},
                 {.kind = Event::Kind::kType, .node = 2, .held = true, .wanted = {Type::kNumber, Type::kString}}};
  const OracleReport report = CheckPath(path, ThreeAndFive());
  EXPECT_EQ(report.agreed, 3U);
  EXPECT_TRUE(report.mismatches.empty());
}

TEST(CheckPath, NamesTheNodeThatIsWrong) {
  Path path = ArrayAndNumber();
  const NodeId less = path.expressions.Add({.op = Op::kLt, .operands = {2, 3}});
  path.events = {{.node = 2, .held = true}, {.node = less, .held = true}};
  const OracleReport report = CheckPath(path, ThreeAndFive());
  ASSERT_EQ(report.mismatches.size(), 1U);
  EXPECT_EQ(report.mismatches[0].event, 1U);
  EXPECT_EQ(report.mismatches[0].node, less);
  EXPECT_EQ(report.mismatches[0].text, "arg1 < arg0.length; arg0 = array; arg1 = 5");
}

TEST(CheckPath, CountsWhatHasNoModel) {
  Path path = ArrayAndNumber();
  const NodeId wrong = path.expressions.Add({.op = Op::kAdd, .operands = {99, 0}});
  const NodeId regex = path.expressions.Add({.op = Op::kToString, .operands = {1}});
  path.events = {{.node = wrong}, {.node = regex}, {.node = 0}, {.node = 1000}};
  EXPECT_EQ(CheckPath(path, ThreeAndFive()).unknown, 4U);
}

TEST(Evaluator, SetComputesWhatDependsOnIt) {
  Path path = ArrayAndNumber();
  const NodeId sum = path.expressions.Add({.op = Op::kAdd, .operands = {2, 3}});
  const NodeId present = path.expressions.Add({.op = Op::kPresent, .operands = {2}});
  Evaluator evaluator(path, {sum, present}, {Value::Object(Type::kArray, 1), Value::Number(1), Value::Number(10)});
  EXPECT_EQ(*evaluator.Get(sum), Value::Number(11));
  evaluator.Set(2, Value::Number(20));
  EXPECT_EQ(*evaluator.Get(sum), Value::Number(21));
  evaluator.Set(1, Value::String(u"x"));
  EXPECT_EQ(*evaluator.Get(sum), Value::String(u"x20"));
  EXPECT_EQ(evaluator.Truth(present), true);
  Value absent;
  absent.type = Type::kAbsent;
  evaluator.Set(1, absent);
  EXPECT_EQ(evaluator.Truth(present), false);
  EXPECT_TRUE(std::isnan(evaluator.Get(sum)->number));
}

}  // namespace
}  // namespace kingbird::concolic
