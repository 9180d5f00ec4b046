#pragma once

#include <string>

#include "base/result.h"

namespace kingbird::load {

/// Of kDoesNotLoad and kEndsWhileLoaded: one clear line out of what Node said (a stack trace, usually), and what to do
/// when that is known. Other errors pass unchanged, cut to their first line.
base::Error ExplainLoadFailure(const base::Error& error, const std::string& target);

}  // namespace kingbird::load
