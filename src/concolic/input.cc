#include "concolic/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "concolic/expression/expression.h"
#include "concolic/path.h"
#include "emit/js_text.h"

namespace kingbird::concolic {
namespace {

using base::Json;

constexpr double kWhole = 9007199254740992.0;  // Whole numbers below it are written without an exponent.
constexpr double kMostWrittenOut = 1000;       // Longer arrays are `new Array(n)` with the elements that are there.

bool HoldsNumber(Type type) { return type == Type::kNumber || type == Type::kBoolean || type == Type::kArray; }

Json NumberJson(double number) {
  if (!std::isfinite(number) || (number == 0 && std::signbit(number))) return emit::NumberText(number);
  return number;
}

Json TextJson(const std::u16string& text) {
  std::string bytes = base::Wtf8FromUtf16(text);
  if (base::IsUtf8(bytes)) return bytes;
  Json units = Json::array();
  for (char16_t unit : text) units.push_back(static_cast<unsigned>(unit));
  return units;
}

base::Error Malformed(std::string_view what) {
  return base::UsageError(fmt::format("an input's {} is malformed", what), "see docs/protocol.md");
}

base::Result<double> NumberFromJson(const Json& json) {
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) {
    const auto& text = json.get_ref<const std::string&>();
    for (double number : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                          -std::numeric_limits<double>::infinity(), -0.0}) {
      if (emit::NumberText(number) == text) return number;
    }
  }
  return Malformed("number");
}

base::Result<std::u16string> TextFromJson(const Json& json) {
  if (json.is_string()) return base::Utf16FromWtf8(json.get_ref<const std::string&>());
  if (!json.is_array()) return Malformed("text");
  std::u16string text;
  for (const Json& unit : json) {
    if (!unit.is_number_unsigned() || unit.get<uint64_t>() > 0xFFFF) return Malformed("text");
    text.push_back(static_cast<char16_t>(unit.get<uint64_t>()));
  }
  return text;
}

base::Result<Input> InputFromJson(const Json& json);

base::Status ReadProperties(const Json& json, std::map<std::string, Input>& into, std::string_view what) {
  if (!json.is_object()) return Malformed(what);
  for (const auto& [name, value] : json.items()) {
    ASSIGN_OR_RETURN(Input input, InputFromJson(value));
    into.emplace(name, std::move(input));
  }
  return {};
}

base::Status ReadList(const Json& json, std::vector<Input>& into, std::string_view what) {
  if (!json.is_array()) return Malformed(what);
  for (const Json& value : json) {
    ASSIGN_OR_RETURN(Input input, InputFromJson(value));
    into.push_back(std::move(input));
  }
  return {};
}

base::Result<Input> InputFromJson(const Json& json) {
  if (!json.is_object() || !json.contains("t") || !json["t"].is_string()) return Malformed("type");
  const std::optional<Type> type = TypeFromName(json["t"].get_ref<const std::string&>());
  if (!type) return Malformed("type");
  Input input;
  input.type = *type;
  if (json.contains("v")) {
    ASSIGN_OR_RETURN(input.number, NumberFromJson(json["v"]));
  }
  if (json.contains("s")) {
    ASSIGN_OR_RETURN(input.text, TextFromJson(json["s"]));
  }
  if (json.contains("c")) {
    if (!json["c"].is_number_unsigned()) return Malformed("constructor");
    input.instance = json["c"].get<uint32_t>();
  }
  if (json.contains("p")) TRY(ReadProperties(json["p"], input.properties, "properties"));
  if (json.contains("x")) {
    if (!json["x"].is_number_unsigned()) return Malformed("throwing call");
    input.throws = json["x"].get<uint32_t>();
  }
  if (json.contains("r")) TRY(ReadList(json["r"], input.results, "results"));
  return input;
}

std::string PropertiesSource(const std::map<std::string, Input>& properties) {
  std::string text;
  for (const auto& [name, input] : properties) {
    if (input.type == Type::kAbsent || IsHandedOn(name)) continue;
    const std::string key = IsSymbolName(name) ? fmt::format("[{}]", name) : emit::KeyText(name);
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", key, ToSource(input));
  }
  return "{" + text + "}";
}

std::string WithProperties(std::string text, const std::map<std::string, Input>& properties) {
  const std::string members = PropertiesSource(properties);
  return members == "{}" ? text : fmt::format("Object.assign({}, {})", text, members);
}

std::string ArraySource(const Input& input) {
  std::map<std::string, Input> rest = input.properties;
  if (!(input.number <= kMostWrittenOut))
    return WithProperties(fmt::format("new Array({})", emit::NumberText(input.number)), rest);
  std::string text;
  const auto length = static_cast<size_t>(std::max(input.number, 0.0));
  for (size_t i = 0; i < length; ++i) {
    if (i > 0) text += ", ";
    const auto found = rest.find(std::to_string(i));
    const bool hole = found == rest.end() || found->second.type == Type::kAbsent;
    // A hole at the end needs a comma of its own.
    text += hole ? (i + 1 == length ? "," : "") : ToSource(found->second);
    if (found != rest.end()) rest.erase(found);
  }
  return WithProperties("[" + text + "]", rest);
}

/// What the function calls functions with that it is passed; "" where it calls none.
std::string HandedOn(const Input& input) {
  std::string text;
  for (int i = 0;; ++i) {
    const auto found = input.properties.find(fmt::format("({})", i));
    if (found == input.properties.end()) return text;
    text += (i == 0 ? "" : ", ") + ToSource(found->second);
  }
}

std::string FunctionSource(const Input& input) {
  if (const std::string handed = HandedOn(input); !handed.empty()) {
    std::string results;
    for (const Input& result : input.results) results += (results.empty() ? "" : ", ") + ToSource(result);
    constexpr std::string_view kCalling =
        "((results, calls) => function (...given) {{ calls++; if (calls === 1) for (const each of given) "
        "if (typeof each === 'function') each({}); {}return results.shift(); }})([{}], 0)";
    const std::string throwing =
        input.throws == 0 ? "" : fmt::format("if (calls === {}) throw new Error(); ", input.throws);
    return WithProperties(fmt::format(kCalling, handed, throwing, results), input.properties);
  }
  if (input.throws == 1) return WithProperties("function () { throw new Error(); }", input.properties);
  if (input.results.empty() && input.throws == 0) return WithProperties("function () {}", input.properties);
  std::string results;
  for (const Input& result : input.results) results += (results.empty() ? "" : ", ") + ToSource(result);
  if (input.throws == 0)
    return WithProperties(fmt::format("(results => function () {{ return results.shift(); }})([{}])", results),
                          input.properties);
  constexpr std::string_view kThrowing =
      "((results, calls) => function () {{ if (++calls === {}) throw new Error(); return results.shift(); }})([{}], 0)";
  return WithProperties(fmt::format(kThrowing, input.throws, results), input.properties);
}

Input InputOfJson(const Json& json) {
  Input input;
  switch (json.type()) {
    case Json::value_t::object:
      input.type = Type::kObject;
      for (const auto& [name, value] : json.items()) input.properties[name] = InputOfJson(value);
      return input;
    case Json::value_t::array:
      input.type = Type::kArray;
      for (const Json& value : json) input.properties[std::to_string(input.properties.size())] = InputOfJson(value);
      input.number = static_cast<double>(json.size());
      return input;
    case Json::value_t::string:
      input.type = Type::kString;
      input.text = base::Utf16FromWtf8(json.get_ref<const std::string&>());
      return input;
    case Json::value_t::boolean:
      input.type = Type::kBoolean;
      input.number = json.get<bool>() ? 1 : 0;
      return input;
    case Json::value_t::null:
      input.type = Type::kNull;
      return input;
    default:
      input.type = Type::kNumber;
      input.number = json.get<double>();
      return input;
  }
}

/// As JSON.stringify would say it; what JSON does not know is null.
Json JsonOf(const Input& input) {
  Json json;
  switch (input.type) {
    case Type::kObject:
      json = Json::object();
      for (const auto& [name, property] : input.properties) {
        if (property.type > Type::kUndefined && property.type != Type::kFunction) json[name] = JsonOf(property);
      }
      return json;
    case Type::kArray:
      json = Json::array();
      for (double i = 0; i < std::min(input.number, kMostWrittenOut); ++i) {
        const auto found = input.properties.find(std::to_string(static_cast<int>(i)));
        json.push_back(found == input.properties.end() ? Json() : JsonOf(found->second));
      }
      return json;
    case Type::kString: {
      const std::string text = base::Wtf8FromUtf16(input.text);
      return base::IsUtf8(text) ? Json(text) : Json("");
    }
    case Type::kBoolean:
      return input.number != 0;
    case Type::kNumber:
      if (!std::isfinite(input.number)) return json;
      if (input.number == std::trunc(input.number) && std::abs(input.number) < kWhole)
        return static_cast<int64_t>(input.number);
      return input.number;
    default:
      return json;
  }
}

constexpr double kLongestLikeness = 100;

/// Absent inputs are not mentioned, so that equal inputs are equal data.
void DropAbsent(Input& input) {
  // What was an object with a length has the length of a list as a list.
  if (auto length =
          input.type == Type::kArray ? input.properties.extract("length") : decltype(input.properties)::node_type()) {
    const double wanted = length.mapped().type == Type::kNumber ? std::trunc(length.mapped().number) : 0;
    if (wanted > input.number && wanted <= kLongestLikeness) input.number = wanted;
  }
  for (auto& [name, property] : input.properties) DropAbsent(property);
  if (input.type == Type::kString && !input.properties.empty()) {
    const auto parsed = input.properties.find(std::string(kParsed));
    if (parsed != input.properties.end() && parsed->second.type > Type::kUndefined) {
      input.text = base::Utf16FromWtf8(base::DumpJson(JsonOf(parsed->second)));
    } else {
      input.properties.clear();
    }
  }
  // In an array it is a hole.
  std::erase_if(input.properties, [&](const auto& property) {
    return property.second.type == Type::kAbsent && input.type != Type::kArray;
  });
  for (Input& result : input.results) DropAbsent(result);
  while (!input.results.empty() && input.results.back().type == Type::kAbsent) input.results.pop_back();
}

}  // namespace

bool Input::operator==(const Input& other) const {
  if (type != other.type || instance != other.instance) return false;
  if (HoldsNumber(type) && Value::Number(number) != Value::Number(other.number)) return false;
  if (type == Type::kString && text != other.text) return false;
  return properties == other.properties && results == other.results && throws == other.throws;
}

std::optional<Input> InputOfText(const std::u16string& text) {
  const std::string bytes = base::Wtf8FromUtf16(text);
  if (!base::IsUtf8(bytes)) return std::nullopt;
  const Json json = Json::parse(bytes, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return std::nullopt;
  return InputOfJson(json);
}

bool IsSymbolName(std::string_view name) {
  constexpr std::string_view kPrefix = "Symbol.";
  return name.starts_with(kPrefix) && emit::IsWellKnownSymbol(name.substr(kPrefix.size()));
}

bool IsStandIn(const std::string& global) { return global.starts_with("require:") || global.starts_with("function:"); }

Json ToJson(const Input& input) {
  Json json = {{"t", TypeName(input.type)}};
  if (HoldsNumber(input.type)) json["v"] = NumberJson(input.number);
  if (input.type == Type::kString) json["s"] = TextJson(input.text);
  if (input.instance != 0) json["c"] = input.instance;
  for (const auto& [name, property] : input.properties) json["p"][name] = ToJson(property);
  if (input.throws != 0) json["x"] = input.throws;
  for (const Input& result : input.results) json["r"].push_back(ToJson(result));
  return json;
}

Json ToJson(const Assignment& assignment) {
  Json json = {{"this", ToJson(assignment.self)}, {"arguments", Json::array()}, {"globals", Json::object()}};
  for (const Input& argument : assignment.arguments) json["arguments"].push_back(ToJson(argument));
  for (const auto& [name, global] : assignment.globals) json["globals"][name] = ToJson(global);
  if (assignment.subject != 0) json["subject"] = assignment.subject;
  return json;
}

base::Result<Assignment> AssignmentFromJson(const Json& json) {
  if (!json.is_object()) return Malformed("assignment");
  Assignment assignment;
  if (json.contains("this")) {
    ASSIGN_OR_RETURN(assignment.self, InputFromJson(json["this"]));
  }
  if (json.contains("arguments")) TRY(ReadList(json["arguments"], assignment.arguments, "arguments"));
  if (json.contains("globals")) TRY(ReadProperties(json["globals"], assignment.globals, "globals"));
  return assignment;
}

std::string ToSource(const Input& input) {
  switch (input.type) {
    case Type::kAbsent:
    case Type::kUndefined:
      return "undefined";
    case Type::kNull:
      return "null";
    case Type::kBoolean:
      return input.number != 0 ? "true" : "false";
    case Type::kNumber:
      return ToText(Value::Number(input.number));
    case Type::kString:
      return ToText(Value::String(input.text));
    case Type::kObject:
      return PropertiesSource(input.properties);
    case Type::kArray:
      return ArraySource(input);
    case Type::kFunction:
      return FunctionSource(input);
  }
  return "undefined";
}

void DropAbsent(Assignment& assignment) {
  DropAbsent(assignment.self);
  for (Input& argument : assignment.arguments) DropAbsent(argument);
  while (!assignment.arguments.empty() && assignment.arguments.back().type == Type::kAbsent) {
    assignment.arguments.pop_back();
  }
  for (auto& [name, global] : assignment.globals) DropAbsent(global);
  std::erase_if(assignment.globals, [](const auto& global) { return global.second.type == Type::kAbsent; });
}

}  // namespace kingbird::concolic
