#include "env/env.h"

#include <algorithm>

namespace kingbird::env {
namespace {

// After Ctrl-C, for putting together what there is; writing comes on top.
constexpr std::chrono::milliseconds kLastMoment{1900};

constexpr int kForChecking = 20;  // percent

}  // namespace

Env::Env(const Config& config_in, base::Log& log_in, Stats& stats_in, base::FileSystem& files_in,
         const base::Clock& clock_in, const std::atomic<bool>& interrupted_in)
    : config(config_in),
      log(log_in),
      stats(stats_in),
      files(files_in),
      package(files_in),
      clock(clock_in),
      interrupted(interrupted_in),
      root_(config_in.seed),
      start_(clock_in.Now()) {}

std::chrono::milliseconds Env::Elapsed() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(clock.Now() - start_);
}

std::chrono::milliseconds Env::TimeLeft() const {
  using std::chrono::milliseconds;
  milliseconds left = config.time_limit.count() == 0 ? std::chrono::hours(24) : config.time_limit - Elapsed();
  if (interrupted) {
    int64_t noticed = -1;
    interrupted_at_.compare_exchange_strong(noticed, Elapsed().count());
    const milliseconds moment = loading_ > 0 ? milliseconds(0) : kLastMoment;
    left = std::min(left, moment - (Elapsed() - milliseconds(interrupted_at_)));
  }
  return std::max(milliseconds(0), left);
}

std::chrono::milliseconds Env::Whole() const {
  return config.time_limit.count() == 0 ? config.time_limit
                                        : std::max(std::chrono::milliseconds(1), config.time_limit - loaded_at_);
}

bool Env::Hurries(int percent) const {
  // Checking starts Node and loads the target again, however little is left: what it needs is part of the whole limit.
  // The steps before it share the rest.
  const int checking = std::min(percent, kForChecking);
  const std::chrono::milliseconds reserved =
      std::min(Whole(), std::max(config.time_limit * kForChecking / 100, std::chrono::milliseconds(for_checking_)));
  const auto needed =
      reserved * checking / kForChecking + (Whole() - reserved) * (percent - checking) / (100 - kForChecking);
  return interrupted || (config.time_limit.count() > 0 && TimeLeft() <= needed);
}

}  // namespace kingbird::env
