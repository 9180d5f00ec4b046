#include "explore/function_texts.h"

#include <algorithm>
#include <utility>

#include "concolic/text/hints.h"
#include "syntax/parser.h"

namespace kingbird::explore {

FunctionTexts::FunctionTexts(const base::FileSystem& files, base::Path root,
                             const std::vector<ExplorableFunction>& functions, const SiteIndex& sites, bool stub)
    : files_(files), root_(std::move(root)), sites_(sites), stub_(stub) {
  for (const ExplorableFunction& function : functions)
    stand_ins_[function.name.substr(function.name.rfind('.') + 1)].push_back(function.stand_in);
}

const FunctionTexts::File* FunctionTexts::Read(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto [place, first] = read_.try_emplace(key);
  if (!first) return place->second.get();
  const auto text = files_.Read(root_ / key);
  if (!text.ok()) return nullptr;
  auto file = std::make_unique<File>();
  file->tree = syntax::Parse(*text);
  file->hints = concolic::TextHints(file->tree);
  file->shapes = std::make_unique<concolic::TextShapes>(file->tree);
  file->flow = std::make_unique<concolic::TextFlow>(file->tree);
  place->second = std::move(file);
  return place->second.get();
}

std::map<std::string, concolic::TypeSet> FunctionTexts::Hints(const ExplorableFunction& function) {
  const File* file = Read(function.file);
  return file == nullptr ? std::map<std::string, concolic::TypeSet>() : file->hints;
}

concolic::Words FunctionTexts::Words(const ExplorableFunction& function) {
  const File* file = Read(function.file);
  return file == nullptr ? concolic::Words() : concolic::WordsIn(file->tree, function.range);
}

std::vector<concolic::TextCall> FunctionTexts::Calls(const ExplorableFunction& function) {
  const File* file = Read(function.file);
  return file == nullptr ? std::vector<concolic::TextCall>() : concolic::CallsIn(file->tree, function.range);
}

bool FunctionTexts::LeavesOut(uint32_t site, bool direction, uint32_t other) {
  const SiteIndex::Place from = sites_[site];
  const SiteIndex::Place to = sites_[other];
  // What another function does is not in this text.
  if (from.file == nullptr || to.file == nullptr || from.function != to.function) return false;
  const File* file = Read(from.file->key);
  if (file == nullptr) return false;
  const std::lock_guard lock(mutex_);
  const auto [skipped, first] = skipped_.try_emplace({site, direction});
  if (first) skipped->second = file->flow->Skipped(from.site->range, direction);
  return std::ranges::any_of(skipped->second, [&](const syntax::Range& range) {
    return range.begin <= to.site->range.begin && to.site->range.end <= range.end;
  });
}

model::Hits FunctionTexts::Behind(uint32_t site, bool direction) {
  const SiteIndex::Place place = sites_[site];
  const File* file = place.file == nullptr ? nullptr : Read(place.file->key);
  if (file == nullptr) return {};
  const std::vector<syntax::Range> passed = file->flow->Skipped(place.site->range, !direction);
  // A loop that was entered and left has ended.
  const auto loop = direction ? std::nullopt : file->flow->Loop(place.site->range);
  const auto inside = [&](const syntax::Range& range) {
    return std::ranges::any_of(passed, [&](const syntax::Range& part) {
      return range != syntax::Range() && part.begin <= range.begin && range.end <= part.end;
    });
  };
  const auto arm = file->flow->Arm(place.site->range, direction);
  const syntax::FileCounters& counters = place.file->counters;
  model::Hits behind;
  for (size_t i = 0; i < counters.statements.size(); ++i) {
    if (inside(counters.statements[i]) || (loop && counters.statements[i] == *loop))
      behind.push_back(place.file->offset + static_cast<uint32_t>(counters.StatementIndex(i)));
  }
  size_t index = counters.FirstBranchIndex();
  for (const syntax::Branch& branch : counters.branches) {
    const bool chooses = arm && branch.kind == syntax::BranchKind::kIf && branch.range == arm->first;
    for (size_t path = 0; path < branch.paths.size(); ++path, ++index) {
      if (inside(branch.paths[path]) || (chooses && (path == 0) == arm->second))
        behind.push_back(place.file->offset + static_cast<uint32_t>(index));
    }
  }
  return behind;
}

bool FunctionTexts::IsCaught(uint32_t site) {
  const SiteIndex::Place place = sites_[site];
  const File* file = place.file == nullptr ? nullptr : Read(place.file->key);
  return file != nullptr && file->flow->IsGuarded(place.site->range);
}

void FunctionTexts::Describe(const ExplorableFunction& function, concolic::ExploreOptions& options) {
  const File* file = Read(function.file);
  if (file == nullptr) return;
  options.hints = file->hints;
  options.detours = [this](uint32_t site, bool direction, uint32_t other) { return LeavesOut(site, direction, other); };
  options.caught = [this](uint32_t site) { return IsCaught(site); };
  if (const syntax::ManifestFile* counted = sites_[function.place.site].file; counted != nullptr) {
    const auto& statements = counted->counters.statements;
    for (size_t i = 0; i < statements.size(); ++i) {
      if (file->flow->IsHandler(statements[i]))
        options.by_errors.insert(counted->offset + static_cast<uint32_t>(counted->counters.StatementIndex(i)));
    }
  }
  DescribeShapes(function, options);
}

concolic::Shapes FunctionTexts::OwnShapes(const ExplorableFunction& function) {
  const File* file = Read(function.file);
  return file == nullptr ? concolic::Shapes()
                         : file->shapes->Of(function.range, concolic::TextShapes::CalleesAre::kRun);
}

void FunctionTexts::DescribeShapes(const ExplorableFunction& function, concolic::ExploreOptions& options) {
  const File* file = Read(function.file);
  if (file == nullptr) return;
  using CalleesAre = concolic::TextShapes::CalleesAre;
  options.shapes = file->shapes->Of(function.range, stub_ ? CalleesAre::kStandIns : CalleesAre::kRead);
  options.shapes.modules = stub_;
  if (!stub_) return;
  for (const auto& [name, shape] : options.shapes.results) {
    const auto found = stand_ins_.find(name);
    if (found == stand_ins_.end()) continue;
    for (const std::string& stand_in : found->second) options.shapes.stand_ins[stand_in] = name;
  }
}

}  // namespace kingbird::explore
