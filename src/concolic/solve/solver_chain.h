// The solver of an exploration: decorators around engines, put together in one place.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "concolic/solve/search.h"
#include "concolic/solve/solver.h"

namespace kingbird::concolic {

/// What a chain was asked and who answered.
struct SolverStatistics {
  struct Engine {
    uint64_t answers = 0;  ///< Sat or unsat.
    double time_s = 0;     ///< Time of the queries it answered; "unknown": of those nobody answered.
    uint64_t broken = 0;   ///< It died, or what it said was no answer.
    uint64_t silent = 0;   ///< It did not know, or had not answered when the time of the query was over.
    uint64_t wrong = 0;    ///< Models that failed the check.
  };
  uint64_t queries = 0;
  uint64_t sat = 0;
  uint64_t unsat = 0;
  uint64_t unknown = 0;
  uint64_t guesses = 0;  ///< Among sat: not all of it could be checked.
  uint64_t invalid = 0;  ///< Models that failed the check: an engine's answer that was not used.
  double time_s = 0;
  std::map<std::string, Engine> by_solver;

  void Add(const SolverStatistics& more);
};

/// "z3 broke down on 3 questions": what went wrong with engines, for the user; "" where nothing is worth telling (an
/// engine that does not know once is nothing special, one that never does is).
std::string Troubles(const SolverStatistics& statistics);

struct SolverOptions {
  bool search = true;
  bool cache = true;
  SearchLimits limits;
  /// In the order of preference for arithmetic; strings go to cvc5 first. Empty: no engine, only search.
  std::vector<std::string> engines = {"z3", "cvc5"};
  /// After so long the next engine is asked as well. As long as a query may take: one after the other, so that the
  /// same queries have the same answers whatever else the machine does.
  std::chrono::milliseconds head_start{300};
  SolverStatistics* statistics = nullptr;  ///< Must outlive the solver; may be null.
  /// Called after each query with the seconds it took.
  std::function<void(const Query&, const Answer&, double)> log;
};

/// "z3" or "cvc5"; a usage error for another name.
base::Result<std::unique_ptr<Solver>> MakeEngine(const std::string& name);

/// The chain; the clock must outlive it. An error only if an engine does not exist.
base::Result<std::unique_ptr<Solver>> MakeSolver(const base::Clock& clock, const SolverOptions& options);
/// The same around engines of the caller's: for tests.
std::unique_ptr<Solver> MakeSolver(const base::Clock& clock, const SolverOptions& options,
                                   std::vector<std::unique_ptr<Solver>> engines);

}  // namespace kingbird::concolic
