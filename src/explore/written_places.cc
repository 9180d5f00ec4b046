#include "explore/written_places.h"

#include <fmt/format.h>

#include <charconv>

namespace kingbird::explore {

const load::WrittenSource& WrittenPlaces::Source(const std::string& key) {
  auto known = sources_.find(key);
  if (known == sources_.end()) known = sources_.emplace(key, load::FindWritten(target_, key, files_)).first;
  return known->second;
}

bool WrittenPlaces::IsWritten(const ExplorableFunction& function) {
  const load::WrittenSource& source = Source(function.file);
  return !source.map || function.place.script || source.map->Original(function.range.begin).has_value();
}

WrittenPlaces::Place WrittenPlaces::Written(const std::string& key, uint32_t line, std::optional<uint32_t> column) {
  const load::WrittenSource& source = Source(key);
  if (!source.map) return {key, line};
  const auto place = column ? source.map->Original({line, *column}) : source.map->FirstOriginal(line);
  return {source.key.generic_string(), place ? place->line : line};
}

std::string WrittenPlaces::Written(const std::string& where) {
  const size_t colon = where.rfind(':');
  uint32_t line = 0;
  if (colon == std::string::npos ||
      std::from_chars(where.data() + colon + 1, where.data() + where.size(), line).ptr != where.data() + where.size())
    return where;
  const Place place = Written(where.substr(0, colon), line);
  return fmt::format("{}:{}", place.file, place.line);
}

void WrittenPlaces::Rewrite(const std::vector<ExplorableFunction>& functions, std::vector<ExploredFunction>& explored) {
  for (size_t i = 0; i < explored.size(); ++i) {
    ExploredFunction& function = explored[i];
    for (concolic::ExploredError& error : function.exploration.errors) error.where = Written(error.where);
    for (concolic::ExploredInput& input : function.exploration.inputs) input.where = Written(input.where);
    Place place = function.script ? Written(function.file, function.line)
                                  : Written(function.file, function.line, functions[i].range.begin.column);
    if (function.script) function.name = place.file;
    function.file = std::move(place.file);
    function.line = place.line;
  }
}

void WrittenPlaces::RewriteSteps(base::Json& json) {
  if (!json.is_structured()) return;
  if (json.is_object() && json.contains("at") && json["at"].is_string())
    json["at"] = Written(json["at"].get<std::string>());
  for (base::Json& item : json) RewriteSteps(item);
}

void WrittenPlaces::Rewrite(base::Json& preconditions) {
  if (target_.origin.empty()) return;
  base::Json files = base::Json::object();
  for (auto& [key, file] : preconditions["files"].items()) {
    for (base::Json& function : file["functions"]) {
      function["line"] = Written(key, base::ValueOr(function, "line", 1U)).line;
      RewriteSteps(function);
    }
    files[Written(key, 1).file] = std::move(file);
  }
  preconditions["files"] = std::move(files);
}

}  // namespace kingbird::explore
