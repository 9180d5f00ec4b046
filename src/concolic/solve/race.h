// Several engines on one query: the one that suits it first, the next one after a while or when the first does not
// know.
#pragma once

#include <memory>
#include <vector>

#include "concolic/solve/solver.h"
#include "concolic/solve/solver_chain.h"

namespace kingbird::concolic {

/// True if a query is about strings: what cvc5 is better at.
bool IsAboutText(const Query& query);

/// Each engine runs in a forked process that is killed when another one has answered or time is up, so one that hangs,
/// crashes or eats memory is an "unknown". Models are evaluated before they count. Thread-compatible.
class RacingSolver final : public Solver {
 public:
  RacingSolver(std::vector<std::unique_ptr<Solver>> engines, const base::Clock& clock, const SolverOptions& options)
      : engines_(std::move(engines)), statistics_(options.statistics), clock_(clock), head_start_(options.head_start) {}
  Answer Solve(const Query& query) override;
  std::string_view name() const override { return "race"; }

 private:
  std::vector<Solver*> Order(const Query& query) const;

  std::vector<std::unique_ptr<Solver>> engines_;
  SolverStatistics* statistics_;
  const base::Clock& clock_;
  std::chrono::milliseconds head_start_;
};

}  // namespace kingbird::concolic
