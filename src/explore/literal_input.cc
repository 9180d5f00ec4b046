#include "explore/literal_input.h"

#include <string>

#include "base/text.h"

namespace kingbird::explore {
namespace {

using concolic::Input;
using concolic::Type;
using model::Value;

Input Of(Type type, double number = 0) { return {.type = type, .number = number}; }

std::optional<Input> PartsOf(const Value& value, Input input) {
  for (const model::Property& property : value.properties) {
    const std::optional<Input> part = InputOf(property.value);
    if (!part || property.name.starts_with("@@")) return std::nullopt;
    input.properties[property.name] = *part;
  }
  for (size_t i = 0; i < value.items.size(); ++i) {
    const std::optional<Input> part = InputOf(value.items[i]);
    if (!part) return std::nullopt;
    input.properties[std::to_string(i)] = *part;
  }
  return input;
}

}  // namespace

std::optional<Input> InputOf(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kUndefined:
      return Of(Type::kUndefined);
    case Value::Kind::kNull:
      return Of(Type::kNull);
    case Value::Kind::kBoolean:
      return Of(Type::kBoolean, value.number);
    case Value::Kind::kNumber:
      return Of(Type::kNumber, value.number);
    case Value::Kind::kString: {
      Input input = Of(Type::kString);
      input.text = base::Utf16FromWtf8(value.text);
      return input;
    }
    case Value::Kind::kArray:
      if (!value.type.empty() && value.type != "Array") return std::nullopt;
      return PartsOf(value, Of(Type::kArray, static_cast<double>(value.items.size())));
    case Value::Kind::kObject:
      if ((!value.type.empty() && value.type != "Object") || !value.items.empty()) return std::nullopt;
      return PartsOf(value, Of(Type::kObject));
    default:
      return std::nullopt;
  }
}

}  // namespace kingbird::explore
