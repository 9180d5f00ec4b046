// One small query per solver: whether the libraries that were linked really work on this machine.
#pragma once

#include <string>

#include "base/result.h"

namespace kingbird::concolic {

/// The version, after x * x == 49 and x < 0 was answered with -7.
base::Result<std::string> CheckZ3();
base::Result<std::string> CheckCvc5();

}  // namespace kingbird::concolic
