#include "concolic/expression/coerce.h"

#include <cmath>
#include <limits>

#include "concolic/expression/number_text.h"

namespace kingbird::concolic {

bool IsObject(Type type) { return type == Type::kObject || type == Type::kArray || type == Type::kFunction; }

bool IsNullish(Type type) { return type == Type::kAbsent || type == Type::kUndefined || type == Type::kNull; }

std::optional<Value> AsPrimitive(const Value& value) {
  if (!IsObject(value.type)) return value;
  if (value.type != Type::kObject || value.identity == 0 || value.instance != 0) return std::nullopt;
  return Value::String(u"[object Object]");
}

std::optional<double> AsNumber(const Value& value) {
  switch (value.type) {
    case Type::kAbsent:
    case Type::kUndefined:
      return std::numeric_limits<double>::quiet_NaN();
    case Type::kNull:
      return 0;
    case Type::kBoolean:
    case Type::kNumber:
      return value.number;
    case Type::kString:
      return TextToNumber(value.text);
    default: {
      const std::optional<Value> primitive = AsPrimitive(value);
      return primitive ? AsNumber(*primitive) : std::nullopt;
    }
  }
}

std::optional<std::u16string> AsText(const Value& value) {
  switch (value.type) {
    case Type::kAbsent:
    case Type::kUndefined:
      return u"undefined";
    case Type::kNull:
      return u"null";
    case Type::kBoolean:
      return value.number != 0 ? u"true" : u"false";
    case Type::kNumber:
      return NumberToText(value.number);
    case Type::kString:
      return value.text;
    default: {
      const std::optional<Value> primitive = AsPrimitive(value);
      return primitive ? AsText(*primitive) : std::nullopt;
    }
  }
}

bool AsBoolean(const Value& value) {
  switch (value.type) {
    case Type::kAbsent:
    case Type::kUndefined:
    case Type::kNull:
      return false;
    case Type::kBoolean:
    case Type::kNumber:
      return value.number != 0 && !std::isnan(value.number);
    case Type::kString:
      return !value.text.empty();
    default:
      return true;
  }
}

int32_t AsInt32(double number) {
  if (number >= -2147483648.0 && number <= 2147483647.0) return static_cast<int32_t>(number);
  if (!std::isfinite(number)) return 0;
  const double rest = std::fmod(std::trunc(number), 4294967296.0);
  return static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(rest)));
}

double AsInteger(double number) { return std::isnan(number) ? 0 : std::trunc(number) + 0.0; }

std::optional<bool> StrictlyEqual(const Value& left, const Value& right) {
  const auto kind = [](Type type) { return type == Type::kAbsent ? Type::kUndefined : type; };
  if (kind(left.type) != kind(right.type)) return false;
  if (left.type == Type::kNumber) return left.number == right.number;
  // Two objects that came from no input may be one.
  if (IsObject(left.type) && (left.identity == 0 || right.identity == 0)) return std::nullopt;
  return IsNullish(left.type) || left == right;
}

std::optional<bool> LooselyEqual(const Value& left, const Value& right) {
  if (IsNullish(left.type) || IsNullish(right.type)) return IsNullish(left.type) && IsNullish(right.type);
  if (left.type == right.type || (IsObject(left.type) && IsObject(right.type))) return StrictlyEqual(left, right);
  if (IsObject(left.type) || IsObject(right.type)) {
    const std::optional<Value> a = AsPrimitive(left);
    const std::optional<Value> b = AsPrimitive(right);
    return a && b ? LooselyEqual(*a, *b) : std::nullopt;
  }
  // Booleans, numbers and strings of different types meet as numbers.
  return *AsNumber(left) == *AsNumber(right);
}

}  // namespace kingbird::concolic
