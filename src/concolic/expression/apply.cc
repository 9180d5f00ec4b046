#include "concolic/expression/apply.h"

#include <cmath>

#include "concolic/expression/coerce.h"

namespace kingbird::concolic {
namespace {

std::optional<Value> Add(const Value& left, const Value& right) {
  const std::optional<Value> a = AsPrimitive(left);
  const std::optional<Value> b = AsPrimitive(right);
  if (!a || !b) return std::nullopt;
  if (a->type != Type::kString && b->type != Type::kString) return Value::Number(*AsNumber(*a) + *AsNumber(*b));
  std::u16string text = *AsText(*a) + *AsText(*b);
  if (text.size() > kMostUnits) return std::nullopt;
  return Value::String(std::move(text));
}

/// Engines round powers each in its own way: known are results that need no rounding, and those that are not finite.
std::optional<double> Power(double base, double exponent) {
  // Where C and JavaScript differ.
  if (std::isnan(exponent) || (std::fabs(base) == 1 && std::isinf(exponent))) return std::nan("");
  const double power = std::pow(base, exponent);
  if (!std::isfinite(power) || power == 0 || exponent == 0 || base == 1) return power;
  if (exponent < 0 || exponent > 1024 || exponent != std::trunc(exponent)) return std::nullopt;
  double product = 1;
  for (double i = 0; i < exponent; ++i) {
    const double next = product * base;
    if (std::fma(product, base, -next) != 0) return std::nullopt;
    product = next;
  }
  return product;
}

double Arithmetic(Op op, double a, double b) {
  const auto bits = [](double number) { return static_cast<uint32_t>(AsInt32(number)); };
  switch (op) {
    case Op::kSub:
      return a - b;
    case Op::kMul:
      return a * b;
    case Op::kDiv:
      return a / b;
    case Op::kMod:
      return std::fmod(a, b);
    case Op::kBitAnd:
      return static_cast<int32_t>(bits(a) & bits(b));
    case Op::kBitOr:
      return static_cast<int32_t>(bits(a) | bits(b));
    case Op::kBitXor:
      return static_cast<int32_t>(bits(a) ^ bits(b));
    case Op::kShl:
      return static_cast<int32_t>(bits(a) << (bits(b) & 31U));
    case Op::kShr:
      return AsInt32(a) >> (bits(b) & 31U);
    default:
      return bits(a) >> (bits(b) & 31U);
  }
}

bool IsArithmetic(Op op) { return op >= Op::kSub && op <= Op::kUshr; }

/// a < b; NaN makes it false, and `a >= b` is not its negation.
std::optional<bool> Ordered(Op op, const Value& left, const Value& right) {
  const std::optional<Value> a = AsPrimitive(left);
  const std::optional<Value> b = AsPrimitive(right);
  if (!a || !b) return std::nullopt;
  const auto decide = [op](const auto& x, const auto& y) {
    return op == Op::kLt ? x < y : op == Op::kLe ? x <= y : op == Op::kGt ? x > y : x >= y;
  };
  if (a->type == Type::kString && b->type == Type::kString) return decide(a->text, b->text);
  return decide(*AsNumber(*a), *AsNumber(*b));
}

std::optional<bool> InstanceOf(const Value& value, const Value& tag) {
  if (!IsObject(value.type)) return false;
  if (value.type != Type::kObject || value.identity == 0) return std::nullopt;
  if (value.instance == 0) return false;
  // An instance of something else may inherit from it.
  if (value.instance != static_cast<uint32_t>(tag.number)) return std::nullopt;
  return true;
}

std::optional<Value> Truth(std::optional<bool> truth) {
  if (!truth) return std::nullopt;
  return Value::Boolean(*truth);
}

std::optional<bool> Negated(std::optional<bool> truth) {
  if (!truth) return std::nullopt;
  return !*truth;
}

std::optional<Value> ApplyBinary(Op op, const Value& left, const Value& right) {
  if (IsArithmetic(op)) {
    const std::optional<double> a = AsNumber(left);
    const std::optional<double> b = AsNumber(right);
    if (!a || !b) return std::nullopt;
    if (op != Op::kExp) return Value::Number(Arithmetic(op, *a, *b));
    const std::optional<double> power = Power(*a, *b);
    return power ? std::optional(Value::Number(*power)) : std::nullopt;
  }
  switch (op) {
    case Op::kAdd:
      return Add(left, right);
    case Op::kEq:
      return Truth(LooselyEqual(left, right));
    case Op::kNe:
      return Truth(Negated(LooselyEqual(left, right)));
    case Op::kSeq:
      return Truth(StrictlyEqual(left, right));
    case Op::kSne:
      return Truth(Negated(StrictlyEqual(left, right)));
    case Op::kInstanceOf:
      return Truth(InstanceOf(left, right));
    default:
      return Truth(Ordered(op, left, right));
  }
}

std::optional<Value> ApplyUnary(Op op, const Value& value) {
  switch (op) {
    case Op::kNot:
      return Value::Boolean(!AsBoolean(value));
    case Op::kToBoolean:
      return Value::Boolean(AsBoolean(value));
    case Op::kIsArray:
      return Value::Boolean(value.type == Type::kArray);
    case Op::kTypeof: {
      const std::string_view name = TypeofName(value.type);
      return Value::String({name.begin(), name.end()});
    }
    case Op::kToString: {
      std::optional<std::u16string> text = AsText(value);
      if (!text) return std::nullopt;
      return Value::String(*std::move(text));
    }
    default: {
      const std::optional<double> number = AsNumber(value);
      if (!number) return std::nullopt;
      if (op == Op::kNeg) return Value::Number(-*number);
      return Value::Number(op == Op::kBitNot ? ~AsInt32(*number) : *number);
    }
  }
}

std::optional<Value> ApplyWithin(const Value& index, const Value& length) {
  if (index.type != Type::kNumber || length.type != Type::kNumber) return std::nullopt;
  const double number = index.number;
  return Value::Boolean(number >= 0 && number < length.number && number == std::trunc(number));
}

}  // namespace

std::optional<Value> Apply(Op op, Operands operands) {
  if ((op >= Op::kAdd && op <= Op::kSne) || op == Op::kInstanceOf) {
    return operands.size() == 2 ? ApplyBinary(op, *operands[0], *operands[1]) : std::nullopt;
  }
  if ((op >= Op::kNeg && op <= Op::kToBoolean) || op == Op::kIsArray) {
    return operands.size() == 1 ? ApplyUnary(op, *operands[0]) : std::nullopt;
  }
  if (op >= Op::kList) return op == Op::kWithin ? ApplyWithin(*operands[0], *operands[1]) : std::nullopt;
  if (op >= Op::kLength && op <= Op::kToUpperCase) return ApplyText(op, operands);
  if (op >= Op::kRegexTest && op <= Op::kRegexSplitPart) return ApplyRegex(op, operands);
  return op >= Op::kSplitCount ? ApplyConversion(op, operands) : ApplyMath(op, operands);
}

}  // namespace kingbird::concolic
