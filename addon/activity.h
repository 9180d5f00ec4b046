// What a child was doing when its deadline passed.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

#include "runtime/wire.h"

namespace kingbird::addon {

/// How long the child, since it began, was ready to run and was not given a processor. 0 where the kernel does not say.
int64_t QueuedMicroseconds(pid_t child);

/// Looks at the child for a moment. Nothing when it ended by itself meanwhile, as `pidfd` tells.
std::optional<runtime::wire::Activity> Observe(pid_t child, int pidfd);

}  // namespace kingbird::addon
