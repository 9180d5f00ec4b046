// Truth values, numbers and bits. Each function says which values of its operands, one at a time, give what is wanted.
#include "concolic/solve/inverter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "concolic/expression/coerce.h"
#include "concolic/expression/number_text.h"
#include "concolic/solve/query.h"

namespace kingbird::concolic {
namespace {

constexpr int kMostInversions = 40;
constexpr size_t kMostMoves = 64;
constexpr int kMostVisits = 600;
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

bool IsInteger(double number) { return std::trunc(number) == number; }

}  // namespace

double Inverter::Number(const Node& node, size_t i, double missing) const {
  const Value* value = Get(node, i);
  return value == nullptr || value->type == Type::kUndefined ? missing : AsNumber(*value).value_or(missing);
}

std::u16string Inverter::Text(const Node& node, size_t i) const {
  const Value* value = Get(node, i);
  return value == nullptr ? u"" : AsText(*value).value_or(u"");
}

void Inverter::WantTruth(NodeId id, bool wanted, int depth) {
  if (id == 0 || id >= path_.expressions.size() || depth > kMostInversions || moves_.size() > kMostMoves) return;
  if (++visits_ > kMostVisits) return;
  const Node& node = path_.expressions[id];
  switch (node.op) {
    case Op::kNot:
    case Op::kToBoolean:
      return WantTruth(node.operands[0], (node.op == Op::kNot) != wanted, depth + 1);
    case Op::kLt:
    case Op::kLe:
    case Op::kGt:
    case Op::kGe:
      return WantOrder(node, wanted, depth);
    case Op::kEq:
    case Op::kSeq:
      return WantEquality(node, wanted, depth);
    case Op::kNe:
    case Op::kSne:
      return WantEquality(node, !wanted, depth);
    case Op::kIncludes:
    case Op::kStartsWith:
    case Op::kEndsWith:
      return WantContained(node, wanted, depth);
    case Op::kWithin:
      return WantWithin(node, wanted, depth + 1);
    case Op::kRegexTest:
      return WantMatch(node, wanted, depth + 1);
    case Op::kRegexCapture:
    case Op::kRegexNth:
    case Op::kRegexSplitPart:
      if (!wanted) WantCaptured(node, Value::Undefined(), depth + 1);
      return WantCaptured(node, Value::String(wanted ? u"a" : u""), depth + 1);
    case Op::kIsNaN:
      return Want(node.operands[0], Value::Number(wanted ? kNotANumber : 1), depth + 1);
    case Op::kIsFinite:
      return Want(node.operands[0], Value::Number(wanted ? 1 : std::numeric_limits<double>::infinity()), depth + 1);
    case Op::kIsInteger: {
      const double number = std::trunc(Number(node, 0));
      return Want(node.operands[0], Value::Number(wanted ? number : number + 0.5), depth + 1);
    }
    case Op::kInstanceOf: {
      const Node& of = path_.expressions[node.operands[0]];
      if (of.op != Op::kInput || evaluator_.values()[of.symbol].type != Type::kObject) return;
      Value value = evaluator_.values()[of.symbol];
      value.instance = wanted ? static_cast<uint32_t>(Number(node, 1)) : 0;
      moves_.push_back({of.symbol, std::move(value)});
      return;
    }
    default: {
      const Value* now = evaluator_.Get(id);
      if (now == nullptr) return;
      if (now->type == Type::kString) return WantText(id, wanted ? u"a" : u"", depth);
      Want(id, now->type == Type::kBoolean ? Value::Boolean(wanted) : Value::Number(wanted ? 1 : 0), depth);
      if (now->type == Type::kNumber && wanted) Want(id, Value::Number(-1), depth);
    }
  }
}

void Inverter::WantOrder(const Node& node, bool wanted, int depth) {
  const Value* a = Get(node, 0);
  const Value* b = Get(node, 1);
  if (a == nullptr || b == nullptr) return;
  // As left < right or left <= right.
  const bool swapped = (node.op == Op::kGt || node.op == Op::kGe) == wanted;
  const bool strict = (node.op == Op::kLt || node.op == Op::kGt) == wanted;
  const NodeId left = node.operands[swapped ? 1 : 0];
  const NodeId right = node.operands[swapped ? 0 : 1];
  const Value& low = swapped ? *b : *a;
  const Value& high = swapped ? *a : *b;
  if (low.type == Type::kString && high.type == Type::kString) {
    if (!strict) WantText(left, high.text, depth + 1);
    if (!strict) WantText(right, low.text, depth + 1);
    WantText(left, u"", depth + 1);
    WantText(right, low.text + u"a", depth + 1);
    return;
  }
  const double x = AsNumber(low).value_or(0);
  const double y = AsNumber(high).value_or(0);
  const double step = strict ? 1 : 0;
  if (!std::isnan(y)) Want(left, Value::Number(y - step), depth + 1);
  if (!std::isnan(x)) Want(right, Value::Number(x + step), depth + 1);
  if (strict && !std::isnan(y)) Want(left, Value::Number(y - 0.5), depth + 1);
  if (std::isnan(x)) Want(left, Value::Number(0), depth + 1);
  if (std::isnan(y)) Want(right, Value::Number(0), depth + 1);
  // A comparison with NaN is false.
  if (!wanted) Want(left, Value::Number(kNotANumber), depth + 1);
  if (!wanted) Want(right, Value::Number(kNotANumber), depth + 1);
}

void Inverter::WantEquality(const Node& node, bool wanted, int depth) {
  const Value* a = Get(node, 0);
  const Value* b = Get(node, 1);
  if (a == nullptr || b == nullptr) return;
  if (!wanted) {
    WantOther(node.operands[0], *b, depth + 1);
    WantOther(node.operands[1], *a, depth + 1);
    return;
  }
  Want(node.operands[0], *b, depth + 1);
  Want(node.operands[1], *a, depth + 1);
}

void Inverter::WantOther(NodeId id, const Value& other, int depth) {
  switch (other.type) {
    case Type::kBoolean:
      return Want(id, Value::Boolean(other.number == 0), depth);
    case Type::kNumber:
      Want(id, Value::Number(std::isnan(other.number) ? 0 : other.number + 1), depth);
      return Want(id, Value::Number(other.number - 1), depth);
    case Type::kUndefined:
      // A group that may take part.
      return WantTruth(id, true, depth);
    case Type::kString:
      WantText(id, other.text + u"a", depth);
      return WantText(id, other.text.empty() ? u"a" : u"", depth);
    default:
      return;
  }
}

void Inverter::WantInput(SymbolId symbol, const Value& wanted) {
  const Value& now = evaluator_.values()[symbol];
  Value value = now;
  switch (now.type) {
    case Type::kBoolean:
      value.number = AsBoolean(wanted) ? 1 : 0;
      break;
    case Type::kNumber: {
      const std::optional<double> number = AsNumber(wanted);
      if (!number) return;
      value.number = *number;
      if (path_.symbols[symbol].step == Symbol::Step::kLength) {
        // Not a number: no length.
        if (!(*number >= 0 && *number <= kMostElements)) return;
        value.number = std::ceil(*number);
      }
      break;
    }
    case Type::kString: {
      std::optional<std::u16string> text = AsText(wanted);
      if (!text || text->size() > 10000) return;
      value.text = *std::move(text);
      break;
    }
    default:
      return;
  }
  if (!(value == now)) moves_.push_back({symbol, std::move(value)});
}

void Inverter::Want(NodeId id, const Value& value, int depth) {
  if (id == 0 || id >= path_.expressions.size() || depth > kMostInversions || moves_.size() > kMostMoves) return;
  if (++visits_ > kMostVisits) return;
  const Node& node = path_.expressions[id];
  if (node.op == Op::kConstant) return;
  if (node.op == Op::kInput) return WantInput(node.symbol, value);
  const Value* now = evaluator_.Get(id);
  if (now != nullptr && now->type == Type::kBoolean && node.op != Op::kSelect)
    return WantTruth(id, AsBoolean(value), depth + 1);
  if (node.op >= Op::kLength && node.op <= Op::kToUpperCase) return WantText(node, value, depth + 1);
  if (node.op == Op::kSelect) return WantSelected(node, value, depth + 1);
  if (node.op >= Op::kRegexTest) return WantRegex(node, value, depth + 1);
  if (node.op == Op::kToNumber || node.op == Op::kToString) return Want(node.operands[0], value, depth + 1);
  if (node.op == Op::kAdd && now != nullptr && now->type == Type::kString) {
    return WantSum(node, AsText(value).value_or(u""), depth);
  }
  if (node.op == Op::kFromCharCode) {
    const std::u16string text = AsText(value).value_or(u"");
    for (size_t i = 0; i < node.operands.size() && i < text.size(); ++i) {
      Want(node.operands[i], Value::Number(text[i]), depth + 1);
    }
    return;
  }
  if (node.op == Op::kNumberToString) {
    const auto radix = static_cast<int>(Number(node, 1, 10));
    return Want(node.operands[0], Value::Number(ParseIntPrefix(AsText(value).value_or(u""), radix)), depth + 1);
  }
  WantNumber(node, AsNumber(value).value_or(0), depth + 1);
}

void Inverter::WantNumber(const Node& node, double value, int depth) {
  const auto want = [&](size_t i, double number) {
    if (i < node.operands.size()) Want(node.operands[i], Value::Number(number), depth);
  };
  switch (node.op) {
    case Op::kParseInt: {
      const std::optional<std::u16string> text =
          NumberToText(value, static_cast<int>(std::clamp(Number(node, 1, 10), 2.0, 36.0)));
      return text ? WantText(node.operands[0], *text, depth) : void();
    }
    case Op::kParseFloat:
      return WantText(node.operands[0], NumberToText(value), depth);
    case Op::kFloor:
    case Op::kCeil:
    case Op::kRound:
    case Op::kTrunc:
      return want(0, value);
    case Op::kAbs:
      want(0, value);
      return want(0, -value);
    case Op::kSign:
      return want(0, value);
    case Op::kSqrt:
      return want(0, value * value);
    case Op::kMin:
    case Op::kMax:
      for (size_t i = 0; i < node.operands.size(); ++i) want(i, value);
      return;
    case Op::kNeg:
      return want(0, -value);
    case Op::kBitNot:
      return want(0, ~AsInt32(value));
    default:
      return node.op >= Op::kBitAnd && node.op <= Op::kUshr ? WantBits(node, value, depth)
                                                            : WantArithmetic(node, value, depth);
  }
}

void Inverter::WantArithmetic(const Node& node, double value, int depth) {
  if (node.operands.size() != 2) return;
  const double a = Number(node, 0);
  const double b = Number(node, 1);
  const auto left = [&](double number) { Want(node.operands[0], Value::Number(number), depth); };
  const auto right = [&](double number) { Want(node.operands[1], Value::Number(number), depth); };
  switch (node.op) {
    case Op::kAdd:
      if (node.operands[0] == node.operands[1]) return left(value / 2);
      left(value - b);
      return right(value - a);
    case Op::kSub:
      left(value + b);
      return right(a - value);
    case Op::kMul: {
      if (node.operands[0] == node.operands[1]) return left(std::sqrt(value));
      if (b != 0) left(value / b);
      if (a != 0) right(value / a);
      if (b != 0 && !IsInteger(value / b)) left(std::ceil(value / b));
      return;
    }
    case Op::kDiv:
      left(value * b);
      if (value != 0) right(a / value);
      return;
    case Op::kMod:
      // The nearest with the same quotient, then the plain remainder.
      if (b != 0 && std::isfinite(a)) left(std::trunc(a / b) * b + value);
      left(value);
      return right(a - value);
    case Op::kExp:
    case Op::kPow:
      left(std::pow(value, 1 / b));
      left(std::round(std::pow(value, 1 / b)));
      return right(std::round(std::log(value) / std::log(a)));
    default:
      return;
  }
}

void Inverter::WantBits(const Node& node, double value, int depth) {
  if (node.operands.size() != 2) return;
  const auto wanted = static_cast<uint32_t>(AsInt32(value));
  const std::array<uint32_t, 2> now = {static_cast<uint32_t>(AsInt32(Number(node, 0))),
                                       static_cast<uint32_t>(AsInt32(Number(node, 1)))};
  const auto want = [&](size_t i, uint32_t bits) {
    Want(node.operands[i], Value::Number(static_cast<int32_t>(bits)), depth);
  };
  const unsigned shift = now[1] & 31U;
  switch (node.op) {
    case Op::kBitAnd:
      for (size_t i : {0, 1}) {
        want(i, (now[i] & ~now[1 - i]) | wanted);
        want(i, wanted);
      }
      return;
    case Op::kBitOr:
      for (size_t i : {0, 1}) want(i, wanted & ~now[1 - i]);
      return;
    case Op::kBitXor:
      for (size_t i : {0, 1}) want(i, wanted ^ now[1 - i]);
      return;
    case Op::kShl:
      return want(0, wanted >> shift);
    default:
      return want(0, (wanted << shift) | (now[0] & ((1U << shift) - 1)));
  }
}

}  // namespace kingbird::concolic
