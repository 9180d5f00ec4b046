// What a run tells while it goes on: the phase it is in and, for the stats, how long each took.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "env/env.h"
#include "model/report_data.h"

namespace kingbird::env {

using ProgressSink = std::function<void(const model::Progress&)>;

/// The phase and the clock; the rest is the caller's to fill.
model::Progress ProgressIn(const Env& env, std::string phase);

/// Begin tells the user; the end of a phase, which is the begin of the next or of the destructor, tells the stats.
class Phases {
 public:
  /// What was before counts as resolving the target.
  Phases(Env& env, const ProgressSink& progress) : env_(env), progress_(progress), phase_("resolving") {}
  Phases(const Phases&) = delete;
  Phases& operator=(const Phases&) = delete;
  ~Phases() { Close(); }

  void Begin(std::string phase);
  const ProgressSink& progress() const { return progress_; }
  /// Of a run that was cut short: a note about which phases took the time.
  void Tell(model::RunReport& report);

 private:
  void Close();

  Env& env_;
  const ProgressSink& progress_;
  std::string phase_;
  std::chrono::milliseconds begun_{0};
  std::vector<std::pair<std::string, double>> times_;  ///< Seconds, in the order of the first begin.
};

}  // namespace kingbird::env
