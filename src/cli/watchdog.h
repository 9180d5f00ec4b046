// The last resort of a run. Phases ask the deadline (base/deadline.h) and end by themselves. Where one does not, or
// where memory runs out or the program crashes, the watchdog ends the process: with one clear line, the last words of
// the run, and an exit code. It is a thread, so it works whatever the main thread does.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

#include "env/config.h"

namespace kingbird::cli {

/// How long after the time limit a run may still write before the watchdog ends it: 2.5 s, or a tenth of longer
/// limits. With a limit of 10 s and a second for its last words a run takes 13.5 s at most.
std::chrono::milliseconds GraceOf(std::chrono::milliseconds time_limit);

/// The memory that the process has where the user sets none: a quarter of the machine's, from 512 MiB to 2 GiB.
uint64_t DefaultMemoryMb(uint64_t physical_mb);

/// Starts the thread, limits the memory of the process, and takes over failed allocations and crashes. To be called
/// once, before other threads start.
void StartWatchdog();

/// The process is about to return from main: from now on nothing ends it early.
void StopWatchdog();

/// Gives the process the memory that the user wants it to have.
void LimitMemory(const env::Config& config);

/// The time of a run counts from now on. `interrupted` lives as long as the process: once it is set, the run has a few
/// seconds left.
void WatchTime(const env::Config& config, const std::atomic<bool>& interrupted);

/// What is done before the process ends early. As long as the object lives. The function is called at most once, in the
/// watchdog's thread, while the other threads go on; the process ends when it returns, or a second later.
class LastWords {
 public:
  /// `say` gets the reason: "the time limit of 10 s was over".
  explicit LastWords(std::function<void(const std::string& reason)> say);
  /// Waits for words that are being said, that is for the end of the process.
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;
};

}  // namespace kingbird::cli
