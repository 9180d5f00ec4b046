#include "model/value.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>

#include "base/text.h"
#include "wire_kinds.h"

namespace kingbird::model {
namespace {

constexpr std::array<std::string_view, KINGBIRD_VALUES_COUNT> kKindNames = {KINGBIRD_VALUES_TEXTS};

enum class Nature { kPrimitive, kObject, kMark };

Nature NatureOf(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::kUndefined:
    case Value::Kind::kNull:
    case Value::Kind::kBoolean:
    case Value::Kind::kNumber:
    case Value::Kind::kBigInt:
    case Value::Kind::kString:
    case Value::Kind::kSymbol:
      return Nature::kPrimitive;
    case Value::Kind::kFunction:
    case Value::Kind::kArray:
    case Value::Kind::kObject:
    case Value::Kind::kMap:
    case Value::Kind::kSet:
    case Value::Kind::kDate:
    case Value::Kind::kRegExp:
    case Value::Kind::kError:
    case Value::Kind::kBytes:
    case Value::Kind::kPromise:
    case Value::Kind::kProxy:
      return Nature::kObject;
    case Value::Kind::kThrows:
    case Value::Kind::kReference:
    case Value::Kind::kHole:
    case Value::Kind::kCut:
      return Nature::kMark;
  }
  return Nature::kMark;
}

bool SameNumber(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

base::Json NumberToJson(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  if (number == 0 && std::signbit(number)) return "-0";
  if (number == std::floor(number) && std::fabs(number) < 9e15) return static_cast<int64_t>(number);
  return number;
}

double NumberFromJson(const base::Json& json) {
  if (json.is_number()) return json.get<double>();
  const std::string text = json.is_string() ? json.get<std::string>() : "NaN";
  if (text == "Infinity") return INFINITY;
  if (text == "-Infinity") return -INFINITY;
  if (text == "-0") return -0.0;
  return NAN;
}

base::Json TextToJson(const std::string& text) {
  if (base::IsUtf8(text)) return text;
  base::Json units = base::Json::array();
  for (char16_t unit : base::Utf16FromWtf8(text)) units.push_back(static_cast<unsigned>(unit));
  return units;
}

std::string TextFromJson(const base::Json& json) {
  if (json.is_string()) return json.get<std::string>();
  std::u16string units;
  for (const auto& unit : json) units.push_back(static_cast<char16_t>(unit.get<unsigned>()));
  return base::Wtf8FromUtf16(units);
}

Value Of(Value::Kind kind) {
  Value value;
  value.kind = kind;
  return value;
}

}  // namespace

Value Value::Undefined() { return {}; }

Value Value::Null() { return Of(Kind::kNull); }

Value Value::Boolean(bool value) {
  Value result = Of(Kind::kBoolean);
  result.number = value ? 1 : 0;
  return result;
}

Value Value::Number(double value) {
  Value result = Of(Kind::kNumber);
  result.number = value;
  return result;
}

Value Value::BigInt(std::string digits) {
  Value result = Of(Kind::kBigInt);
  result.text = std::move(digits);
  return result;
}

Value Value::String(std::string text) {
  Value result = Of(Kind::kString);
  result.text = std::move(text);
  return result;
}

Value Value::Array(std::vector<Value> items) {
  Value result = Of(Kind::kArray);
  result.type = "Array";
  result.items = std::move(items);
  return result;
}

Value Value::Object(std::vector<Property> properties) {
  Value result = Of(Kind::kObject);
  result.type = "Object";
  result.properties = std::move(properties);
  return result;
}

bool Value::operator==(const Value& other) const {
  return kind == other.kind && SameNumber(number, other.number) && text == other.text && type == other.type &&
         items == other.items && properties == other.properties;
}

const Value* Value::Find(std::string_view name) const {
  for (const Property& property : properties) {
    if (property.name == name) return &property.value;
  }
  return nullptr;
}

bool IsNothing(Value::Kind kind) { return kind == Value::Kind::kUndefined || kind == Value::Kind::kNull; }

bool IsPrimitive(Value::Kind kind) { return NatureOf(kind) == Nature::kPrimitive; }

bool IsObject(Value::Kind kind) { return NatureOf(kind) == Nature::kObject; }

bool IsTestsOwn(const Value& value) { return value.kind == Value::Kind::kFunction && value.type == "own"; }

std::string OwnerName(const Value& value) {
  if (IsTestsOwn(value)) return "Function";
  if (!value.type.empty() || IsPrimitive(value.kind)) return value.type;
  return value.kind == Value::Kind::kFunction ? "Function" : "Object";
}

std::string_view KindName(Value::Kind kind) { return kKindNames[static_cast<size_t>(kind)]; }

base::Json ToJson(const Value& value) {
  base::Json json;
  json["k"] = KindName(value.kind);
  if (!SameNumber(value.number, 0)) json["n"] = NumberToJson(value.number);
  if (!value.text.empty()) {
    json["t"] = value.kind == Value::Kind::kBytes ? base::Json(base::Base64Encode(value.text)) : TextToJson(value.text);
  }
  if (!value.type.empty()) json["c"] = TextToJson(value.type);
  for (const Value& item : value.items) json["i"].push_back(ToJson(item));
  for (const Property& property : value.properties) {
    json["p"].push_back(base::Json::array({TextToJson(property.name), ToJson(property.value)}));
  }
  if (value.id != 0) json["id"] = value.id;
  if (!value.methods.empty()) json["m"] = value.methods;
  return json;
}

base::Result<Value> ValueFromJson(const base::Json& json) {
  if (!json.is_object() || !json.contains("k")) return base::UsageError("a value must be an object with a kind");
  const std::string name = json["k"].is_string() ? json["k"].get<std::string>() : "";
  Value value;
  bool known = false;
  for (size_t i = 0; i < kKindNames.size(); ++i) {
    if (kKindNames[i] != name) continue;
    value.kind = static_cast<Value::Kind>(i);
    known = true;
  }
  if (!known) return base::UsageError(fmt::format("'{}' is no kind of value", name));
  if (json.contains("n")) value.number = NumberFromJson(json["n"]);
  if (json.contains("t")) {
    value.text = TextFromJson(json["t"]);
    if (value.kind == Value::Kind::kBytes) value.text = base::Base64Decode(value.text);
  }
  if (json.contains("c")) value.type = TextFromJson(json["c"]);
  if (json.contains("i")) {
    for (const auto& item : json["i"]) {
      ASSIGN_OR_RETURN(Value element, ValueFromJson(item));
      value.items.push_back(std::move(element));
    }
  }
  if (json.contains("p")) {
    for (const auto& entry : json["p"]) {
      if (!entry.is_array() || entry.size() != 2) return base::UsageError("a property must be [name, value]");
      ASSIGN_OR_RETURN(Value member, ValueFromJson(entry[1]));
      value.properties.push_back({TextFromJson(entry[0]), std::move(member)});
    }
  }
  if (json.contains("id")) value.id = json["id"].get<uint32_t>();
  if (json.contains("m")) value.methods = json["m"].get<std::vector<std::string>>();
  return value;
}

}  // namespace kingbird::model
