#include "runtime/memory_share.h"

#include <unistd.h>

#include <algorithm>

#include "runtime/control_group.h"

namespace kingbird::runtime {

uint64_t PhysicalMemoryMb() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  const uint64_t machine = pages < 0 || page < 0 ? 0 : static_cast<uint64_t>(pages) * static_cast<uint64_t>(page) >> 20;
  const uint64_t group = MostMemoryOfGroups();
  return group > 0 ? std::min(group, machine) : machine;
}

uint64_t MemoryShareMb(uint64_t most, uint64_t least, uint64_t physical_mb, int jobs) {
  if (physical_mb == 0) return most;
  return std::min(most, std::max(least, physical_mb / (static_cast<uint64_t>(std::max(1, jobs)) + 1)));
}

}  // namespace kingbird::runtime
