#include "concolic/solve/decorators.h"

#include <chrono>

#include "concolic/solve/query.h"

namespace kingbird::concolic {

Answer RecordingSolver::Solve(const Query& query) {
  const base::Clock::Time begin = clock_.Now();
  Answer answer = next_->Solve(query);
  const double seconds = std::chrono::duration<double>(clock_.Now() - begin).count();
  if (statistics_ != nullptr) {
    ++statistics_->queries;
    statistics_->time_s += seconds;
    ++(answer.verdict == Answer::Verdict::kSat     ? statistics_->sat
       : answer.verdict == Answer::Verdict::kUnsat ? statistics_->unsat
                                                   : statistics_->unknown);
    if (answer.verdict == Answer::Verdict::kSat && !answer.checked) ++statistics_->guesses;
    auto& engine = statistics_->by_solver[answer.verdict == Answer::Verdict::kUnknown ? "unknown" : answer.solver];
    ++engine.answers;
    engine.time_s += seconds;
  }
  if (log_) log_(query, answer, seconds);
  return answer;
}

Answer FirstOfSolver::Solve(const Query& query) {
  Answer answer;
  for (const auto& solver : solvers_) {
    answer = solver->Solve(query);
    if (answer.verdict != Answer::Verdict::kUnknown) break;
  }
  return answer;
}

Answer ValidatingSolver::Solve(const Query& query) { return Validated(query, next_->Solve(query), statistics_); }

Answer Validated(const Query& query, Answer answer, SolverStatistics* statistics) {
  if (answer.verdict != Answer::Verdict::kSat) return answer;
  std::vector<Value> values = StartValues(query);
  bool sound = true;
  for (const auto& [symbol, value] : answer.model) {
    if (symbol < values.size()) {
      values[symbol] = value;
    } else {
      sound = false;
    }
  }
  const Verification verdict = sound ? Verify(query, values) : Verification::kFails;
  answer.checked = verdict == Verification::kHolds;
  if (verdict != Verification::kFails) return answer;
  if (statistics != nullptr) {
    ++statistics->invalid;
    ++statistics->by_solver[answer.solver].wrong;
  }
  Answer unknown;
  unknown.solver = std::move(answer.solver);
  return unknown;
}

}  // namespace kingbird::concolic
