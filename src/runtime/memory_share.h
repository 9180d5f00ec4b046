// How much of the machine's memory a sandbox may use when several run at once.
#pragma once

#include <cstdint>

namespace kingbird::runtime {

/// What this process can have at most, in MiB: the machine's memory, or that of the container. 0 when nobody knows.
uint64_t PhysicalMemoryMb();

/// `most`, but all sandboxes and the core together have no more than the machine; and not less than `least`, which one
/// test may use.
uint64_t MemoryShareMb(uint64_t most, uint64_t least, uint64_t physical_mb, int jobs);

}  // namespace kingbird::runtime
