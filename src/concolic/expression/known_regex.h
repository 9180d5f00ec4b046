// The regular expressions of a run, parsed once.
#pragma once

#include "concolic/expression/expression.h"
#include "regex/regex.h"

namespace kingbird::concolic {

/// Of source and flags; null: malformed, or not known here. Valid for the life of the thread.
const regex::Regex* KnownRegex(const Value& source, const Value& flags);

}  // namespace kingbird::concolic
