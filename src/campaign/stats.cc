#include "campaign/stats.h"

namespace kingbird::campaign {

void Stats::Add(std::string_view name, double amount) {
  std::lock_guard lock(mutex_);
  const auto it = values_.find(name);
  if (it == values_.end()) {
    values_.emplace(name, amount);
  } else {
    it->second += amount;
  }
}

double Stats::Get(std::string_view name) const {
  std::lock_guard lock(mutex_);
  const auto it = values_.find(name);
  return it == values_.end() ? 0 : it->second;
}

std::map<std::string, double> Stats::All() const {
  std::lock_guard lock(mutex_);
  return {values_.begin(), values_.end()};
}

}  // namespace kingbird::campaign
