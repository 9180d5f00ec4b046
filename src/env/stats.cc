#include "env/stats.h"

#include <sys/resource.h>

namespace kingbird::env {

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

double CpuSeconds() {
  double seconds = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }
  return seconds;
}

}  // namespace kingbird::env
