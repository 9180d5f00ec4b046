#include "env/phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace kingbird::env {

model::Progress ProgressIn(const Env& env, std::string phase) {
  model::Progress progress;
  progress.phase = std::move(phase);
  progress.elapsed_s = static_cast<double>(env.Elapsed().count()) / 1000;
  progress.limit_s = static_cast<double>(env.config.time_limit.count()) / 1000;
  return progress;
}

void Phases::Begin(std::string phase) {
  Close();
  begun_ = env_.Elapsed();
  phase_ = std::move(phase);
  progress_(ProgressIn(env_, phase_));
}

void Phases::Close() {
  if (phase_.empty()) return;
  const double seconds = static_cast<double>((env_.Elapsed() - begun_).count()) / 1000;
  auto known = std::find_if(times_.begin(), times_.end(), [&](const auto& time) { return time.first == phase_; });
  if (known == times_.end()) known = times_.insert(times_.end(), {phase_, 0});
  known->second += seconds;
  env_.stats.Add("time." + phase_ + "_s", seconds);
  env_.log.Debug("{} took {:.1f} s", phase_, seconds);
}

void Phases::Tell(model::RunReport& report) {
  Close();
  phase_.clear();
  const bool used = env_.config.time_limit.count() > 0 && env_.TimeLeft() * 10 < env_.config.time_limit;
  if (!report.interrupted && !used) return;
  std::vector<std::string> parts;
  for (const auto& [phase, seconds] : times_) parts.push_back(fmt::format("{} {:.1f} s", phase, seconds));
  report.notes.push_back("the time went to " + base::Join(parts, ", "));
}

}  // namespace kingbird::env
