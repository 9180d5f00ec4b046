#include "concolic/expression/type_fold.h"

#include <gtest/gtest.h>

#include "concolic/preferred_types.h"

namespace kingbird::concolic {
namespace {

/// A path with two inputs and helpers to write conditions.
struct Condition {
  Path path;
  std::vector<Type> types = {Type::kAbsent, Type::kAbsent};

  Condition() {
    for (SymbolId i = 0; i < 2; ++i) {
      path.symbols.push_back({.step = Symbol::Step::kArgument, .index = i});
      path.symbols[i].node = path.expressions.Add({.op = Op::kInput, .symbol = i});
    }
  }
  NodeId X() const { return path.symbols[0].node; }
  NodeId Y() const { return path.symbols[1].node; }
  NodeId Literal(Value value) { return path.expressions.Add({.op = Op::kConstant, .constant = std::move(value)}); }
  NodeId Make(Op op, std::vector<NodeId> operands) {
    return path.expressions.Add({.op = op, .operands = std::move(operands)});
  }
  std::optional<bool> Truth(NodeId node, Type x, Type y = Type::kAbsent) const { return FoldTruth(path, node, {x, y}); }
};

TEST(TypeFold, AConditionDecidedByATypeIsNotWellTyped) {
  Condition c;
  const NodeId is_one = c.Make(Op::kEq, {c.X(), c.Literal(Value::Number(1))});
  EXPECT_FALSE(WellTyped(c.path, is_one, {Type::kAbsent, Type::kAbsent}));
  EXPECT_FALSE(WellTyped(c.path, is_one, {Type::kString, Type::kAbsent}));
  EXPECT_TRUE(WellTyped(c.path, is_one, {Type::kNumber, Type::kAbsent}));
  const NodeId deeper =
      c.Make(Op::kNot, {c.Make(Op::kLt, {c.Make(Op::kSub, {c.X(), c.Y()}), c.Literal(Value::Number(1))})});
  EXPECT_FALSE(WellTyped(c.path, deeper, {Type::kNumber, Type::kAbsent}));
  EXPECT_TRUE(WellTyped(c.path, deeper, {Type::kNumber, Type::kNumber}));
  EXPECT_TRUE(WellTyped(c.path, c.Make(Op::kTypeof, {c.X()}), {Type::kAbsent, Type::kAbsent}));
  EXPECT_EQ(WellTypedNodes(c.path, {Type::kNumber, Type::kAbsent})[deeper], false);
  EXPECT_EQ(WellTypedNodes(c.path, {Type::kNumber, Type::kAbsent})[is_one], true);
}

TEST(TypeFold, TypeofIsDecidedByTypes) {
  Condition c;
  const NodeId node = c.Make(Op::kSeq, {c.Make(Op::kTypeof, {c.X()}), c.Literal(Value::String(u"object"))});
  EXPECT_EQ(c.Truth(node, Type::kObject), true);
  EXPECT_EQ(c.Truth(node, Type::kArray), true);
  EXPECT_EQ(c.Truth(node, Type::kNull), true);
  EXPECT_EQ(c.Truth(node, Type::kFunction), false);
  EXPECT_EQ(c.Truth(node, Type::kAbsent), false);
  EXPECT_EQ(
      c.Truth(c.Make(Op::kNe, {c.Make(Op::kTypeof, {c.X()}), c.Literal(Value::String(u"undefined"))}), Type::kAbsent),
      false);
}

TEST(TypeFold, TruthOfTypesWithOneTruth) {
  Condition c;
  EXPECT_EQ(c.Truth(c.X(), Type::kObject), true);
  EXPECT_EQ(c.Truth(c.X(), Type::kNull), false);
  EXPECT_EQ(c.Truth(c.X(), Type::kString), std::nullopt);
  EXPECT_EQ(c.Truth(c.Make(Op::kNot, {c.X()}), Type::kFunction), false);
  EXPECT_EQ(c.Truth(c.Make(Op::kPresent, {c.X()}), Type::kUndefined), true);
  EXPECT_EQ(c.Truth(c.Make(Op::kPresent, {c.X()}), Type::kAbsent), false);
  EXPECT_EQ(c.Truth(c.Make(Op::kIsArray, {c.X()}), Type::kArray), true);
  EXPECT_EQ(c.Truth(c.Make(Op::kInstanceOf, {c.X(), c.Literal(Value::Number(3))}), Type::kNumber), false);
  EXPECT_EQ(c.Truth(c.Make(Op::kInstanceOf, {c.X(), c.Literal(Value::Number(3))}), Type::kObject), std::nullopt);
}

TEST(TypeFold, EqualityAcrossTypes) {
  Condition c;
  const NodeId strict = c.Make(Op::kSeq, {c.X(), c.Y()});
  const NodeId loose = c.Make(Op::kEq, {c.X(), c.Y()});
  EXPECT_EQ(c.Truth(strict, Type::kNumber, Type::kString), false);
  EXPECT_EQ(c.Truth(strict, Type::kAbsent, Type::kUndefined), true);
  EXPECT_EQ(c.Truth(strict, Type::kNull, Type::kUndefined), false);
  EXPECT_EQ(c.Truth(strict, Type::kObject, Type::kObject), std::nullopt);
  EXPECT_EQ(c.Truth(loose, Type::kNull, Type::kUndefined), true);
  EXPECT_EQ(c.Truth(loose, Type::kNull, Type::kNumber), false);
  EXPECT_EQ(c.Truth(loose, Type::kNumber, Type::kString), std::nullopt);
}

TEST(TypeFold, UndefinedIsNotANumber) {
  Condition c;
  const NodeId sum = c.Make(Op::kAdd, {c.X(), c.Literal(Value::Number(1))});
  EXPECT_EQ(c.Truth(c.Make(Op::kLt, {c.X(), c.Literal(Value::Number(1))}), Type::kAbsent), false);
  EXPECT_EQ(c.Truth(c.Make(Op::kLt, {c.X(), c.Literal(Value::Number(1))}), Type::kNumber), std::nullopt);
  EXPECT_EQ(c.Truth(sum, Type::kUndefined), false);
  EXPECT_EQ(c.Truth(sum, Type::kString), std::nullopt);
  EXPECT_EQ(c.Truth(c.Make(Op::kExp, {c.X(), c.Literal(Value::Number(0))}), Type::kUndefined), std::nullopt);
  EXPECT_EQ(c.Truth(c.Make(Op::kSeq, {sum, sum}), Type::kUndefined), false);
}

TEST(TypeFold, NodesAndSymbolsOfAnExpression) {
  Condition c;
  const NodeId sum = c.Make(Op::kAdd, {c.Y(), c.Y()});
  EXPECT_EQ(NodesOf(c.path.expressions, sum), (std::vector<NodeId>{c.Y(), sum}));
  EXPECT_EQ(SymbolsOf(c.path.expressions, sum), std::vector<SymbolId>{1});
}

}  // namespace
}  // namespace kingbird::concolic
