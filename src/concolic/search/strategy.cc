#include "concolic/search/strategy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "concolic/search/cover.h"
#include "concolic/search/type_agnostic.h"
#include "concolic/search/type_aware.h"

namespace kingbird::concolic {

Progress::Leads Progress::LeadsTo(const Direction& direction) const {
  const std::vector<uint32_t>* const counters = behind ? &behind(direction.first, direction.second) : nullptr;
  if (counters == nullptr || counters->empty()) return Leads::kUnknown;
  size_t& first = missing_behind_[direction];
  while (first < counters->size() && !missing.contains((*counters)[first])) ++first;
  return first < counters->size() ? Leads::kOn : Leads::kNowhereNew;
}

TypeSet Progress::Hint(const std::string& path, const std::string& property) const {
  if (const auto learned = hints.find(path); learned != hints.end()) return learned->second;
  const auto written = hints_by_name.find(property);
  return written == hints_by_name.end() ? TypeSet{} : written->second;
}

std::vector<std::string_view> StrategyNames() { return {"cover", "ta-dfs", "ta-bfs", "dfs", "bfs"}; }

base::Result<std::unique_ptr<Strategy>> MakeStrategy(std::string_view name) {
  std::unique_ptr<Strategy> strategy;
  if (name == "cover") strategy = std::make_unique<Cover>();
  if (name == "ta-dfs") strategy = std::make_unique<TypeAware>(Order::kDepthFirst);
  if (name == "ta-bfs") strategy = std::make_unique<TypeAware>(Order::kBreadthFirst);
  if (name == "dfs") strategy = std::make_unique<DepthFirst>();
  if (name == "bfs") strategy = std::make_unique<BreadthFirst>();
  if (strategy == nullptr) {
    return base::UsageError(fmt::format("there is no search strategy '{}'", name),
                            fmt::format("one of {}", fmt::join(StrategyNames(), ", ")));
  }
  return strategy;
}

}  // namespace kingbird::concolic
