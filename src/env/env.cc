#include "env/env.h"

#include <algorithm>

namespace kingbird::env {

Env::Env(const Config& config_in, base::Log& log_in, Stats& stats_in, base::FileSystem& files_in,
         const base::Clock& clock_in, const std::atomic<bool>& interrupted_in)
    : config(config_in),
      log(log_in),
      stats(stats_in),
      files(files_in),
      clock(clock_in),
      interrupted(interrupted_in),
      root_(config_in.seed),
      start_(clock_in.Now()) {}

std::chrono::milliseconds Env::Elapsed() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(clock.Now() - start_);
}

std::chrono::milliseconds Env::TimeLeft() const {
  if (config.time_limit.count() == 0) return std::chrono::hours(24);
  return std::max(std::chrono::milliseconds(0), config.time_limit - Elapsed());
}

}  // namespace kingbird::env
