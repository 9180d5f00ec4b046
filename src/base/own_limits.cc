#include "base/own_limits.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>

namespace kingbird::base {
namespace {

struct Before {
  bool known = false;
  rlimit data = {};
  rlimit core = {};
};
Before before;
std::atomic<uint64_t> own_limit = 0;

}  // namespace

void LimitOwnProcess(uint64_t memory_bytes) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  if (!before.known) {
    before.known = getrlimit(RLIMIT_DATA, &before.data) == 0 && getrlimit(RLIMIT_CORE, &before.core) == 0;
    if (!before.known) return;
  }
  // Only the soft limits, so that they can be put back.
  const rlimit data = {std::min<rlim_t>(memory_bytes, before.data.rlim_max), before.data.rlim_max};
  const rlimit core = {0, before.core.rlim_max};
  setrlimit(RLIMIT_DATA, &data);
  setrlimit(RLIMIT_CORE, &core);
  own_limit = memory_bytes;
#else
  (void)memory_bytes;
#endif
}

uint64_t OwnMemoryLimit() { return own_limit; }

void RestoreLimits() {
  if (!before.known) return;
  setrlimit(RLIMIT_DATA, &before.data);
  setrlimit(RLIMIT_CORE, &before.core);
}

}  // namespace kingbird::base
