// Plain data as inputs of the concolic search and back: what a literal in a test can say and a solver can choose.
#pragma once

#include <optional>

#include "concolic/input.h"
#include "model/value.h"

namespace kingbird::explore {

/// Nothing for what is not plain data: dates, maps, instances, symbols, holes …
std::optional<concolic::Input> InputOf(const model::Value& value);

/// Nothing for functions, instances and arrays of no sensible length. Absent is undefined.
std::optional<model::Value> LiteralOf(const concolic::Input& input);

}  // namespace kingbird::explore
