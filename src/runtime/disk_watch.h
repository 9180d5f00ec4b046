// Watches how much of the disk a program takes that may write in folders of the host.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <span>

#include "base/subprocess.h"

namespace kingbird::runtime {

/// Compares the folders of `HelperRights::writable` with what they held when the object was made.
class DiskWatch {
 public:
  explicit DiskWatch(const base::HelperRights& rights);

  /// Whether the folders have grown beyond `most_bytes` or `most_files`. Files that `processes` removed but hold open
  /// count.
  bool HasGrownBeyond(std::span<const pid_t> processes);
  /// The same, to be asked again and again: looks only after a pause that is long compared with the time a look takes,
  /// and answers false meanwhile.
  bool IsBeyond(std::span<const pid_t> processes);

 private:
  struct Held {
    uint64_t megabytes = 0;
    uint64_t files = 0;
  };
  Held Measure(std::span<const pid_t> processes);

  const base::HelperRights& rights_;
  std::chrono::steady_clock::time_point next_look_;
  Held first_;
};

}  // namespace kingbird::runtime
