// Finding values without a solver: inverted operators, values seen, constants and their neighbours, climbing on branch
// distance. Answers most queries in well under a millisecond.
#pragma once

#include <cstdint>
#include <memory>

#include "concolic/solve/solver.h"

namespace kingbird::concolic {

struct SearchLimits {
  int evaluations = 3000;   ///< Proposals tried.
  uint64_t work = 400'000;  ///< Nodes computed: what a large query costs.
};

/// Says kSat, kUnsat where types alone contradict a literal, or kUnknown. Deterministic.
class SearchSolver final : public Solver {
 public:
  explicit SearchSolver(SearchLimits limits = {}) : limits_(limits) {}
  Answer Solve(const Query& query) override;
  std::string_view name() const override { return "search"; }

 private:
  SearchLimits limits_;
};

}  // namespace kingbird::concolic
