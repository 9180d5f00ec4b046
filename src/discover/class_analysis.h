// What agent/classes.js saw of the target's classes → model::Class, with each member's coverage counters placed in the
// counter space.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/class_info.h"
#include "runtime/executor.h"

namespace kingbird::discover {

/// From the name of a rewritten file's counter variable ("$k123") to the index of its first counter; nothing when no
/// file has it.
using CounterBase = std::function<std::optional<uint32_t>(const std::string& variable)>;

/// The counters that the agent found in a function's text: {"counter": "$k123", "counters": [0, 4]}.
model::Hits ReadCounters(const base::Json& json, const CounterBase& base, const char* key = "counters");

/// Parameters have names only; their types are inferred later (type_inference.h). An Error means that the description
/// is malformed.
base::Result<std::vector<model::Class>> ReadClasses(const base::Json& description, const CounterBase& base);

/// Asks the loaded target. Empty when it has no classes or looking at them ends the process.
base::Result<std::vector<model::Class>> FindClasses(runtime::Executor& executor, const CounterBase& base);

/// "LinkedList", "ds.LinkedList" or the last name of a path; null when there is none.
const model::Class* FindClass(const std::vector<model::Class>& classes, const std::string& name);

}  // namespace kingbird::discover
