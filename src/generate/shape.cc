#include "generate/shape.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>

namespace kingbird::generate {
namespace {

using model::Value;

constexpr int kPresent = 85;  // percent of the known names that an object has
constexpr int kSeen = 25;
constexpr int kByName = 45;
constexpr int kMined = 60;
constexpr size_t kMostItems = 3;
// Reading one of these says that the value is an array.
constexpr std::array<std::string_view, 17> kOfArrays = {"length",  "map",  "forEach",  "filter",    "some",  "every",
                                                        "reduce",  "find", "join",     "push",      "slice", "flatMap",
                                                        "entries", "sort", "includes", "findIndex", "concat"};
// What the name of a property says about its value, by parts of the name in lower case.
struct Hint {
  std::string_view part;
  std::vector<Value> values;
};

const std::vector<Hint>& Hints() {
  const auto texts = [](std::initializer_list<const char*> list) {
    std::vector<Value> values;
    for (const char* text : list) values.push_back(Value::String(text));
    return values;
  };
  const auto numbers = [](std::initializer_list<double> list) {
    std::vector<Value> values;
    for (double number : list) values.push_back(Value::Number(number));
    return values;
  };
  static const std::vector<Hint> kHints = {
      {"email", texts({"ada@example.com", "nobody"})},
      {"password", texts({"correct horse", "short"})},
      {"url", texts({"https://example.com/a"})},
      {"date", texts({"2024-01-15", "2024-01-15T12:00:00Z"})},
      {"price", numbers({10, 2.5, 0, -1})},
      {"amount", numbers({10, 100, 0, -1})},
      {"quantity", numbers({1, 3, 0, -1})},
      {"count", numbers({1, 3, 0})},
      {"limit", numbers({1, 2, 0})},
      {"page", numbers({1, 2, 0})},
      {"offset", numbers({0, 1})},
      {"age", numbers({30, 17, -1})},
      {"done", {Value::Boolean(true), Value::Boolean(false)}},
      {"active", {Value::Boolean(true), Value::Boolean(false)}},
      {"enabled", {Value::Boolean(true), Value::Boolean(false)}},
      {"tags", {Value::Array({Value::String("a"), Value::String("b")}), Value::Array({})}},
      {"name", texts({"Ada", "tea"})},
      {"title", texts({"tea", "Tea for two"})},
      {"text", texts({"hello"})},
      {"id", numbers({1, 2, 99})},
  };
  return kHints;
}

std::string Lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

bool IsIndex(const std::string& name) {
  return !name.empty() && std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

Value ValueNamed(const std::string& name, const ValuePool& pool, const SeenValues& seen, base::Rng& rng) {
  const auto known = seen.find(name);
  if (known != seen.end() && rng.Percent(kSeen)) return rng.Pick(known->second);
  const std::string lower = Lower(name);
  if (rng.Percent(kByName)) {
    for (const Hint& hint : Hints()) {
      if (lower.find(hint.part) != std::string::npos) return rng.Pick(hint.values);
    }
  }
  if (rng.Percent(kMined)) {
    const bool number = rng.Percent(30) && !pool.mined().numbers.empty();
    if (number) return Value::Number(rng.Pick(pool.mined().numbers));
    if (!pool.mined().strings.empty()) return Value::String(rng.Pick(pool.mined().strings));
  }
  constexpr std::array<Taste, 7> kPlain = {Taste::kString,  Taste::kNumber, Taste::kBoolean,    Taste::kNullish,
                                           Taste::kOptions, Taste::kArray,  Taste::kMinedString};
  return pool.Make(rng.Pick(kPlain), rng);
}

Value AsJson(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kObject: {
      std::vector<model::Property> properties;
      for (const model::Property& property : value.properties) {
        if (!property.name.starts_with("@@")) properties.push_back({property.name, AsJson(property.value)});
      }
      return Value::Object(std::move(properties));
    }
    case Value::Kind::kArray: {
      std::vector<Value> items;
      for (const Value& item : value.items) items.push_back(AsJson(item));
      return Value::Array(std::move(items));
    }
    case Value::Kind::kNumber:
      return std::isfinite(value.number) ? value : Value::Null();
    case Value::Kind::kString:
    case Value::Kind::kBoolean:
      return value;
    default:
      return Value::Null();
  }
}

void DataShape::Add(std::span<const std::string> path) {
  if (path.empty()) return;
  const bool of_array = std::ranges::find(kOfArrays, path[0]) != kOfArrays.end();
  if (of_array || IsIndex(path[0])) list_ = true;
  if (of_array) return;
  members_[IsIndex(path[0]) ? "0" : path[0]].Add(path.subspan(1));
}

Value DataShape::Make(const std::string& name, const ValuePool& pool, const SeenValues& seen, base::Rng& rng) const {
  if (!IsKnown()) return ValueNamed(name, pool, seen, rng);
  if (list_) {
    const auto element = members_.find("0");
    std::vector<Value> items;
    for (size_t left = rng.Below(kMostItems + 1); left > 0; --left)
      items.push_back(element == members_.end() ? ValueNamed(name, pool, seen, rng)
                                                : element->second.Make(name, pool, seen, rng));
    return Value::Array(std::move(items));
  }
  std::vector<model::Property> properties;
  for (const auto& [key, shape] : members_) {
    if (rng.Percent(kPresent)) properties.push_back({key, shape.Make(key, pool, seen, rng)});
  }
  return Value::Object(std::move(properties));
}

}  // namespace kingbird::generate
