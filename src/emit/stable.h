// Only behaviour that was the same in repeated runs is asserted.
#pragma once

#include <optional>
#include <set>
#include <span>

#include "model/execution.h"

namespace kingbird::emit {

/// The common part of two descriptions: where they differ stands kCut.
model::Value CommonPart(const model::Value& a, const model::Value& b);

/// What repeated runs agree on.
struct StableBehaviour {
  model::Execution execution;  ///< The first one without what another did not repeat; differing values are cut.
  std::set<int>
      unstable_nodes;  ///< Calls and callbacks of which something was dropped: nothing may be said of their counts.
};

/// Nothing when the ends differ.
std::optional<StableBehaviour> StablePart(std::span<const model::Execution> executions);

}  // namespace kingbird::emit
