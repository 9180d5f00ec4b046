#include "concolic/preferred_types.h"

#include <algorithm>
#include <string_view>

#include "concolic/type_fold.h"

namespace kingbird::concolic {
namespace {

constexpr TypeSet kNumberOnly = {Type::kNumber};
constexpr TypeSet kStringOnly = {Type::kString};
constexpr TypeSet kNumberOrString = {Type::kNumber, Type::kString};

/// One letter for each operand; the last one stands for all that follow.
///   n number   s string   l string or array   * any   + as binary +   < as relational   = as equality
std::string_view Operands(Op op) {
  switch (op) {
    case Op::kSub:
    case Op::kMul:
    case Op::kDiv:
    case Op::kMod:
    case Op::kExp:
    case Op::kBitAnd:
    case Op::kBitOr:
    case Op::kBitXor:
    case Op::kShl:
    case Op::kShr:
    case Op::kUshr:
    case Op::kNeg:
    case Op::kToNumber:
    case Op::kBitNot:
    case Op::kFloor:
    case Op::kCeil:
    case Op::kRound:
    case Op::kTrunc:
    case Op::kAbs:
    case Op::kSign:
    case Op::kMin:
    case Op::kMax:
    case Op::kPow:
    case Op::kSqrt:
    case Op::kNumberToString:
    case Op::kFromCharCode:
      return "n";
    case Op::kAdd:
      return "+";
    case Op::kLt:
    case Op::kLe:
    case Op::kGt:
    case Op::kGe:
      return "<";
    case Op::kEq:
    case Op::kNe:
    case Op::kSeq:
    case Op::kSne:
      return "=";
    case Op::kLength:
      return "l";
    case Op::kCharAt:
    case Op::kCharCodeAt:
    case Op::kCodePointAt:
    case Op::kAt:
    case Op::kSlice:
    case Op::kSubstring:
    case Op::kSubstr:
    case Op::kRepeat:
    case Op::kParseInt:
    case Op::kParseFloat:
      return "sn";
    case Op::kIndexOf:
    case Op::kLastIndexOf:
    case Op::kIncludes:
    case Op::kStartsWith:
    case Op::kEndsWith:
      return "ssn";
    case Op::kPadStart:
    case Op::kPadEnd:
      return "sns";
    case Op::kTrim:
    case Op::kTrimStart:
    case Op::kTrimEnd:
    case Op::kReplaceString:
    case Op::kReplaceAllString:
    case Op::kToLowerCase:
    case Op::kToUpperCase:
    case Op::kRegexTest:
    case Op::kRegexIndex:
      return "s";
    case Op::kRegexCapture:
      return "sss*";
    case Op::kInput:
    case Op::kConstant:
    case Op::kNot:
    case Op::kTypeof:
    case Op::kToString:
    case Op::kToBoolean:
    case Op::kPresent:
    case Op::kIsArray:
    case Op::kInstanceOf:
    case Op::kIsNaN:
    case Op::kIsFinite:
    case Op::kIsInteger:
      return "*";
  }
  return "*";
}

TypeSet EqualityTypes(TypeSet other) {
  if (other == kAnyType) return kNumberOnly;
  if (Without(other, kNothing).empty()) {
    // A comparison with the literal null asks whether there is a value. With another input that is not there, nothing is known.
    return other.Has(Type::kAbsent) ? kNumberOnly : kAnyType;
  }
  return Without(other, kNothing);
}

/// The inputs among the operands have types the operator is meant for.
bool OperandsFit(const Path& path, const TypeFold& fold, NodeId id, const std::vector<Type>& types) {
  const Node& node = path.expressions[id];
  for (size_t i = 0; i < node.operands.size(); ++i) {
    const Node& operand = path.expressions[node.operands[i]];
    if (operand.op != Op::kInput) continue;
    const TypeSet other = node.operands.size() == 2 ? fold[node.operands[1 - i]].types : kAnyType;
    if (!OperandTypes(node.op, i, other).Has(types[operand.symbol])) return false;
  }
  return true;
}

}  // namespace

Type PreferredType(TypeSet wanted) {
  const auto* found = std::ranges::find_if(kTypesInOrder, [&](Type type) { return wanted.Has(type); });
  return found == kTypesInOrder.end() ? Type::kAbsent : *found;
}

TypeSet OperandTypes(Op op, size_t operand, TypeSet other) {
  const std::string_view operands = Operands(op);
  switch (operands[std::min(operand, operands.size() - 1)]) {
    case 'n':
      return kNumberOnly;
    case 's':
      return kStringOnly;
    case 'l':
      return {Type::kString, Type::kArray};
    case '+':
      return kNumberOrString;
    case '<':
      return other == kStringOnly ? kStringOnly : kNumberOnly;
    case '=':
      return EqualityTypes(other);
    default:
      return kAnyType;
  }
}

Value DefaultValue(Type type) {
  Value value;
  value.type = type;
  return value;
}

bool WellTyped(const Path& path, NodeId root, const std::vector<Type>& types) {
  const TypeFold fold(path, root, types);
  return std::ranges::all_of(fold.nodes(), [&](NodeId id) { return OperandsFit(path, fold, id, types); });
}

std::vector<bool> WellTypedNodes(const Path& path, const std::vector<Type>& types) {
  const TypeFold fold(path, types);
  std::vector<bool> well(path.expressions.size(), true);
  for (NodeId id : fold.nodes()) {
    const auto& operands = path.expressions[id].operands;
    well[id] = OperandsFit(path, fold, id, types) && std::ranges::all_of(operands, [&](NodeId i) { return well[i]; });
  }
  return well;
}

}  // namespace kingbird::concolic
