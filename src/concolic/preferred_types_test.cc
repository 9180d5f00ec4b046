#include "concolic/preferred_types.h"

#include <gtest/gtest.h>

namespace kingbird::concolic {
namespace {

constexpr TypeSet kNumber = {Type::kNumber};
constexpr TypeSet kString = {Type::kString};
constexpr TypeSet kUndefined = {Type::kUndefined};

TEST(PreferredTypes, NumberComesFirstAndAbsentLast) {
  EXPECT_EQ(PreferredType(kAnyType), Type::kNumber);
  EXPECT_EQ(PreferredType({Type::kArray, Type::kObject}), Type::kObject);
  EXPECT_EQ(PreferredType({Type::kString, Type::kArray, Type::kFunction, Type::kObject}), Type::kObject);
  EXPECT_EQ(PreferredType({Type::kString, Type::kArray}), Type::kArray);
  EXPECT_EQ(PreferredType({Type::kString, Type::kNumber}), Type::kNumber);
  EXPECT_EQ(PreferredType(kNothing), Type::kNull);
  EXPECT_EQ(PreferredType({}), Type::kAbsent);
}

TEST(PreferredTypes, OperatorsHaveTheTypesOfTheTable) {
  for (Op op :
       {Op::kSub, Op::kMul, Op::kDiv, Op::kMod, Op::kExp, Op::kBitAnd, Op::kShl, Op::kNeg, Op::kFloor, Op::kMax}) {
    EXPECT_EQ(OperandTypes(op, 0, kAnyType), kNumber) << OpName(op);
    EXPECT_EQ(OperandTypes(op, 1, kString), kNumber) << OpName(op);
  }
  EXPECT_EQ(OperandTypes(Op::kAdd, 0, kNumber), (TypeSet{Type::kNumber, Type::kString}));
  EXPECT_EQ(OperandTypes(Op::kLt, 0, kNumber), kNumber);
  EXPECT_EQ(OperandTypes(Op::kLt, 0, kString), kString);
  EXPECT_EQ(OperandTypes(Op::kEq, 0, kString), kString);
  EXPECT_EQ(OperandTypes(Op::kSeq, 1, TypeSet{Type::kBoolean}), TypeSet{Type::kBoolean});
  EXPECT_EQ(OperandTypes(Op::kCharAt, 0, kAnyType), kString);
  EXPECT_EQ(OperandTypes(Op::kCharAt, 1, kAnyType), kNumber);
  EXPECT_EQ(OperandTypes(Op::kPadStart, 2, kAnyType), kString);
}

TEST(PreferredTypes, QuestionsHaveNoPreference) {
  for (Op op : {Op::kNot, Op::kTypeof, Op::kToBoolean, Op::kInstanceOf, Op::kPresent, Op::kIsArray}) {
    EXPECT_EQ(OperandTypes(op, 0, kAnyType), kAnyType) << OpName(op);
  }
  EXPECT_EQ(OperandTypes(Op::kEq, 0, TypeSet{Type::kNull}), kAnyType);
  EXPECT_EQ(OperandTypes(Op::kSeq, 0, kUndefined), kAnyType);
}

}  // namespace
}  // namespace kingbird::concolic
