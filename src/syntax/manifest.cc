// FileCounters travel as arrays of numbers (the cache holds one per rewritten file): a range is [line, column, line,
// column].
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

}  // namespace

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

void Manifest::Layout() {
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  uint32_t offset = 0;
  for (ManifestFile& file : files) {
    file.offset = offset;
    offset += file.size();
  }
}

base::Json Manifest::AgentJson() const {
  base::Json json = base::Json::object();
  for (const ManifestFile& file : files) json[file.key] = {{"offset", file.offset}, {"size", file.size()}};
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

base::Result<FileCounters> FileCountersFromJson(const base::Json& json) {
  FileCounters counters;
  try {
    for (const auto& range : json.at("s")) counters.statements.push_back(RangeFromJson(range));
    for (const auto& item : json.at("b")) {
      Branch branch{static_cast<BranchKind>(item.at(0).get<int>()), RangeFromJson(item.at(1)), {}};
      for (const auto& path : item.at(2)) branch.paths.push_back(RangeFromJson(path));
      counters.branches.push_back(std::move(branch));
    }
    for (const auto& item : json.at("f")) {
      counters.functions.push_back(
          {item.at(0).get<std::string>(), RangeFromJson(item.at(1)), RangeFromJson(item.at(2))});
    }
  } catch (const base::Json::exception& error) {
    return base::InternalError(std::string("counters of a cached file: ") + error.what());
  }
  return counters;
}

}  // namespace kingbird::syntax
