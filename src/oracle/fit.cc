#include "oracle/fit.h"

#include <algorithm>
#include <cmath>

#include "model/declared.h"

namespace kingbird::oracle {
namespace {

using model::Type;
using model::Value;

constexpr double kModestNumber = 10000;

bool IsOrdinary(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kThrows:
    case Value::Kind::kProxy:
    case Value::Kind::kReference:
    case Value::Kind::kCut:
    case Value::Kind::kHole:
      return false;
    case Value::Kind::kNumber:
    case Value::Kind::kDate:
      return std::isfinite(value.number);
    default:
      break;
  }
  return std::all_of(value.items.begin(), value.items.end(), IsOrdinary) &&
         std::all_of(value.properties.begin(), value.properties.end(),
                     [](const model::Property& property) { return IsOrdinary(property.value); });
}

bool IsOneOf(const Value& value, const Type& type) {
  return !type.exact || std::find(type.constants.begin(), type.constants.end(), value) != type.constants.end();
}

// Every item from `index` on, in steps, fits that part of the type. Of what nobody said none fits.
bool ItemsFit(const Value& value, const Type& type, size_t index = 0, size_t step = 1) {
  if (index >= type.parts.size()) return value.items.empty();
  for (size_t i = index; i < value.items.size(); i += step) {
    if (!Fits(value.items[i], type.parts[index])) return false;
  }
  return true;
}

bool ObjectFits(const Value& value, const Type& type) {
  if (value.kind != Value::Kind::kObject || (value.type != "Object" && !value.type.empty())) return false;
  if (type.fields.empty() && type.parts.empty()) return true;
  // One that is not known may be needed.
  if (type.name == model::kMoreMembers || type.name == model::kMadeByTarget) return false;
  for (const model::TypeField& field : type.fields) {
    const Value* found = value.Find(field.name);
    const bool absent = found == nullptr || found->kind == Value::Kind::kUndefined;
    if (absent ? !field.optional : !Fits(*found, field.type)) return false;
  }
  return std::all_of(value.properties.begin(), value.properties.end(), [&](const model::Property& property) {
    const bool named = std::any_of(type.fields.begin(), type.fields.end(),
                                   [&](const model::TypeField& field) { return field.name == property.name; });
    return named || (!type.parts.empty() && Fits(property.value, type.parts[0]));
  });
}

bool KindFits(const Value& value, const Type& type) {
  switch (type.kind) {
    case Type::Kind::kAny:
      return type.name == "any";
    case Type::Kind::kUndefined:
      return value.kind == Value::Kind::kUndefined;
    case Type::Kind::kNull:
      return value.kind == Value::Kind::kNull;
    case Type::Kind::kBoolean:
      return value.kind == Value::Kind::kBoolean && IsOneOf(value, type);
    case Type::Kind::kNumber:
      return value.kind == Value::Kind::kNumber && IsOneOf(value, type);
    case Type::Kind::kBigInt:
      return value.kind == Value::Kind::kBigInt;
    case Type::Kind::kString:
      return value.kind == Value::Kind::kString && IsOneOf(value, type);
    case Type::Kind::kSymbol:
      return value.kind == Value::Kind::kSymbol;
    case Type::Kind::kArray:
    case Type::Kind::kIterable:
      return value.kind == Value::Kind::kArray && type.name != model::kMoreMembers && ItemsFit(value, type);
    case Type::Kind::kFunction:
      return value.kind == Value::Kind::kFunction;
    case Type::Kind::kObject:
      return ObjectFits(value, type);
    case Type::Kind::kClass:
      return value.kind == Value::Kind::kObject && value.type == type.name;
    case Type::Kind::kMap:
      return value.kind == Value::Kind::kMap && ItemsFit(value, type, 0, 2) && ItemsFit(value, type, 1, 2);
    case Type::Kind::kSet:
      return value.kind == Value::Kind::kSet && ItemsFit(value, type);
    case Type::Kind::kDate:
      return value.kind == Value::Kind::kDate;
    case Type::Kind::kRegExp:
      return value.kind == Value::Kind::kRegExp;
    case Type::Kind::kBuffer:
      return value.kind == Value::Kind::kBytes;
    case Type::Kind::kError:
      return value.kind == Value::Kind::kError;
    case Type::Kind::kPromise:
      return value.kind == Value::Kind::kPromise;
    case Type::Kind::kUnion:
      return std::any_of(type.parts.begin(), type.parts.end(), [&](const Type& part) { return KindFits(value, part); });
  }
  return false;
}

const Type* FunctionIn(const Type& type) {
  if (type.kind == Type::Kind::kFunction) return &type;
  if (!type.IsUnion()) return nullptr;
  for (const Type& part : type.parts) {
    if (const Type* found = FunctionIn(part)) return found;
  }
  return nullptr;
}

// What the callback returns fits what the type expects of it.
bool ReturnFits(const model::Callback& callback, const Type& type) {
  const Type* function = FunctionIn(type);
  if (function == nullptr || !callback.source.empty() || callback.throws) return false;
  Value result;
  if (callback.result) {
    if (callback.result->kind != model::Argument::Kind::kLiteral) return false;
    result = callback.result->literal;
  }
  if (function->parts.empty()) return result.kind == Value::Kind::kUndefined;
  return Fits(result, function->parts[0]);
}

const model::ParameterType* ParameterAt(const std::vector<model::ParameterType>& parameters, size_t i) {
  if (i < parameters.size()) return &parameters[i];
  return !parameters.empty() && parameters.back().rest ? &parameters.back() : nullptr;
}

// The type of one argument; a rest parameter is declared as an array of them.
Type OneOf(const model::ParameterType& parameter) {
  const bool array = parameter.rest && parameter.type.kind == Type::Kind::kArray;
  return array && !parameter.type.parts.empty() ? parameter.type.parts[0] : parameter.type;
}

}  // namespace

bool Fits(const Value& value, const Type& type) { return IsOrdinary(value) && KindFits(value, type); }

bool ArgumentsFit(std::span<const Value> arguments, const std::vector<model::ParameterType>& parameters) {
  for (size_t i = 0; i < std::max(arguments.size(), parameters.size()); ++i) {
    const model::ParameterType* parameter = ParameterAt(parameters, i);
    if (parameter == nullptr) return false;
    const bool absent = i >= arguments.size() || arguments[i].kind == Value::Kind::kUndefined;
    if (absent && (parameter->optional || parameter->rest)) continue;
    if (!Fits(i < arguments.size() ? arguments[i] : Value(), OneOf(*parameter))) return false;
  }
  return true;
}

bool CallbacksFit(const model::Call& call, const std::vector<model::ParameterType>& parameters) {
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const model::Argument& argument = call.arguments[i];
    const model::ParameterType* parameter = ParameterAt(parameters, i);
    // One inside an object or an array has no type that says what it returns.
    const bool inside = std::any_of(argument.items.begin(), argument.items.end(),
                                    [](const model::Argument& item) { return item.callback != nullptr; });
    if (inside) return false;
    if (argument.callback && (parameter == nullptr || !ReturnFits(*argument.callback, OneOf(*parameter)))) return false;
  }
  return true;
}

bool IsModest(const Value& value) {
  if (value.kind == Value::Kind::kNumber && !(std::abs(value.number) <= kModestNumber)) return false;
  if (value.kind == Value::Kind::kBigInt && value.text.size() > 5) return false;
  if (value.text.size() > static_cast<size_t>(kModestNumber)) return false;
  return std::all_of(value.items.begin(), value.items.end(), IsModest) &&
         std::all_of(value.properties.begin(), value.properties.end(),
                     [](const model::Property& property) { return IsModest(property.value); });
}

}  // namespace kingbird::oracle
