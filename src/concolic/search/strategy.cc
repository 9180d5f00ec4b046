#include "concolic/search/strategy.h"

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

std::unique_ptr<Strategy> MakeStrategy(model::SearchOrder order) {
  using model::SearchOrder;
  switch (order) {
    case SearchOrder::kCover:
      return std::make_unique<Cover>();
    case SearchOrder::kTypeAwareDepthFirst:
      return std::make_unique<TypeAware>(Order::kDepthFirst);
    case SearchOrder::kTypeAwareBreadthFirst:
      return std::make_unique<TypeAware>(Order::kBreadthFirst);
    case SearchOrder::kDepthFirst:
      return std::make_unique<DepthFirst>();
    case SearchOrder::kBreadthFirst:
      return std::make_unique<BreadthFirst>();
  }
  return nullptr;
}

}  // namespace kingbird::concolic
