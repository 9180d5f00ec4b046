// Facts travel as arrays of numbers (the cache holds one per rewritten file): a range is [line, column, line, column],
// a site its numbers in the order of FunctionSite.
#include "syntax/manifest.h"

#include <algorithm>

namespace kingbird::syntax {
namespace {

base::Json ToJson(const Range& range) {
  return base::Json::array({range.begin.line, range.begin.column, range.end.line, range.end.column});
}

Range RangeFromJson(const base::Json& json) {
  return {{json.at(0).get<uint32_t>(), json.at(1).get<uint32_t>()},
          {json.at(2).get<uint32_t>(), json.at(3).get<uint32_t>()}};
}

base::Json ToJson(const FunctionSite& site) {
  base::Json json = {site.is_class, site.uses_this, site.constructor, site.concolic};
  for (const Extent& part : {site.original, site.rewritten, site.statements, site.paths, site.functions}) {
    json.push_back(part.begin);
    json.push_back(part.end);
  }
  return json;
}

FunctionSite SiteFromJson(const base::Json& json) {
  FunctionSite site;
  site.is_class = json.at(0).get<bool>();
  site.uses_this = json.at(1).get<bool>();
  site.constructor = json.at(2).get<uint32_t>();
  site.concolic = json.at(3).get<uint32_t>();
  size_t i = 4;
  for (Extent* part : {&site.original, &site.rewritten, &site.statements, &site.paths, &site.functions}) {
    part->begin = json.at(i++).get<uint32_t>();
    part->end = json.at(i++).get<uint32_t>();
  }
  return site;
}

ConcolicSite ConcolicSiteFromJson(const base::Json& json) {
  return {.kind = static_cast<ConcolicSite::Kind>(json.at(0).get<int>()),
          .range = RangeFromJson(json.at(1)),
          .name = json.at(2).get<std::string>(),
          .parameters = json.at(3).get<uint32_t>(),
          .uses_this = json.at(5).get<bool>(),
          .constructs = json.at(6).get<bool>(),
          .function = json.at(4).get<uint32_t>()};
}

FileCounters CountersFromJson(const base::Json& json) {
  FileCounters counters;
  for (const auto& range : json.at("s")) counters.statements.push_back(RangeFromJson(range));
  for (const auto& item : json.at("b")) {
    Branch branch{static_cast<BranchKind>(item.at(0).get<int>()), RangeFromJson(item.at(1)), {}};
    for (const auto& path : item.at(2)) branch.paths.push_back(RangeFromJson(path));
    counters.branches.push_back(std::move(branch));
  }
  for (const auto& item : json.at("f")) {
    counters.functions.push_back({item.at(0).get<std::string>(), RangeFromJson(item.at(1)), RangeFromJson(item.at(2))});
  }
  return counters;
}

}  // namespace

model::Hits ManifestFile::CountersOf(const FunctionSite& site) const {
  model::Hits hits;
  for (const Extent& part : {site.statements, site.paths, site.functions}) {
    for (uint32_t i = part.begin; i < part.end; ++i) hits.push_back(offset + i);
  }
  return hits;
}

const ManifestFile* Manifest::Find(std::string_view key) const {
  auto found = std::lower_bound(files.begin(), files.end(), key,
                                [](const ManifestFile& file, std::string_view wanted) { return file.key < wanted; });
  return found != files.end() && found->key == key ? &*found : nullptr;
}

const ManifestFile* Manifest::FileOf(uint32_t index) const {
  if (index >= size()) return nullptr;
  auto after = std::upper_bound(files.begin(), files.end(), index,
                                [](uint32_t wanted, const ManifestFile& file) { return wanted < file.offset; });
  return &*(after - 1);
}

model::Hits Manifest::Renumber(const model::Hits& hits, const Manifest& other) const {
  model::Hits renumbered;
  for (const uint32_t hit : hits) {
    const ManifestFile* const file = FileOf(hit);
    const ManifestFile* const same = file == nullptr ? nullptr : other.Find(file->key);
    if (same != nullptr && same->size() == file->size()) renumbered.push_back(hit - file->offset + same->offset);
  }
  return renumbered;
}

void Manifest::Layout() {
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  uint32_t offset = 0;
  for (ManifestFile& file : files) {
    file.offset = offset;
    offset += file.size();
  }
}

base::Json AgentJson(const std::vector<FunctionSite>& sites) {
  const auto number = [](uint32_t other) { return other == FunctionSite::kNone ? -1 : static_cast<int64_t>(other); };
  base::Json json = base::Json::array();
  for (const FunctionSite& site : sites) {
    for (const Extent& text : {site.rewritten, site.original}) {
      json.push_back(text.begin);
      json.push_back(text.end);
    }
    json.push_back((site.is_class ? 1 : 0) + (site.uses_this ? 2 : 0));
    json.push_back(number(site.constructor));
    json.push_back(number(site.concolic));
  }
  return json;
}

base::Json Manifest::AgentJson() const {
  base::Json json = base::Json::object();
  for (const ManifestFile& file : files) {
    json[file.key] = {{"offset", file.offset}, {"size", file.size()}, {"functions", syntax::AgentJson(file.sites)}};
  }
  return json;
}

base::Json ToJson(const FileCounters& counters) {
  base::Json json = {{"s", base::Json::array()}, {"b", base::Json::array()}, {"f", base::Json::array()}};
  for (const Range& range : counters.statements) json["s"].push_back(ToJson(range));
  for (const Branch& branch : counters.branches) {
    base::Json paths = base::Json::array();
    for (const Range& path : branch.paths) paths.push_back(ToJson(path));
    json["b"].push_back({static_cast<int>(branch.kind), ToJson(branch.range), std::move(paths)});
  }
  for (const Function& function : counters.functions) {
    json["f"].push_back({function.name, ToJson(function.declaration), ToJson(function.body)});
  }
  return json;
}

base::Json ToJson(const FileFacts& facts) {
  base::Json json = {{"counters", ToJson(facts.counters)}, {"sites", base::Json::array()}};
  for (const FunctionSite& site : facts.sites) json["sites"].push_back(ToJson(site));
  for (const ConcolicSite& site : facts.concolic) {
    json["concolic"].push_back({static_cast<int>(site.kind), ToJson(site.range), site.name, site.parameters,
                                site.function, site.uses_this, site.constructs});
  }
  return json;
}

base::Result<FileFacts> FileFactsFromJson(const base::Json& json) {
  FileFacts facts;
  try {
    facts.counters = CountersFromJson(json.at("counters"));
    for (const auto& site : json.at("sites")) facts.sites.push_back(SiteFromJson(site));
    if (json.contains("concolic")) {
      for (const auto& site : json.at("concolic")) facts.concolic.push_back(ConcolicSiteFromJson(site));
    }
  } catch (const base::Json::exception& error) {
    return base::InternalError(std::string("facts about a cached file: ") + error.what());
  }
  return facts;
}

}  // namespace kingbird::syntax
