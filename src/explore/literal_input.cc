#include "explore/literal_input.h"

#include <string>

#include "base/text.h"
#include "explore/test_of_input.h"

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

std::optional<Value> ArrayOf(const Input& input) {
  if (!(input.number >= 0 && input.number <= kLongestArray)) return std::nullopt;
  std::vector<Value> items(static_cast<size_t>(input.number), Value::Undefined());
  for (const auto& [name, part] : input.properties) {
    const std::optional<Value> literal = LiteralOf(part);
    const bool index = !name.empty() && name.size() < 5 && name.find_first_not_of("0123456789") == std::string::npos;
    if (!literal || !index || std::stoul(name) >= items.size()) return std::nullopt;
    items[std::stoul(name)] = *literal;
  }
  return Value::Array(std::move(items));
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

std::optional<Value> LiteralOf(const Input& input) {
  switch (input.type) {
    case Type::kAbsent:
    case Type::kUndefined:
      return Value::Undefined();
    case Type::kNull:
      return Value::Null();
    case Type::kBoolean:
      return Value::Boolean(input.number != 0);
    case Type::kNumber:
      return Value::Number(input.number);
    case Type::kString:
      return Value::String(base::Wtf8FromUtf16(input.text));
    case Type::kArray:
      return ArrayOf(input);
    case Type::kObject: {
      if (input.instance != 0) return std::nullopt;
      std::vector<model::Property> properties;
      for (const auto& [name, part] : input.properties) {
        if (part.type == Type::kAbsent) continue;
        const std::optional<Value> literal = LiteralOf(part);
        if (!literal) return std::nullopt;
        properties.push_back({name, *literal});
      }
      return Value::Object(std::move(properties));
    }
    case Type::kFunction:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace kingbird::explore
