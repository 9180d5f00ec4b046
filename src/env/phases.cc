#include "env/phases.h"

#include <utility>

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
  env_.stats.Add("time." + phase_ + "_s", seconds);
  env_.log.Debug("{} took {:.1f} s", phase_, seconds);
}

}  // namespace kingbird::env
