// The strategies of concolic exploration (src/concolic/search/), as the user chooses them.
#pragma once

#include <cstdint>
#include <string_view>

namespace kingbird::model {

enum class SearchOrder : uint8_t { kCover, kTypeAwareDepthFirst, kTypeAwareBreadthFirst, kDepthFirst, kBreadthFirst };
std::string_view ToString(SearchOrder value);  // "cover", "ta-dfs", "ta-bfs", "dfs", "bfs"
/// Types and branches apart, as the type-aware paper has them.
inline bool IsTypeAware(SearchOrder order) {
  return order == SearchOrder::kTypeAwareDepthFirst || order == SearchOrder::kTypeAwareBreadthFirst;
}

}  // namespace kingbird::model
