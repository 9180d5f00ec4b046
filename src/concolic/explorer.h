// The concolic loop (paper 003, algorithm 1): run, collect constraints, flip, solve, run again.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "concolic/exploration.h"
#include "concolic/runner.h"
#include "concolic/search/strategy.h"
#include "concolic/solve/solver.h"
#include "concolic/text/words.h"
#include "concolic/unify.h"

namespace kingbird::concolic {

struct ExploreOptions {
  model::SearchOrder strategy = model::SearchOrder::kCover;
  size_t inputs = 1000;    ///< At most so many runs.
  size_t at_once = 1;      ///< Inputs that are made before the first of them is run, where that is cheaper.
  size_t loop_limit = 3;   ///< Constraints of one site on one path beyond it are not flipped: loops and recursion.
  bool coercions = false;  ///< Try types operators are not meant for everywhere, not only where a branch stays untaken.
  Assignment start;        ///< The first input; the paper begins with a receiver and everything else absent.
  std::vector<Assignment> seeds;   ///< Where there are any: run first, instead of `start`.
  std::vector<uint32_t> counters;  ///< Coverage counters of the function; empty: not known.
  /// Those of other functions, each to be covered as well once a run has entered it.
  std::vector<std::vector<uint32_t>> callees;
  /// Those of functions that exist only while this one runs: it is to reach them, too.
  std::vector<uint32_t> nested;
  /// Of all counters those that errors lead to, not decisions: nothing but errors is tried for their sake.
  std::set<uint32_t> by_errors;
  bool describes = true;  ///< Errors, preconditions and contradictions are told, not inputs and coverage alone.
  bool plain = false;     ///< Inputs are plain data: objects with methods are of no use.
  bool patient = false;   ///< Goes on without news while it may: decisions are combined that were all taken before.
  Detours detours;        ///< What the text tells of where decisions lead.
  Behind behind;          ///< What tells where others have been; null: nobody else was anywhere.
  Caught caught;          ///< The same of where errors are caught.
  std::map<std::string, TypeSet> hints;  ///< Property name → types its uses in the text suggest (text/hints.h).
  Shapes shapes;                         ///< What the function's text expects (text/shape.h).
  Words words;                           ///< Constants that the function's text mentions (text/words.h).
  size_t parameters = 0;                 ///< How many arguments guesses pass at least.
  size_t most_vain_guesses = SIZE_MAX;   ///< In a row, without news: then there are no more.
  ProposalLimits proposal;
  Callees* known = nullptr;  ///< What is known of the functions it calls; null: they are explored with it.
  uint32_t own = 0;          ///< Its own place, where callees are known.
  size_t most_entries = 12;  ///< Paths of it that its callers are told of.
  std::function<void(const Flip& flip, Outcome outcome)> told;  ///< Of each flip, how it turned out; null: nobody.
  std::function<bool()> stop;  ///< Asked between runs: the deadline has passed, the user wants to end.
};

class Explorer;

/// An exploration that goes on: between its parts seeds are added, and others cover something. Runner, solver and clock
/// must outlive it.
class Exploring {
 public:
  static std::unique_ptr<Exploring> Begin(std::string name, Runner& runner, Solver& solver, const base::Clock& clock,
                                          ExploreOptions options);
  ~Exploring();

  void Add(std::vector<Assignment> seeds);
  /// They are missing no longer.
  void Cover(const model::Hits& hits);
  /// From here on inputs are guessed where nothing is left to flip (search/guesses.h).
  void Guess();
  /// Until there were so many inputs in all, nothing is left to try, or it is to stop.
  const Exploration& GoOn(size_t inputs, std::function<bool()> stop);

 private:
  explicit Exploring(ExploreOptions options);

  ExploreOptions options_;  // the explorer refers to them
  std::unique_ptr<Explorer> explorer_;
};

/// Whatever goes wrong is in the result. The same runner, solver and options give the same result (but for
/// solver.time_s).
Exploration Explore(std::string name, Runner& runner, Solver& solver, const base::Clock& clock,
                    const ExploreOptions& options);

}  // namespace kingbird::concolic
