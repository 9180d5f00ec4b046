// Small files that a suite loads before its target.
#pragma once

#include <string>
#include <vector>

namespace kingbird::emit {

/// environment.cjs: sets the variables "NAME=value", and asks for those that are only named.
std::string EnvironmentFile(const std::vector<std::string>& environment);

}  // namespace kingbird::emit
