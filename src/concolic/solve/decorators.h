// The links of the solver chain: each does one thing and hands the rest to the next. All own the next one;
// thread-compatible.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "concolic/solve/solver.h"
#include "concolic/solve/solver_chain.h"

namespace kingbird::concolic {

/// Counts and logs.
class RecordingSolver final : public Solver {
 public:
  RecordingSolver(std::unique_ptr<Solver> next, const base::Clock& clock, const SolverOptions& options)
      : next_(std::move(next)), statistics_(options.statistics), clock_(clock), log_(options.log) {}
  Answer Solve(const Query& query) override;
  std::string_view name() const override { return next_->name(); }

 private:
  std::unique_ptr<Solver> next_;
  SolverStatistics* statistics_;
  const base::Clock& clock_;
  std::function<void(const Query&, const Answer&, double)> log_;
};

/// Splits a query into parts that share no symbol. Parts that hold under their seeds keep them ("seeds"); each of the
/// others is solved by itself.
class SlicingSolver final : public Solver {
 public:
  explicit SlicingSolver(std::unique_ptr<Solver> next) : next_(std::move(next)) {}
  Answer Solve(const Query& query) override;
  std::string_view name() const override { return next_->name(); }

 private:
  std::unique_ptr<Solver> next_;
};

/// Remembers answers by the structure of the literals, across paths: models of the same set, and that a superset of an
/// unsatisfiable set is unsatisfiable. Unknown is remembered for the same set only.
class CachingSolver final : public Solver {
 public:
  explicit CachingSolver(std::unique_ptr<Solver> next) : next_(std::move(next)) {}
  Answer Solve(const Query& query) override;
  std::string_view name() const override { return next_->name(); }

 private:
  using Key = std::vector<uint64_t>;  ///< Sorted hashes of the literals.
  struct Known {
    Answer::Verdict verdict = Answer::Verdict::kUnknown;
    bool checked = true;
    std::unordered_map<uint64_t, Value> model;  ///< By the hash of the symbol's access path.
  };
  bool IsUnsatisfiable(const Key& key) const;

  std::unique_ptr<Solver> next_;
  std::unordered_map<uint64_t, std::pair<Key, Known>> known_;
  std::unordered_map<uint64_t, std::vector<Key>> unsatisfiable_;  ///< By the smallest hash of the set.
};

/// Tries one after the other until one knows.
class FirstOfSolver final : public Solver {
 public:
  explicit FirstOfSolver(std::vector<std::unique_ptr<Solver>> solvers) : solvers_(std::move(solvers)) {}
  Answer Solve(const Query& query) override;
  std::string_view name() const override { return "first"; }

 private:
  std::vector<std::unique_ptr<Solver>> solvers_;
};

/// The answer with its model evaluated: one that does not hold becomes an unknown, and is counted.
Answer Validated(const Query& query, Answer answer, SolverStatistics* statistics);

/// Does so with every answer.
class ValidatingSolver final : public Solver {
 public:
  ValidatingSolver(std::unique_ptr<Solver> next, SolverStatistics* statistics)
      : next_(std::move(next)), statistics_(statistics) {}
  Answer Solve(const Query& query) override;
  std::string_view name() const override { return next_->name(); }

 private:
  std::unique_ptr<Solver> next_;
  SolverStatistics* statistics_;
};

}  // namespace kingbird::concolic
