// Path patterns of --include and --exclude.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kingbird::syntax {

/// "*" and "?" stay within a folder, "**" crosses folders ("**/x" also matches "x"), "{a,b}" means either, "[ab]" one
/// of them. A pattern that names a folder matches everything below it.
bool MatchesGlob(std::string_view pattern, std::string_view path);
bool MatchesAnyGlob(const std::vector<std::string>& patterns, std::string_view path);

}  // namespace kingbird::syntax
