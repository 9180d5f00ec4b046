#include "model/search_order.h"

namespace kingbird::model {

std::string_view ToString(SearchOrder value) {
  switch (value) {
    case SearchOrder::kCover:
      return "cover";
    case SearchOrder::kTypeAwareDepthFirst:
      return "ta-dfs";
    case SearchOrder::kTypeAwareBreadthFirst:
      return "ta-bfs";
    case SearchOrder::kDepthFirst:
      return "dfs";
    case SearchOrder::kBreadthFirst:
      return "bfs";
  }
  return "";
}

}  // namespace kingbird::model
