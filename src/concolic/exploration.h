// What exploring one function gave.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "concolic/guard_paths.h"
#include "concolic/input.h"
#include "concolic/precondition.h"
#include "concolic/search/path_tree.h"
#include "concolic/search/proposal.h"
#include "concolic/search/seen_run.h"
#include "concolic/unify.h"

namespace kingbird::concolic {

/// An error that was reached; the same cause is listed once, with the first input that reached it.
struct ExploredError {
  std::string message;  ///< "TypeError: Cannot read properties of undefined (reading 'bar')"
  std::string where;    ///< Run::where.
  Assignment input;
  size_t number = 0;        ///< Of the input.
  size_t times = 1;         ///< Inputs that ended so.
  bool well_typed = false;  ///< No use had a wrong type before the error.
  bool deliberate =
      false;  ///< A `throw` of the program, not an error that the engine raised or the end of the process.

  /// The function fails on what it seems to be meant for.
  bool IsFailure() const { return well_typed && !deliberate; }
};

/// One input that was run. What the run did not read is left out of it.
struct ExploredInput {
  Assignment input;
  bool representative = false;  ///< Ended without an exception.
  bool well_typed = false;      ///< Every use had a right type.
  bool news = false;            ///< Covered something, or took a branch in a direction, that no earlier input did.
  // With ExploreOptions::describes:
  std::optional<model::Value> returned = {};  ///< What the call returned.
  std::string error = {};                     ///< As ExploredError::message; "" where none ended the run.
  std::string where = {};                     ///< Run::where.
};

struct FoundContradiction {
  Contradiction what;
  Assignment input;
};

/// What was lost at one place, over all runs.
struct LostThere {
  size_t runs = 0;
  std::map<uint32_t, Loss::Ways> decisions;  ///< Loss::decisions.

  void Add(const Loss& loss) {
    ++runs;
    for (const auto& [site, ways] : loss.decisions) {
      decisions[site].truthy |= ways.truthy;
      decisions[site].falsy |= ways.falsy;
    }
  }
};

struct Exploration {
  std::string name;
  std::string strategy;
  std::vector<ExploredInput> inputs;  ///< In the order of the runs.
  size_t representative = 0;          ///< Inputs that ended without an exception.
  size_t exceptions = 0;              ///< The others.
  size_t paths = 0;                   ///< Different ones.
  size_t diverged = 0;                ///< Inputs that did not do what they were made for.
  size_t repeated = 0;                ///< Flips that led to an input that had been run.
  size_t covered = 0;                 ///< Of ExploreOptions::counters.
  size_t counters = 0;
  bool misses = false;  ///< Some of the function's code, or of functions inside it, was not reached.
  std::vector<ExploredError> errors;
  PathTree tree;
  Preconditions preconditions;
  GuardPaths guard;
  QueryCounts solver;
  std::vector<FoundContradiction> contradictions;
  std::map<std::string, uint32_t> concretised;                   ///< What was lost → in how many runs.
  std::map<std::pair<uint32_t, std::string>, LostThere> losses;  ///< The same by place.
  std::set<uint32_t> callees;  ///< Functions that were entered with inputs; only where callees are known by themselves.
  std::vector<CalleePath>
      entries;  ///< For callers, one for each entry of the precondition; only where callees are known.
  /// What runs that ended well and were news passed to callees.
  std::map<uint32_t, std::vector<Assignment>> passed;
  bool exhausted = false;  ///< The strategy had nothing left; otherwise a limit or an interruption ended it.
  std::optional<base::Error> failure;  ///< Runs stopped being possible; the rest is what there was before.
};

/// As in the contract of summary.json, with `tree` [{site, condition, ways}…], `sites` and the counts.
base::Json ToJson(const Exploration& exploration);

}  // namespace kingbird::concolic
