// "did you mean …?"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kingbird::cli {

/// The known word with the fewest edits (at most two, fewer for short words), or "".
std::string Nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace kingbird::cli
