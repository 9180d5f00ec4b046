#include "explore/precondition_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/sha256.h"

namespace kingbird::explore {
namespace {

using base::Json;

/// Calls `visit` with every ["instanceof", …] in a condition.
template <typename Visit>
void ForEachInstanceOf(Json& condition, const Visit& visit) {
  if (!condition.is_array() || condition.empty()) return;
  if (condition[0] == "instanceof" && condition.size() == 3) visit(condition);
  for (size_t i = 1; i < condition.size(); ++i) ForEachInstanceOf(condition[i], visit);
}

/// `instanceof 1048577` → `instanceof Map` in texts of conditions: traces know constructors by numbers only.
void NameConstructors(const std::map<std::string, std::string>& names, Json& json) {
  if (json.is_object() && json.contains("text")) {
    std::string text = json["text"].get<std::string>();
    for (const auto& [number, name] : names) {
      for (size_t at = text.find(number); at != std::string::npos; at = text.find(number, at + name.size()))
        text.replace(at, number.size(), name);
    }
    json["text"] = text;
  }
  if (json.is_structured()) {
    for (Json& part : json) NameConstructors(names, part);
  }
}

/// The one text they all are; "" when they differ or there are none.
std::string OnlyOne(const std::vector<std::string>& texts) {
  const std::set<std::string> different(texts.begin(), texts.end());
  return different.size() == 1 ? *different.begin() : "";
}

/// The first line of what is kept: whoever reads entries trusts their shape, so what was damaged is not read.
std::string SealOf(std::string_view text) { return base::Sha256(text) + "\n"; }

}  // namespace

const guard::SpliceSource& PreconditionWriter::Source(const std::string& key) {
  auto& source = sources_[key];
  if (source == nullptr) {
    const auto text = files_.Read(target_.root / key);
    source = std::make_unique<guard::SpliceSource>(text.ok() ? *text : std::string());
  }
  return *source;
}

std::string PreconditionWriter::HashOf(const ExplorableFunction& function) {
  const auto point = Source(function.file).FunctionAt(function.range);
  return point ? point->hash : "";
}

std::string PreconditionWriter::NameOf(const ExplorableFunction& function) {
  return fmt::format("{}:{}", function.file, HashOf(function));
}

void PreconditionWriter::Place(const guard::SplicePoint& point, Json& entry) {
  entry["begin"] = point.units.begin;
  entry["end"] = point.units.end;
  entry["enter"] = point.enter;
  if (point.leave) entry["leave"] = *point.leave;
  entry["bytes"] = {point.bytes.begin, point.bytes.end};
  entry["hash"] = point.hash;
}

void PreconditionWriter::Decorate(const ExplorableFunction& function, uint32_t number,
                                  std::vector<std::string>& constructors, std::map<std::string, std::string>& names,
                                  Json& step) {
  const SiteIndex::Place place = sites_[number];
  if (place.file == nullptr) return;
  const bool own = place.function == function.place.site;
  const uint32_t line = place.site->range.begin.line;
  if (own) {
    step["row"] = line - function.line;
  } else {
    step["at"] = fmt::format("{}:{}", place.file->key, line);
  }
  if (!own || !step.contains("if")) return;
  const guard::SpliceSource& source = Source(function.file);
  std::string name = OnlyOne(source.InstanceChecks(place.site->range));
  if (name.empty()) name = OnlyOne(source.InstanceChecks(function.range));
  if (name.empty()) return;
  ForEachInstanceOf(step["if"], [&](Json& check) {
    auto found = std::ranges::find(constructors, name);
    if (found == constructors.end()) found = constructors.insert(constructors.end(), name);
    if (check[2].contains("value")) {
      names[fmt::format("instanceof {}", check[2]["value"].get<double>())] = "instanceof " + name;
    }
    check[2] = {{"constructor", found - constructors.begin()}};
  });
}

Json PreconditionWriter::Describe(const ExplorableFunction& function, const concolic::Exploration& exploration,
                                  const std::vector<const ExplorableFunction*>& ran) {
  const auto point = Source(function.file).FunctionAt(function.range);
  if (!point) return nullptr;
  Json entry = {{"name", function.name}, {"line", function.line}};
  Place(*point, entry);
  Json parameters = Json::array();
  for (const std::string& name : point->parameters) parameters.push_back(name.empty() ? Json(nullptr) : Json(name));
  entry["parameters"] = std::move(parameters);
  entry["receiver"] = point->receiver;
  entry["inputs_run"] = exploration.inputs.size();
  entry["preconditions"] = exploration.preconditions.ToJson();
  std::vector<std::string> constructors;
  std::map<std::string, std::string> names;
  const auto decorate = [&](uint32_t site, Json& step) { Decorate(function, site, constructors, names, step); };
  const auto fails = [&](uint32_t site) {
    const SiteIndex::Place place = sites_[site];
    return place.file != nullptr && Source(place.file->key).EndsWithoutIt(place.site->range);
  };
  const auto reads = [&](uint32_t site) {
    const SiteIndex::Place place = sites_[site];
    return place.file != nullptr && Source(place.file->key).ReadsFrom(place.site->range);
  };
  Json guard = exploration.guard.ToJson(decorate, {.fails = fails, .reads = reads});
  entry["constructors"] = constructors;
  entry["inputs"] = std::move(guard["inputs"]);
  entry["path"] = std::move(guard["path"]);
  NameConstructors(names, entry["preconditions"]["trie"]);
  NameConstructors(names, entry["path"]);
  std::set<std::string> depends;
  for (const ExplorableFunction* other : ran) {
    if (other->place.site != function.place.site) depends.insert(NameOf(*other));
  }
  entry["depends"] = depends;
  return entry;
}

Json PreconditionWriter::Renew(const Json& entry, const ExplorableFunction& function,
                               const std::set<std::string>& functions) {
  const auto point = Source(function.file).FunctionAt(function.range);
  if (!point || !entry.is_object() || base::ValueOr(entry, "hash", "") != point->hash || !entry.contains("depends"))
    return nullptr;
  for (const Json& name : entry["depends"]) {
    if (!name.is_string() || !functions.contains(name.get<std::string>())) return nullptr;
  }
  Json renewed = entry;
  renewed["name"] = function.name;
  renewed["line"] = function.line;
  Place(*point, renewed);
  return renewed;
}

Json PreconditionWriter::File(const std::vector<std::pair<std::string, Json>>& entries, const env::Config& config) {
  Json files = Json::object();
  for (const auto& [key, entry] : entries) {
    if (!files.contains(key)) {
      files[key] = {{"hash", Source(key).hash()}, {"units", Source(key).units()}, {"functions", Json::array()}};
    }
    files[key]["functions"].push_back(entry);
  }
  Json owner;
  if (const auto text = files_.Read(target_.root / "package.json"); text.ok()) {
    const auto json = base::ParseJson(*text, "package.json");
    if (json.ok() && json->is_object() && json->contains("name") && (*json)["name"].is_string()) {
      owner = {{"name", (*json)["name"]}};
      if (json->contains("version") && (*json)["version"].is_string()) owner["version"] = (*json)["version"];
    }
  }
  return {{"kingbird", "preconditions"},
          {"format", kPreconditionFormat},
          {"package", owner},
          {"folder", target_.root.filename().string()},
          {"way", WayOf(config)},
          {"files", std::move(files)}};
}

std::string WayOf(const env::Config& config) {
  return fmt::format("{} {} {} {} {}{}", ToString(config.strategy), config.inputs, config.coercions ? "coercions" : "",
                     config.stub_callees ? "stub" : "run", config.levels, config.callers_entries ? " callers" : "");
}

std::map<std::string, std::vector<Json>> ReadPreconditions(const base::Path& path, const base::FileSystem& files,
                                                           const env::Config& config) {
  std::map<std::string, std::vector<Json>> entries;
  const auto text = files.Read(path);
  const size_t end = text.ok() ? text->find('\n') : std::string::npos;
  if (end == std::string::npos || text->substr(0, end + 1) != SealOf(text->substr(end + 1))) return entries;
  const auto json = base::ParseJson(text->substr(end + 1), path.string());
  if (!json.ok() || base::ValueOr(*json, "format", 0) != kPreconditionFormat) return entries;
  if (base::ValueOr(*json, "way", "") != WayOf(config) || !json->contains("files") || !(*json)["files"].is_object())
    return entries;
  for (const auto& [key, file] : (*json)["files"].items()) {
    if (!file.is_object() || !file.contains("functions") || !file["functions"].is_array()) continue;
    for (const Json& entry : file["functions"]) entries[key].push_back(entry);
  }
  return entries;
}

base::Status KeepPreconditions(const base::Path& path, base::FileSystem& files, const Json& preconditions) {
  const std::string text = base::DumpJson(preconditions);
  return files.Write(path, SealOf(text) + text);
}

base::Result<base::Path> PreconditionCachePath(const target::Target& target, base::FileSystem& files) {
  const bool published = target.kind == target::Target::Kind::kPackage && !target.version.empty();
  const std::string name = published ? target.name + "@" + target.version : target.root.string();
  ASSIGN_OR_RETURN(const base::Path cache, target::CacheFolder(files));
  return cache / "preconditions" / (base::Sha256(name) + ".json");
}

}  // namespace kingbird::explore
