// From the outside in: record, split into independent parts, check models, look into the cache, search, ask the
// engines.
#include "concolic/solver_chain.h"

#include <fmt/format.h>

#include "concolic/decorators.h"
#include "concolic/race.h"
#include "concolic/smt_engine.h"

namespace kingbird::concolic {

base::Result<std::unique_ptr<Solver>> MakeEngine(const std::string& name) {
  if (name == "z3") return MakeZ3Engine();
  if (name == "cvc5") return MakeCvc5Engine();
  return base::UsageError(fmt::format("there is no solver '{}'", name), "z3 and cvc5 are there");
}

base::Result<std::unique_ptr<Solver>> MakeSolver(const SolverOptions& options) {
  std::vector<std::unique_ptr<Solver>> engines;
  for (const std::string& name : options.engines) {
    ASSIGN_OR_RETURN(std::unique_ptr<Solver> engine, MakeEngine(name));
    engines.push_back(std::move(engine));
  }
  return MakeSolver(options, std::move(engines));
}

std::unique_ptr<Solver> MakeSolver(const SolverOptions& options, std::vector<std::unique_ptr<Solver>> engines) {
  std::vector<std::unique_ptr<Solver>> solvers;
  if (options.search) solvers.push_back(std::make_unique<SearchSolver>(options.limits));
  if (!engines.empty()) solvers.push_back(std::make_unique<RacingSolver>(std::move(engines), options));
  std::unique_ptr<Solver> solver = std::make_unique<FirstOfSolver>(std::move(solvers));
  if (options.cache) solver = std::make_unique<CachingSolver>(std::move(solver));
  solver = std::make_unique<ValidatingSolver>(std::move(solver), options.statistics);
  solver = std::make_unique<SlicingSolver>(std::move(solver));
  return std::make_unique<RecordingSolver>(std::move(solver), options);
}

}  // namespace kingbird::concolic
