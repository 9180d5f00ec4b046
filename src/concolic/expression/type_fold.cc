#include "concolic/expression/type_fold.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "concolic/preferred_types.h"

namespace kingbird::concolic {
namespace {

constexpr TypeSet kNumbers = {Type::kNumber};
constexpr TypeSet kStrings = {Type::kString};
constexpr TypeSet kBooleans = {Type::kBoolean};
constexpr TypeSet kObjects = {Type::kObject, Type::kArray, Type::kFunction};
constexpr TypeSet kUndefinedTypes = {Type::kAbsent, Type::kUndefined};

bool Within(TypeSet set, TypeSet other) { return Without(set, other).empty(); }
bool Disjoint(TypeSet set, TypeSet other) { return Both(set, other).empty(); }

/// Reads as NaN where a number is needed.
bool IsNaN(const Known& known) { return known.nan || (!known.types.empty() && Within(known.types, kUndefinedTypes)); }

std::optional<bool> Truth(TypeSet types) {
  if (Within(types, kNothing)) return false;
  if (Within(types, kObjects)) return true;
  return std::nullopt;
}

Known Boolean(std::optional<bool> truth) { return {kBooleans, truth, false}; }
Known Number(bool nan) { return {kNumbers, nan ? std::optional(false) : std::nullopt, nan}; }

Known OfConstant(const Value& value) {
  Known known{TypeSet{value.type}, Truth(TypeSet{value.type}), false};
  if (value.type == Type::kBoolean) known.truth = value.number != 0;
  if (value.type == Type::kString) known.truth = !value.text.empty();
  if (value.type == Type::kNumber) {
    known.nan = std::isnan(value.number);
    known.truth = value.number != 0 && !known.nan;
  }
  return known;
}

bool SameText(std::string_view ascii, const std::u16string& text) {
  return std::equal(ascii.begin(), ascii.end(), text.begin(), text.end());
}

/// `typeof x` of these types against a literal.
std::optional<bool> TypeofIs(TypeSet types, const std::u16string& text) {
  bool some = false;
  bool all = true;
  for (Type type : kTypesInOrder) {
    if (!types.Has(type)) continue;
    const bool same = SameText(TypeofName(type), text);
    some |= same;
    all &= same;
  }
  if (some && !all) return std::nullopt;
  return some;
}

std::optional<bool> StrictlyEqual(const Known& left, const Known& right) {
  if (left.nan || right.nan) return false;
  if (Within(left.types, kUndefinedTypes) && Within(right.types, kUndefinedTypes)) return true;
  const TypeSet null = {Type::kNull};
  if (left.types == null && right.types == null) return true;
  TypeSet wider = left.types;
  if (!Disjoint(wider, kUndefinedTypes)) {
    wider = TypeSet::FromBits(static_cast<uint16_t>(wider.bits() | kUndefinedTypes.bits()));
  }
  if (Disjoint(wider, right.types)) return false;
  return std::nullopt;
}

std::optional<bool> LooselyEqual(const Known& left, const Known& right) {
  if (left.nan || right.nan) return false;
  for (const auto& [one, other] : {std::pair(left.types, right.types), std::pair(right.types, left.types)}) {
    if (!Within(one, kNothing)) continue;
    if (Within(other, kNothing)) return true;
    if (Disjoint(other, kNothing)) return false;
  }
  return std::nullopt;
}

std::optional<bool> Negated(std::optional<bool> truth) { return truth ? std::optional(!*truth) : std::nullopt; }

TypeSet ResultTypes(Op op) {
  switch (op) {
    case Op::kIncludes:
    case Op::kStartsWith:
    case Op::kEndsWith:
    case Op::kIsFinite:
    case Op::kIsInteger:
    case Op::kRegexTest:
    case Op::kWithin:
      return kBooleans;
    case Op::kToString:
    case Op::kCharAt:
    case Op::kSlice:
    case Op::kSubstring:
    case Op::kSubstr:
    case Op::kTrim:
    case Op::kTrimStart:
    case Op::kTrimEnd:
    case Op::kPadStart:
    case Op::kPadEnd:
    case Op::kRepeat:
    case Op::kReplaceString:
    case Op::kReplaceAllString:
    case Op::kToLowerCase:
    case Op::kToUpperCase:
    case Op::kFromCharCode:
    case Op::kNumberToString:
    case Op::kRegexReplace:
    case Op::kSplitPart:
    case Op::kToFixed:
    case Op::kEncodeUri:
    case Op::kDecodeUri:
    case Op::kQuote:
    case Op::kClassOf:
      return kStrings;
    case Op::kAt:
    case Op::kRegexCapture:
    case Op::kRegexNth:
    case Op::kRegexSplitPart:
      return {Type::kString, Type::kUndefined};
    case Op::kCodePointAt:
      return {Type::kNumber, Type::kUndefined};
    default:
      return kNumbers;  // Lengths, positions, bits, powers (NaN ** 0 is 1).
  }
}

class Folder {
 public:
  Folder(const Path& path, const std::vector<Type>& types, const std::unordered_map<NodeId, Known>& known)
      : path_(path), types_(types), known_(known) {}

  Known Of(const Node& node) const {
    switch (node.op) {
      case Op::kInput: {
        const TypeSet types = {types_[node.symbol]};
        return {types, Truth(types), false};
      }
      case Op::kConstant:
        return OfConstant(node.constant);
      case Op::kNot:
        return Boolean(Negated(First(node).truth));
      case Op::kToBoolean:
        return Boolean(First(node).truth);
      case Op::kTypeof:
        return {kStrings, true, false};
      case Op::kPresent:
        return Boolean(First(node).types != TypeSet{Type::kAbsent});
      case Op::kIsArray:
        return Boolean(Asked(First(node).types, {Type::kArray}));
      case Op::kInstanceOf:
        return Boolean(Disjoint(First(node).types, kObjects) ? std::optional(false) : std::nullopt);
      case Op::kIsNaN:
        return Boolean(First(node).nan ? std::optional(true) : std::nullopt);
      case Op::kList:
        return Any(node.operands);
      case Op::kStore:
        return Any({node.operands[0], node.operands[2]});
      case Op::kSelect:
        return Any({node.operands[0]});
      default:
        return OfOperator(node);
    }
  }

 private:
  const Known& First(const Node& node) const { return known_.at(node.operands[0]); }

  static std::optional<bool> Asked(TypeSet types, TypeSet asked) {
    if (Within(types, asked)) return true;
    if (Disjoint(types, asked)) return false;
    return std::nullopt;
  }

  /// One of them.
  Known Any(const std::vector<NodeId>& nodes) const {
    uint16_t bits = 0;
    for (NodeId node : nodes) bits |= known_.at(node).types.bits();
    return {TypeSet::FromBits(bits), std::nullopt, false};
  }

  bool AnyNaN(const Node& node) const {
    return std::ranges::any_of(node.operands, [&](NodeId operand) { return IsNaN(known_.at(operand)); });
  }

  Known OfOperator(const Node& node) const {
    switch (node.op) {
      case Op::kSeq:
        return Boolean(Equality(node, StrictlyEqual));
      case Op::kSne:
        return Boolean(Negated(Equality(node, StrictlyEqual)));
      case Op::kEq:
        return Boolean(Equality(node, LooselyEqual));
      case Op::kNe:
        return Boolean(Negated(Equality(node, LooselyEqual)));
      case Op::kLt:
      case Op::kLe:
      case Op::kGt:
      case Op::kGe:
        return Boolean(AnyNaN(node) && !AnyObject(node) ? std::optional(false) : std::nullopt);
      case Op::kAdd:
        return Sum(node);
      case Op::kSub:
      case Op::kMul:
      case Op::kDiv:
      case Op::kMod:
      case Op::kNeg:
      case Op::kToNumber:
      case Op::kFloor:
      case Op::kCeil:
      case Op::kRound:
      case Op::kTrunc:
      case Op::kAbs:
      case Op::kSign:
      case Op::kSqrt:
        return Number(AnyNaN(node));
      default:
        return {ResultTypes(node.op), std::nullopt, false};
    }
  }

  bool AnyObject(const Node& node) const {
    return std::ranges::any_of(node.operands,
                               [&](NodeId operand) { return !Disjoint(known_.at(operand).types, kObjects); });
  }

  Known Sum(const Node& node) const {
    const TypeSet left = known_.at(node.operands[0]).types;
    const TypeSet right = known_.at(node.operands[1]).types;
    if (left == kStrings || right == kStrings) return {kStrings, std::nullopt, false};
    const TypeSet text = {Type::kString, Type::kObject, Type::kArray, Type::kFunction};
    if (Disjoint(left, text) && Disjoint(right, text)) return Number(AnyNaN(node));
    return {{Type::kNumber, Type::kString}, std::nullopt, false};
  }

  template <typename Compare>
  std::optional<bool> Equality(const Node& node, Compare compare) const {
    for (size_t i = 0; i < 2; ++i) {
      const Node& question = path_.expressions[node.operands[i]];
      const Node& literal = path_.expressions[node.operands[1 - i]];
      if (question.op == Op::kTypeof && literal.op == Op::kConstant && literal.constant.type == Type::kString) {
        return TypeofIs(First(question).types, literal.constant.text);
      }
    }
    return compare(known_.at(node.operands[0]), known_.at(node.operands[1]));
  }

  const Path& path_;
  const std::vector<Type>& types_;
  const std::unordered_map<NodeId, Known>& known_;
};

template <typename Open>
std::vector<NodeId> NodesBelow(const Expressions& expressions, NodeId root, Open open) {
  std::vector<NodeId> nodes = {root};
  std::unordered_set<NodeId> seen = {root};
  for (size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = expressions[nodes[i]];
    if (!open(node)) continue;
    for (NodeId operand : node.operands) {
      if (seen.insert(operand).second) nodes.push_back(operand);
    }
  }
  std::ranges::sort(nodes);
  return nodes;
}

std::vector<SymbolId> SymbolsAmong(const Expressions& expressions, const std::vector<NodeId>& nodes) {
  std::vector<SymbolId> symbols;
  for (NodeId node : nodes) {
    if (expressions[node].op == Op::kInput) symbols.push_back(expressions[node].symbol);
  }
  std::ranges::sort(symbols);
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  return symbols;
}

}  // namespace

std::vector<NodeId> NodesOf(const Expressions& expressions, NodeId root) {
  return NodesBelow(expressions, root, [](const Node& /*node*/) { return true; });
}

std::vector<SymbolId> SymbolsOf(const Expressions& expressions, NodeId root) {
  return SymbolsAmong(expressions, NodesOf(expressions, root));
}

std::vector<SymbolId> ChosenSymbolsOf(const Expressions& expressions, NodeId root) {
  return SymbolsAmong(expressions,
                      NodesBelow(expressions, root, [](const Node& node) { return node.op != Op::kList; }));
}

TypeFold::TypeFold(const Path& path, NodeId root, const std::vector<Type>& types)
    : nodes_(NodesOf(path.expressions, root)) {
  Fill(path, types);
}

TypeFold::TypeFold(const Path& path, const std::vector<Type>& types) : nodes_(path.expressions.size() - 1) {
  std::iota(nodes_.begin(), nodes_.end(), NodeId{1});
  Fill(path, types);
}

void TypeFold::Fill(const Path& path, const std::vector<Type>& types) {
  const Folder folder(path, types, known_);
  known_.reserve(nodes_.size());
  for (NodeId node : nodes_) known_.emplace(node, folder.Of(path.expressions[node]));
}

std::optional<bool> FoldTruth(const Path& path, NodeId root, const std::vector<Type>& types) {
  return TypeFold(path, root, types)[root].truth;
}

}  // namespace kingbird::concolic
