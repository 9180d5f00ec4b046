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

base::Result<Uses> UsesFromJson(const base::Json& json) {
  if (!json.is_object()) return base::InternalError("uses of a parameter must be an object");
  Uses uses;
  if (json.contains("uses") && json["uses"].is_object()) {
    for (const auto& [use, count] : json["uses"].items()) {
      if (count.is_number_unsigned())
        uses.counts[use] = static_cast<int>(std::min<uint64_t>(count.get<uint64_t>(), kMostUses));
    }
  }
  if (json.contains("members")) {
    for (const auto& [name, member] : json["members"].items()) {
      ASSIGN_OR_RETURN(uses.members[name], UsesFromJson(member));
    }
  }
  for (const base::Json& constant : base::ValueOr(json, "constants", base::Json::array())) {
    if (auto value = ConstantFrom(constant)) uses.constants.push_back(std::move(*value));
  }
  for (const std::string& pattern : base::ValueOr(json, "patterns", std::vector<std::string>())) {
    if (auto value = PatternFrom(pattern)) uses.constants.push_back(std::move(*value));
  }
  for (const char* part : {"element", "result"}) {
    if (!json.contains(part)) continue;
    ASSIGN_OR_RETURN(Uses inner, UsesFromJson(json[part]));
    (part[0] == 'e' ? uses.element : uses.result).push_back(std::move(inner));
  }
  uses.arity = base::ValueOr(json, "arity", -1);
  return uses;
}

}  // namespace kingbird::discover
