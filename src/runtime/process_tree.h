// What a process and everything below it use of the machine, read from /proc.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <vector>

namespace kingbird::runtime {

struct TreeUse {
  std::vector<pid_t> processes;
  uint64_t memory_mb = 0;  ///< Private and shared anonymous memory that is resident; each process counts its own share.
  std::chrono::milliseconds computed{0};  ///< Time of processors, theirs and of what they have waited for.
  bool running = false;                   ///< One of them is computing, or would if it were let.
};

/// Of the descendants of `root`, itself not included.
TreeUse MeasureBelow(pid_t root);

}  // namespace kingbird::runtime
