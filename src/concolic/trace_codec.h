// The trace region (agent/concolic/trace.js) → a Path.
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "concolic/path.h"

namespace kingbird::concolic {

/// Decodes what the agent wrote. The target could have written there too: every length, number and reference is
/// checked, and what does not fit is an Error; nothing of it is trusted.
base::Result<Path> DecodeTrace(std::span<const uint8_t> region);

}  // namespace kingbird::concolic
