// Conventional concolic search (paper 003, algorithms 1 and 4): type and branch constraints alike are flipped one by
// one. Depth-first takes the last constraint that is left, breadth-first the oldest.
#pragma once

#include <deque>
#include <unordered_set>

#include "concolic/search/strategy.h"

namespace kingbird::concolic {

enum class Order : uint8_t { kDepthFirst, kBreadthFirst };

class TypeAgnostic : public Strategy {
 public:
  explicit TypeAgnostic(Order order) : order_(order) {}
  std::string_view name() const override { return order_ == Order::kDepthFirst ? "dfs" : "bfs"; }
  void Absorb(const std::shared_ptr<const SeenRun>& run, const Progress& progress) override;
  std::optional<Flip> Next(const Progress& progress) override;
  void Tell(const Flip& flip, Outcome outcome) override;

 private:
  struct Candidate {
    Flip flip;
    uint64_t path;  ///< The prefix it would lead to.
  };
  Order order_;
  std::deque<Candidate> open_;
  std::unordered_set<uint64_t> listed_;  ///< Prefixes that are, or were, in open_.
  std::unordered_set<uint64_t> taken_;   ///< Prefixes of runs.
};

}  // namespace kingbird::concolic
