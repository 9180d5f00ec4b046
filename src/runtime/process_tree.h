// What a process and everything below it use of the machine, read from /proc.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace kingbird::runtime {

struct TreeUse {
  size_t processes = 0;
  uint64_t memory_mb = 0;  ///< Private and shared anonymous memory that is resident; each process counts its own share.
};

/// Of the descendants of `root`, itself not included.
TreeUse MeasureBelow(pid_t root);

}  // namespace kingbird::runtime
