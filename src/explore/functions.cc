#include "explore/functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "base/text.h"

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

/// The smallest statement of the function `around` that holds the range.
std::optional<uint32_t> StatementAround(const syntax::ManifestFile& file, const Range& around, const Range& range) {
  std::optional<size_t> best;
  const auto& statements = file.counters.statements;
  for (size_t i = 0; i < statements.size(); ++i) {
    if (!Contains(around, statements[i]) || !Contains(statements[i], range)) continue;
    if (!best || Contains(statements[*best], statements[i])) best = i;
  }
  if (!best) return std::nullopt;
  return file.offset + static_cast<uint32_t>(file.counters.StatementIndex(*best));
}

/// Functions of one file: which lies in which.
void Nest(const syntax::ManifestFile& file, size_t first, const std::map<uint32_t, size_t>& by_site,
          std::vector<ExplorableFunction>& all) {
  for (const auto& [site, index] : by_site) {
    const ConcolicSite& own = file.concolic[site];
    const auto around = by_site.find(own.function);
    if (around == by_site.end() || around->first == site) continue;
    all[first + index].around = first + around->second;
    all[first + index].made_by = StatementAround(file, file.concolic[around->first].range, own.range);
  }
}

/// By place: names below what the target exports.
std::map<uint32_t, model::AccessPath> ExportedPaths(const base::Json& answer) {
  std::map<uint32_t, model::AccessPath> paths;
  for (const base::Json& function : answer.at("exported"))
    paths.emplace(function.at("site").get<uint32_t>(), function.at("path").get<model::AccessPath>());
  return paths;
}

}  // namespace

base::Result<base::Json> ListConcolic(runtime::Executor& executor) {
  constexpr std::chrono::milliseconds kListTime{20000};
  const base::Json question = {{"ask", ToString(runtime::Question::kConcolic)}};
  ASSIGN_OR_RETURN(std::vector<base::Json> answers, executor.Ask({&question, 1}, kListTime));
  return std::move(answers[0]);
}

Constructors ConstructorsOf(const base::Json& answer) {
  Constructors constructors;
  if (answer.is_null()) return constructors;
  const std::map<uint32_t, model::AccessPath> paths = ExportedPaths(answer);
  for (const base::Json& function : answer.at("exported"))
    constructors[function.at("tag").get<uint32_t>()] = {.global = false, .path = paths.at(function.at("site"))};
  for (const base::Json& constructor : answer.at("globals"))
    constructors[constructor.at("tag").get<uint32_t>()] = {.global = true, .path = {constructor.at("name")}};
  return constructors;
}

base::Result<std::vector<ExplorableFunction>> FunctionsOf(const syntax::Manifest& manifest, const base::Json& answer) {
  std::vector<ExplorableFunction> all;
  if (answer.is_null()) return base::EnvironmentError("the agent did not list the functions");
  const auto found = answer.at("functions").get<std::set<uint32_t>>();
  const std::map<uint32_t, model::AccessPath> exported = ExportedPaths(answer);
  for (const base::Json& loaded : answer.at("files")) {
    const syntax::ManifestFile* file = manifest.Find(loaded.at("key").get<std::string>());
    const auto offset = loaded.at("offset").get<uint32_t>();
    if (file == nullptr) continue;
    const syntax::ConcolicSites& sites = file->concolic;
    std::vector<model::Hits> counters(sites.size());
    if (!sites.empty()) Distribute(*file, counters);
    concolic::Assignment surroundings;
    if (auto variables = concolic::AssignmentFromJson({{"globals", loaded.at("variables")}}); variables.ok())
      surroundings = *std::move(variables);
    const size_t first = all.size();
    std::map<uint32_t, size_t> by_site;
    for (uint32_t i = 1; i < sites.size(); ++i) {
      if (sites[i].kind != ConcolicSite::Kind::kFunction) continue;
      ExplorableFunction function;
      function.place = {offset + i, sites[i].parameters};
      function.file = file->key;
      function.line = sites[i].range.begin.line;
      function.range = sites[i].range;
      function.stand_in = fmt::format("function:{}:{}", file->key, i);
      function.name = sites[i].name.empty() ? fmt::format("function at line {}", function.line) : sites[i].name;
      function.found = found.contains(offset + i);
      if (const auto path = exported.find(offset + i); path != exported.end())
        function.reach =
            Reach{.path = path->second, .constructs = sites[i].constructs, .uses_this = sites[i].uses_this};
      function.counters = counters[i];
      std::sort(function.counters.begin(), function.counters.end());
      function.surroundings = surroundings;
      by_site[i] = all.size() - first;
      all.push_back(std::move(function));
    }
    Nest(*file, first, by_site, all);
  }
  return all;
}

SiteIndex::SiteIndex(const syntax::Manifest& manifest, const base::Json& answer) {
  if (answer.is_null()) return;
  for (const base::Json& loaded : answer.at("files")) {
    const syntax::ManifestFile* file = manifest.Find(loaded.at("key").get<std::string>());
    if (file != nullptr) files_[loaded.at("offset").get<uint32_t>()] = file;
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

std::vector<size_t> Named(const std::vector<ExplorableFunction>& functions, const std::string& member) {
  std::vector<size_t> meant;
  unsigned first = 0;
  unsigned last = 0;
  const int numbers = std::sscanf(member.c_str(), "%u-%u", &first, &last);
  if (numbers == 1) last = first;
  for (size_t i = 0; i < functions.size(); ++i) {
    const std::string& name = functions[i].name;
    const bool exported = functions[i].reach && base::Join(functions[i].reach->path, ".") == member;
    const bool named = name == member || name.ends_with("." + member) || exported;
    const bool between = numbers > 0 && functions[i].line >= first && functions[i].line <= last;
    if (member.empty() || named || between) meant.push_back(i);
  }
  return meant;
}

}  // namespace kingbird::explore
