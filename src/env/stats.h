// Counters and timers by name ("solver.queries", "emit.minimise_ms"): what a run did, for the report and for debugging.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace kingbird::env {

/// Thread-safe.
class Stats {
 public:
  void Add(std::string_view name, double amount = 1);
  double Get(std::string_view name) const;
  /// Sorted by name.
  std::map<std::string, double> All() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, double, std::less<>> values_;
};

/// Of this process and all below it that have ended; each is waited for by the one above it, killed ones included.
double CpuSeconds();

}  // namespace kingbird::env
