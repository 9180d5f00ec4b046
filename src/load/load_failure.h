#pragma once

#include <string>

#include "base/result.h"

namespace kingbird::load {

/// One clear line out of what Node said when a target did not load (a stack trace, usually), and what to do when that
/// is known. Errors that are not about loading pass unchanged, cut to their first line.
base::Error ExplainLoadFailure(const base::Error& error, const std::string& target);

}  // namespace kingbird::load
