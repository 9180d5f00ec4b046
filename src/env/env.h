// The surroundings of a run, passed explicitly and never global: what was asked (config), what happens (log, stats),
// and every source of chance, time and files, so that a test can replace each of them.
#pragma once

#include <atomic>
#include <chrono>

#include "base/clock.h"
#include "base/deadline.h"
#include "base/file_system.h"
#include "base/log.h"
#include "base/output_folder.h"
#include "base/package_files.h"
#include "base/rng.h"
#include "env/config.h"
#include "env/stats.h"

namespace kingbird::env {

/// Owns nothing but the generator; whoever makes it keeps the rest alive. Not to be copied: draws would repeat.
class Env : public base::Deadline {
 public:
  Env(const Config& config, base::Log& log, Stats& stats, base::FileSystem& files, const base::Clock& clock,
      const std::atomic<bool>& interrupted);
  Env(const Env&) = delete;
  Env& operator=(const Env&) = delete;

  const Config& config;
  base::Log& log;
  Stats& stats;
  base::FileSystem& files;
  /// What belongs to the targets: read with this, and never with `files`. Knows the folders of those that are loaded.
  base::PackageFiles package;
  const base::Clock& clock;
  const std::atomic<bool>& interrupted;  ///< Set by Ctrl-C: end soon, keep what there is.

  base::OutputFolder* output = nullptr;  ///< Where results go; none for commands that leave none.

  /// A folder of the output folder, "suite", from the root.
  base::Path Out(std::string_view folder) const { return files.Absolute(config.out) / folder; }
  /// A generator of its own for each purpose ("generate", "mine"): the same for the same seed, whoever asks first.
  base::Rng Rng(std::string_view purpose) const { return root_.Fork(purpose); }
  /// Since the Env was made.
  std::chrono::milliseconds Elapsed() const;
  /// Left of config.time_limit, or of the moment that Ctrl-C leaves; a day when there is no limit.
  std::chrono::milliseconds TimeLeft() const override;
  /// Whether less than so many percent of the time limit are left, or Ctrl-C was pressed: what comes after needs them.
  /// Once the target is loaded, percent of what was left then: a slow start leaves every step its share of the rest.
  bool Hurries(int percent) const;
  void Loaded() { loaded_at_ = Elapsed(); }
  /// Keeps at least so much of the time limit for checking the suite, and a fifth in any case. Thread-safe.
  void ReserveForChecking(std::chrono::milliseconds time) { for_checking_ = time.count(); }
  /// The time that the percentages are of; 0: no limit.
  std::chrono::milliseconds Whole() const;

  /// As long as one lives there is nothing to hand over: Ctrl-C leaves no last moment.
  class Loading {
   public:
    explicit Loading(Env& env) : env_(env) { ++env_.loading_; }
    ~Loading() { --env_.loading_; }
    Loading(const Loading&) = delete;
    Loading& operator=(const Loading&) = delete;

   private:
    Env& env_;
  };

 private:
  base::Rng root_;
  base::Clock::Time start_;
  std::chrono::milliseconds loaded_at_{0};
  std::atomic<int64_t> for_checking_ = 0;  ///< Milliseconds.
  std::atomic<int> loading_ = 0;
  mutable std::atomic<int64_t> interrupted_at_ = -1;  ///< Elapsed milliseconds when it was first noticed.
};

}  // namespace kingbird::env
