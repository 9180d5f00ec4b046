#include "explore/functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace kingbird::explore {
namespace {

using syntax::ConcolicSite;
using syntax::Range;

bool Contains(const Range& outer, const Range& inner) { return outer.begin <= inner.begin && inner.end <= outer.end; }

/// The smallest function around a range; 0 is the file.
size_t OwnerOf(const syntax::ConcolicSites& sites, const Range& range, bool own_function) {
  size_t owner = 0;
  for (size_t i = 1; i < sites.size(); ++i) {
    const bool function = sites[i].kind == ConcolicSite::Kind::kFunction;
    const bool self = own_function && sites[i].range == range;
    if (function && !self && Contains(sites[i].range, range)) owner = i;
  }
  return owner;
}

// Sites come in the order of the source, so the last function that contains a range is the innermost.
void Distribute(const syntax::ManifestFile& file, std::vector<model::Hits>& by_site) {
  const auto& counters = file.counters;
  const auto& sites = file.concolic;
  const auto give = [&](const Range& range, size_t index) {
    by_site[OwnerOf(sites, range, false)].push_back(file.offset + static_cast<uint32_t>(index));
  };
  for (size_t i = 0; i < counters.statements.size(); ++i) give(counters.statements[i], counters.StatementIndex(i));
  size_t path = counters.FirstBranchIndex();
  for (const syntax::Branch& branch : counters.branches) {
    for (size_t i = 0; i < branch.paths.size(); ++i) give(branch.range, path++);
  }
  for (size_t i = 0; i < counters.functions.size(); ++i) {
    // Its body lies in the function it counts.
    give(counters.functions[i].body, counters.FirstFunctionIndex() + i);
  }
}

}  // namespace

base::Result<std::vector<ExplorableFunction>> FunctionsOf(const syntax::Manifest& manifest, const base::Json& answer) {
  std::vector<ExplorableFunction> all;
  if (!answer.is_object() || !answer.contains("files") || !answer.contains("functions"))
    return base::EnvironmentError("the agent did not list the functions");
  std::set<uint32_t> found;
  for (const base::Json& site : answer["functions"]) {
    if (site.is_number_unsigned()) found.insert(site.get<uint32_t>());
  }
  for (const base::Json& loaded : answer["files"]) {
    const syntax::ManifestFile* file = manifest.Find(loaded.value("key", ""));
    const uint32_t offset = loaded.value("offset", 0U);
    if (file == nullptr) continue;
    const syntax::ConcolicSites& sites = file->concolic;
    std::vector<model::Hits> counters(sites.size());
    if (!sites.empty()) Distribute(*file, counters);
    for (uint32_t i = 1; i < sites.size(); ++i) {
      if (sites[i].kind != ConcolicSite::Kind::kFunction) continue;
      ExplorableFunction function;
      function.place = {offset + i, sites[i].parameters};
      function.file = file->key;
      function.line = sites[i].range.begin.line;
      function.range = sites[i].range;
      function.name = sites[i].name.empty() ? fmt::format("function at line {}", function.line) : sites[i].name;
      function.found = found.contains(offset + i);
      function.counters = counters[i];
      std::sort(function.counters.begin(), function.counters.end());
      all.push_back(std::move(function));
    }
  }
  return all;
}

SiteIndex::SiteIndex(const syntax::Manifest& manifest, const base::Json& answer) {
  for (const base::Json& loaded : answer["files"]) {
    const syntax::ManifestFile* file = manifest.Find(loaded.value("key", ""));
    if (file != nullptr) files_[loaded.value("offset", 0U)] = file;
  }
}

SiteIndex::Place SiteIndex::operator[](uint32_t site) const {
  auto next = files_.upper_bound(site);
  if (next == files_.begin()) return {};
  const auto& [offset, file] = *std::prev(next);
  if (site - offset >= file->concolic.size()) return {};
  const ConcolicSite& found = file->concolic[site - offset];
  const bool own = found.kind == ConcolicSite::Kind::kFunction;
  return {file, &found, own ? site : offset + found.function};
}

std::vector<ExplorableFunction> Named(std::vector<ExplorableFunction> functions, const std::string& member) {
  if (member.empty()) return functions;
  const auto is_meant = [&](const ExplorableFunction& function) {
    return function.name == member || function.name.ends_with("." + member);
  };
  std::erase_if(functions, [&](const ExplorableFunction& function) { return !is_meant(function); });
  return functions;
}

}  // namespace kingbird::explore
