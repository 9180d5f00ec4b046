// Type-aware concolic search (paper 003, algorithm 5): the tree that is searched consists of branches alone. A run that
// used inputs with wrong types, or elements that are not there, is followed by one in which all of them have right
// types; only then are its branches flipped.
//
// Where the paper flips the type constraints since the last branch, all that are unresolved on the path are flipped
// together: on paths that began with undefined inputs there are some before the branch, too, and resolving them one
// segment after the other would explore what lies below the branch once for each segment.
#pragma once

#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "concolic/search/kindred_types.h"
#include "concolic/search/strategy.h"

namespace kingbird::concolic {

enum class Order : uint8_t { kDepthFirst, kBreadthFirst };

class TypeAware : public Strategy {
 public:
  /// Runs without new code, after which no further rounds of loops are tried.
  static constexpr size_t kPatience = 60;

  explicit TypeAware(Order order) : order_(order) {}
  std::string_view name() const override { return order_ == Order::kDepthFirst ? "ta-dfs" : "ta-bfs"; }
  void Absorb(const std::shared_ptr<const SeenRun>& run, const Progress& progress) override;
  std::optional<Flip> Next(const Progress& progress) override;
  void Tell(const Flip& flip, Outcome outcome) override;

 private:
  void ListBranches(const std::shared_ptr<const SeenRun>& run);
  std::optional<Flip> NextBranch(const Progress& progress);
  std::optional<Flip> LeftBehind(const Progress& progress);

  Order order_;
  size_t without_cover_ = 0;
  KindredTypes kindred_;
  std::vector<Flip> resolving_;
  std::deque<uint64_t> open_;                ///< Prefixes to reach …
  std::deque<uint64_t> deeper_;              ///< Those of further rounds of loops, and of which name a key is.
  std::unordered_map<uint64_t, Flip> best_;  ///< … and how: from the latest run that passes by.
  std::unordered_set<uint64_t> taken_;       ///< Prefixes of runs.
  std::unordered_set<uint64_t> tried_;
  std::unordered_set<uint64_t> given_up_;  ///< Uses, with the prefix they come after, that could not be resolved.
  /// Runs whose types were resolved: their branches count only where no other run took them.
  std::vector<std::shared_ptr<const SeenRun>> left_behind_;
};

}  // namespace kingbird::concolic
