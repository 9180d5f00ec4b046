// The limits of this process alone: on its memory, and on what the kernel writes down when it crashes. Memory is
// limited by RLIMIT_DATA, which counts private memory that can be written (the heap, stacks of threads), and neither
// shared mappings nor address space that is only reserved. An allocation beyond the limit fails.
#pragma once

#include <cstdint>

namespace kingbird::base {

/// Limits the memory of this process and of what it forks from now on, and has crashes leave no core file. A process
/// that uses more already cannot allocate anything. Does nothing in a build with AddressSanitizer or ThreadSanitizer,
/// whose own memory would count.
void LimitOwnProcess(uint64_t memory_bytes);

/// What LimitOwnProcess was called with; 0: it was not.
uint64_t OwnMemoryLimit();

/// Puts back the limits that the process was started with. For a forked process, and before this one becomes another
/// program: limits are inherited. Async-signal-safe.
void RestoreLimits();

}  // namespace kingbird::base
