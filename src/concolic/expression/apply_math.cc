// Math, Number and the global functions that parse and print numbers.
#include <algorithm>
#include <cmath>
#include <limits>

#include "concolic/expression/apply.h"
#include "concolic/expression/coerce.h"
#include "concolic/expression/number_text.h"

namespace kingbird::concolic {
namespace {

double Round(double number) {
  const double floor = std::floor(number);
  const double rounded = number - floor >= 0.5 ? floor + 1 : floor;
  return rounded == 0 ? std::copysign(0.0, number) : rounded;
}

double Sign(double number) { return number > 0 ? 1 : number < 0 ? -1 : number; }

/// Of two; -0 is less than 0, NaN wins.
double Extreme(Op op, double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  if (a == b) return std::signbit(a) == (op == Op::kMin) ? a : b;
  return (op == Op::kMin) == (a < b) ? a : b;
}

double Function(Op op, double number) {
  switch (op) {
    case Op::kFloor:
      return std::floor(number);
    case Op::kCeil:
      return std::ceil(number);
    case Op::kRound:
      return Round(number);
    case Op::kTrunc:
      return std::trunc(number);
    case Op::kAbs:
      return std::fabs(number);
    case Op::kSign:
      return Sign(number);
    default:
      return std::sqrt(number);
  }
}

std::optional<Value> Test(Op op, const Value& value) {
  if (op == Op::kIsInteger) {
    return Value::Boolean(value.type == Type::kNumber && std::isfinite(value.number) &&
                          std::trunc(value.number) == value.number);
  }
  const std::optional<double> number = AsNumber(value);
  if (!number) return std::nullopt;
  return Value::Boolean(op == Op::kIsNaN ? std::isnan(*number) : std::isfinite(*number));
}

std::optional<Value> Print(Operands operands) {
  if (operands[0]->type != Type::kNumber) return std::nullopt;
  double radix = 10;
  if (operands.size() > 1 && operands[1]->type != Type::kUndefined && operands[1]->type != Type::kAbsent) {
    const std::optional<double> number = AsNumber(*operands[1]);
    if (!number) return std::nullopt;
    radix = AsInteger(*number);
  }
  // The engine throws a RangeError.
  if (!(radix >= 2 && radix <= 36)) return std::nullopt;
  std::optional<std::u16string> text = NumberToText(operands[0]->number, static_cast<int>(radix));
  if (!text) return std::nullopt;
  return Value::String(*std::move(text));
}

std::optional<Value> Parse(Op op, Operands operands) {
  const std::optional<std::u16string> text = AsText(*operands[0]);
  if (!text) return std::nullopt;
  if (op == Op::kParseFloat) return Value::Number(ParseFloatPrefix(*text));
  const std::optional<double> radix = operands.size() > 1 ? AsNumber(*operands[1]) : 0;
  if (!radix) return std::nullopt;
  return Value::Number(ParseIntPrefix(*text, AsInt32(*radix)));
}

std::optional<Value> Characters(const std::vector<double>& codes) {
  std::u16string text;
  for (double code : codes) text.push_back(static_cast<char16_t>(static_cast<uint32_t>(AsInt32(code)) & 0xFFFFU));
  return Value::String(std::move(text));
}

std::optional<Value> OfNumbers(Op op, const std::vector<double>& numbers) {
  if (op == Op::kFromCharCode) return Characters(numbers);
  if (op == Op::kMin || op == Op::kMax) {
    double result = std::numeric_limits<double>::infinity() * (op == Op::kMin ? 1 : -1);
    for (double number : numbers) result = Extreme(op, result, number);
    return Value::Number(result);
  }
  if (numbers.empty()) return std::nullopt;
  return Value::Number(Function(op, numbers[0]));
}

}  // namespace

std::optional<Value> ApplyMath(Op op, Operands operands) {
  switch (op) {
    case Op::kInput:
    case Op::kConstant:
    case Op::kPresent:
      return std::nullopt;
    case Op::kPow:
      return operands.size() == 2 ? Apply(Op::kExp, operands) : std::nullopt;
    case Op::kMin:
    case Op::kMax:
    case Op::kFromCharCode:
      break;
    default:
      if (operands.empty()) return std::nullopt;
  }
  if (op == Op::kNumberToString) return Print(operands);
  if (op == Op::kParseInt || op == Op::kParseFloat) return Parse(op, operands);
  if (op >= Op::kIsNaN && op <= Op::kIsInteger) return Test(op, *operands[0]);
  std::vector<double> numbers;
  for (const Value* operand : operands) {
    const std::optional<double> number = AsNumber(*operand);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return OfNumbers(op, numbers);
}

}  // namespace kingbird::concolic
