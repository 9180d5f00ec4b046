// From a flip to an input: types are tried, the solver is asked for values, and what the run is expected to do is
// written down so that it can be checked.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "concolic/search/flip_plan.h"
#include "concolic/search/strategy.h"
#include "concolic/solve/solver.h"

namespace kingbird::concolic {

struct Proposal {
  Answer::Verdict verdict = Answer::Verdict::kUnknown;
  Assignment input;  ///< kSat
  /// kSat: branches the run has to take, in order; what comes between does not matter. The flipped one is the last.
  std::vector<std::pair<uint32_t, bool>> branches;
  /// kSat, where types are flipped: labels of type constraints and how one of them at least has to turn out.
  std::vector<std::pair<uint64_t, bool>> uses;
};

/// Whether the run did what was asked.
bool Took(const SeenRun& run, const Proposal& proposal);

/// The index of the flipped branch among the branches of the run that took it; npos where types were flipped.
size_t FlippedBranch(const SeenRun& run, const Proposal& proposal);

struct QueryCounts {
  size_t queries = 0;
  size_t sat = 0;
  size_t unsat = 0;
  size_t unknown = 0;
  double time_s = 0;
  std::map<std::string, size_t> by;  ///< Who answered.
};

struct ProposalLimits {
  std::chrono::milliseconds query_time{2000};
  size_t queries = 16;  ///< For one flip, with different types.
};

/// Thread-compatible. The solver and the clock must outlive it.
class Proposer {
 public:
  Proposer(Solver& solver, const base::Clock& clock, ProposalLimits limits)
      : solver_(solver), clock_(clock), limits_(limits) {}
  Proposal Propose(const Flip& flip, const Progress& progress);
  const QueryCounts& statistics() const { return statistics_; }

  /// Of all symbols of a run, and the values that are not the run's or the types' first ones.
  struct Solution {
    std::vector<Type> types;
    std::map<SymbolId, Value> model;
  };

 private:
  Answer Ask(const Query& query);
  /// Tries choices of types, beginning with those of the solution; sat: it has the one that works, and the values.
  Answer::Verdict Try(const Flip& flip, const FlipPlan& plan, const std::vector<Literal>& literals, Solution& solution);
  void TryAlso(const Flip& flip, const Progress& progress, std::set<SymbolId> taken, Solution& solution);

  Solver& solver_;
  const base::Clock& clock_;
  ProposalLimits limits_;
  QueryCounts statistics_;
};

}  // namespace kingbird::concolic
