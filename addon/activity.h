// What a child was doing when its deadline passed.
#pragma once

#include <sys/types.h>

#include <optional>

#include "runtime/wire.h"

namespace kingbird::addon {

/// Looks at the child for a moment. Nothing when it ended by itself meanwhile, as `pidfd` tells.
std::optional<runtime::wire::Activity> Observe(pid_t child, int pidfd);

}  // namespace kingbird::addon
