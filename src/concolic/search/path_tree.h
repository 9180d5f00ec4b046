// The branches of a function as the runs went through them: which way was taken, which was reached by a flip, which
// cannot be.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "concolic/search/seen_run.h"
#include "concolic/search/strategy.h"

namespace kingbird::concolic {

/// kInfeasible is proven for the types that the conditions are meant for; whether coercions of other types could get
/// there may be open.
enum class Edge : uint8_t { kOpen, kTaken, kFlipped, kInfeasible, kUnknown };
/// "open", "taken", "flipped", "infeasible", "unknown".
std::string_view EdgeName(Edge edge);

struct TreeNode {
  uint32_t site = 0;
  std::string condition;  ///< "(arg0 - arg1) < 3"
  struct Way {
    Edge edge = Edge::kOpen;
    size_t input = 0;  ///< Number of the first run that took it; 0: none did.
    std::vector<size_t>
        next;  ///< Indices of the branches that followed: one, unless the conditions of one lost their shadow.
  };
  std::array<Way, 2> ways;  ///< [0] the condition is falsy, [1] truthy.
};

/// Not thread-safe. Bounded: what does not fit is left out, `truncated` says so.
class PathTree {
 public:
  static constexpr size_t kMostNodes = 10000;

  /// `flipped`: the index among the run's branches of the one that the run was made to flip; npos: none.
  void Add(const SeenRun& run, size_t flipped);
  /// The other way of a branch that a flip could not reach.
  void Mark(const Flip& flip, Edge edge);

  const std::vector<TreeNode>& nodes() const { return nodes_; }
  /// Indices of the branches that came first in a run.
  const std::vector<size_t>& first() const { return first_; }
  bool truncated() const { return truncated_; }

 private:
  std::vector<TreeNode> nodes_;
  std::vector<size_t> first_;
  bool truncated_ = false;
};

/// Over all paths, by site: each way is the best of what happened to it.
struct SiteSummary {
  uint32_t site = 0;
  std::array<Edge, 2> ways = {Edge::kOpen, Edge::kOpen};
};
std::vector<SiteSummary> Summarise(const PathTree& tree);

}  // namespace kingbird::concolic
