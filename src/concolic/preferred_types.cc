#include "concolic/preferred_types.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "concolic/expression/type_fold.h"

namespace kingbird::concolic {
namespace {

constexpr TypeSet kNumberOnly = {Type::kNumber};
constexpr TypeSet kStringOnly = {Type::kString};
constexpr TypeSet kNumberOrString = {Type::kNumber, Type::kString};

/// The table. Of each operator one letter for each operand; the last one stands for all that follow. What is not listed
/// asks a question and has no preference.
///   n number   s string   l string or array   * any   + as binary +   < as relational   = as equality
struct Row {
  std::string_view operands;
  std::vector<Op> ops;
};
const std::vector<Row>& Table() {
  static const std::vector<Row> table = {
      {"n", {Op::kSub,          Op::kMul,    Op::kDiv,    Op::kMod,      Op::kExp,
             Op::kBitAnd,       Op::kBitOr,  Op::kBitXor, Op::kShl,      Op::kShr,
             Op::kUshr,         Op::kNeg,    Op::kBitNot, Op::kFloor,    Op::kCeil,
             Op::kRound,        Op::kTrunc,  Op::kAbs,    Op::kSign,     Op::kMin,
             Op::kMax,          Op::kPow,    Op::kSqrt,   Op::kToNumber, Op::kNumberToString,
             Op::kFromCharCode, Op::kToFixed}},
      {"+", {Op::kAdd}},
      {"<", {Op::kLt, Op::kLe, Op::kGt, Op::kGe}},
      {"=", {Op::kEq, Op::kNe, Op::kSeq, Op::kSne}},
      {"l", {Op::kLength}},
      {"sn",
       {Op::kCharAt, Op::kCharCodeAt, Op::kCodePointAt, Op::kAt, Op::kSlice, Op::kSubstring, Op::kSubstr, Op::kRepeat,
        Op::kParseInt, Op::kParseFloat}},
      {"ssn", {Op::kIndexOf, Op::kLastIndexOf, Op::kIncludes, Op::kStartsWith, Op::kEndsWith}},
      {"sns", {Op::kPadStart, Op::kPadEnd}},
      {"s",
       {Op::kTrim, Op::kTrimStart, Op::kTrimEnd, Op::kReplaceString, Op::kReplaceAllString, Op::kToLowerCase,
        Op::kToUpperCase, Op::kLocaleCompare, Op::kEncodeUri, Op::kDecodeUri, Op::kQuote}},
      {"ss*", {Op::kSplitCount, Op::kSplitPart}},
      {"sss*",
       {Op::kRegexTest, Op::kRegexIndex, Op::kRegexEnd, Op::kRegexCapture, Op::kRegexCount, Op::kRegexNth,
        Op::kRegexReplace, Op::kRegexSplitCount, Op::kRegexSplitPart}},
  };
  return table;
}

std::string_view Operands(Op op) {
  static const std::array<std::string_view, kOps> by_op = [] {
    std::array<std::string_view, kOps> all;
    all.fill("*");
    for (const Row& row : Table()) {
      for (Op listed : row.ops) all[static_cast<size_t>(listed)] = row.operands;
    }
    return all;
  }();
  return by_op[static_cast<size_t>(op)];
}

TypeSet EqualityTypes(TypeSet other) {
  if (other == kAnyType) return kNumberOnly;
  if (Without(other, kNothing).empty()) {
    // A comparison with the literal null asks whether there is a value. With another input that is not there, nothing
    // is known.
    return other.Has(Type::kAbsent) ? kNumberOnly : kAnyType;
  }
  return Without(other, kNothing);
}

/// The inputs among the operands have types the operator is meant for.
bool OperandsFit(const Path& path, const TypeFold& fold, NodeId id, const std::vector<Type>& types) {
  const Node& node = path.expressions[id];
  const auto is_input = [&](NodeId operand) { return path.expressions[operand].op == Op::kInput; };
  // Whether two inputs are the same is a question to ask of any two.
  if (Operands(node.op) == "=" && std::ranges::all_of(node.operands, is_input)) return true;
  for (size_t i = 0; i < node.operands.size(); ++i) {
    const Node& operand = path.expressions[node.operands[i]];
    if (operand.op != Op::kInput) continue;
    const TypeSet other = node.operands.size() == 2 ? fold[node.operands[1 - i]].types : kAnyType;
    if (!OperandTypes(node.op, i, other).Has(types[operand.symbol])) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string_view> TypeNames(TypeSet types) {
  std::vector<std::string_view> names;
  for (Type type : kTypesInOrder) {
    if (types.Has(type)) names.push_back(TypeName(type));
  }
  return names;
}

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
