#include "discover/uses.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kingbird::discover {
namespace {

constexpr size_t kMostConstants = 32;
constexpr uint64_t kMostUses = 1'000'000;

void Merge(std::vector<Uses>& into, const std::vector<Uses>& from) {
  if (from.empty()) return;
  if (into.empty()) {
    into = from;
  } else {
    into[0].Add(from[0]);
  }
}

std::optional<model::Value> ConstantFrom(const base::Json& json) {
  if (json.is_string()) return model::Value::String(json.get<std::string>());
  if (json.is_number()) return model::Value::Number(json.get<double>());
  if (json.is_boolean()) return model::Value::Boolean(json.get<bool>());
  return std::nullopt;
}

}  // namespace

int Uses::Count(const std::string& use) const {
  const auto it = counts.find(use);
  return it == counts.end() ? 0 : it->second;
}

void Uses::Add(const Uses& other) {
  for (const auto& [use, count] : other.counts) counts[use] += count;
  for (const auto& [name, member] : other.members) members[name].Add(member);
  for (const model::Value& value : other.constants) {
    if (constants.size() < kMostConstants && std::find(constants.begin(), constants.end(), value) == constants.end())
      constants.push_back(value);
  }
  Merge(element, other.element);
  Merge(result, other.result);
  arity = std::max(arity, other.arity);
}

std::optional<model::Value> PatternFrom(const std::string& text) {
  const size_t end = text.rfind('/');
  if (end == 0 || end == std::string::npos) return std::nullopt;
  model::Value value;
  value.kind = model::Value::Kind::kRegExp;
  value.text = text.substr(1, end - 1);
  value.type = text.substr(end + 1);
  return value;
}

Uses UsesFromJson(const base::Json& json) {
  Uses uses;
  if (json.contains("uses")) {
    for (const auto& [use, count] : json["uses"].items())
      uses.counts[use] = static_cast<int>(std::min(count.get<uint64_t>(), kMostUses));
  }
  if (json.contains("members")) {
    for (const auto& [name, member] : json["members"].items()) uses.members[name] = UsesFromJson(member);
  }
  for (const base::Json& constant : base::ValueOr(json, "constants", base::Json::array())) {
    if (auto value = ConstantFrom(constant)) uses.constants.push_back(std::move(*value));
  }
  for (const std::string& pattern : base::ValueOr(json, "patterns", std::vector<std::string>())) {
    if (auto value = PatternFrom(pattern)) uses.constants.push_back(std::move(*value));
  }
  if (json.contains("element")) uses.element.push_back(UsesFromJson(json["element"]));
  if (json.contains("result")) uses.result.push_back(UsesFromJson(json["result"]));
  uses.arity = base::ValueOr(json, "arity", -1);
  return uses;
}

}  // namespace kingbird::discover
