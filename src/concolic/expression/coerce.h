// The language's conversions of values. Nothing where the answer depends on code or on parts of an object that a Value
// does not hold. Stateless.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "concolic/expression/expression.h"

namespace kingbird::concolic {

bool IsObject(Type type);   ///< kObject, kArray, kFunction.
bool IsNullish(Type type);  ///< kAbsent, kUndefined, kNull.

/// ToPrimitive: plain objects made from inputs are "[object Object]"; other objects are unknown.
std::optional<Value> AsPrimitive(const Value& value);
std::optional<double> AsNumber(const Value& value);
std::optional<std::u16string> AsText(const Value& value);
bool AsBoolean(const Value& value);

int32_t AsInt32(double number);
/// ToIntegerOrInfinity: NaN is 0, -0 is 0.
double AsInteger(double number);

/// ===, == and SameValue; objects by identity, those without one are unknown.
std::optional<bool> StrictlyEqual(const Value& left, const Value& right);
std::optional<bool> LooselyEqual(const Value& left, const Value& right);

}  // namespace kingbird::concolic
