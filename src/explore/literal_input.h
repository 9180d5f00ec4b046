// Plain data as inputs of the concolic search: what a literal in a test can say and a solver can choose. The way back:
// input_arguments.h.
#pragma once

#include <optional>

#include "concolic/input.h"
#include "model/value.h"

namespace kingbird::explore {

/// Nothing for what is not plain data: dates, maps, instances, symbols, holes …
std::optional<concolic::Input> InputOf(const model::Value& value);

}  // namespace kingbird::explore
