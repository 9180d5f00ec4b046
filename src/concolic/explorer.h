// The concolic loop (paper 003, algorithm 1): run, collect constraints, flip, solve, run again.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "concolic/exploration.h"
#include "concolic/runner.h"
#include "concolic/search/strategy.h"
#include "concolic/solver.h"
#include "concolic/unify.h"

namespace kingbird::concolic {

struct ExploreOptions {
  std::string strategy = "cover";
  size_t inputs = 1000;    ///< At most so many runs.
  size_t loop_limit = 3;   ///< Constraints of one site on one path beyond it are not flipped: loops and recursion.
  bool coercions = false;  ///< Try types operators are not meant for everywhere, not only where a branch stays untaken.
  Assignment start;        ///< The first input; the paper begins with a receiver and everything else absent.
  std::vector<Assignment> seeds;   ///< Where there are any: run first, instead of `start`.
  std::vector<uint32_t> counters;  ///< Coverage counters of the function; empty: not known.
  /// Those of other functions, each to be covered as well once a run has entered it.
  std::vector<std::vector<uint32_t>> callees;
  /// Of all counters those that errors lead to, not decisions: nothing but errors is tried for their sake.
  std::set<uint32_t> by_errors;
  bool plain = false;    ///< Inputs are plain data: objects with methods are of no use.
  bool patient = false;  ///< Goes on without news while it may: decisions are combined that were all taken before.
  Detours detours;       ///< What the text tells of where decisions lead.
  Caught caught;         ///< The same of where errors are caught.
  std::map<std::string, TypeSet> hints;  ///< Property name → types its uses in the text suggest (text_hints.h).
  Shapes shapes;                         ///< What the function's text expects (text_shape.h).
  ProposalLimits proposal;
  Callees* known = nullptr;            ///< What is known of the functions it calls; null: they are explored with it.
  uint32_t own = 0;                    ///< Its own place, where callees are known.
  size_t most_entries = 12;            ///< Paths of it that its callers are told of.
  const base::Clock* clock = nullptr;  ///< Null: the machine's.
  std::function<bool()> stop;          ///< Asked between runs: the deadline has passed, the user wants to end.
};

/// An unknown strategy is an error; whatever happens later is in the result. The same runner, solver and options give
/// the same result (but for solver.time_s).
base::Result<Exploration> Explore(std::string name, Runner& runner, Solver& solver, const ExploreOptions& options);

}  // namespace kingbird::concolic
