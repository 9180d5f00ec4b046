// From the outside in: record, split into independent parts, check models, look into the cache, look for
// contradictions, search, ask the engines.
#include "concolic/solve/solver_chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "concolic/solve/decorators.h"
#include "concolic/solve/facts.h"
#include "concolic/solve/race.h"
#include "concolic/solve/smt_engine.h"

namespace kingbird::concolic {
namespace {

/// An engine that has no answer to so many is not what it should be.
constexpr uint64_t kManyQuestions = 3;
constexpr std::array<std::string_view, 2> kEngines = {"z3", "cvc5"};

}  // namespace

void SolverStatistics::Add(const SolverStatistics& more) {
  queries += more.queries;
  sat += more.sat;
  unsat += more.unsat;
  unknown += more.unknown;
  guesses += more.guesses;
  invalid += more.invalid;
  time_s += more.time_s;
  for (const auto& [name, engine] : more.by_solver) {
    Engine& sum = by_solver[name];
    sum.answers += engine.answers;
    sum.time_s += engine.time_s;
    sum.broken += engine.broken;
    sum.silent += engine.silent;
    sum.wrong += engine.wrong;
  }
}

std::string Troubles(const SolverStatistics& statistics) {
  // Kingbird's own solvers guess, and every answer is checked: a wrong one is nothing to tell the user.
  std::map<std::string, SolverStatistics::Engine> engines = statistics.by_solver;
  std::erase_if(engines, [](const auto& one) { return std::ranges::find(kEngines, one.first) == kEngines.end(); });
  // Where no engine has an answer, the questions are hard; one that is silent where another answers has a fault.
  const bool silence_is_strange = engines.size() == 1 || std::ranges::any_of(engines, [](const auto& one) {
                                    return one.second.answers > 0 || one.second.broken > 0;
                                  });
  std::vector<std::string> lines;
  for (const auto& [name, engine] : engines) {
    std::vector<std::string> parts;
    if (engine.broken > 0) parts.push_back(fmt::format("broke down on {} questions", engine.broken));
    if (engine.wrong > 0) parts.push_back(fmt::format("gave {} answers that are wrong", engine.wrong));
    if (silence_is_strange && engine.answers == 0 && engine.silent >= kManyQuestions)
      parts.push_back(fmt::format("had no answer to any of {} questions", engine.silent));
    if (!parts.empty()) lines.push_back(name + " " + base::Join(parts, ", "));
  }
  return base::Join(lines, "; ");
}

base::Result<std::unique_ptr<Solver>> MakeEngine(const std::string& name) {
  if (name == "z3") return MakeZ3Engine();
  if (name == "cvc5") return MakeCvc5Engine();
  return base::UsageError(fmt::format("there is no solver '{}'", name), "z3 and cvc5 are there");
}

base::Result<std::unique_ptr<Solver>> MakeSolver(const base::Clock& clock, const SolverOptions& options) {
  std::vector<std::unique_ptr<Solver>> engines;
  for (const std::string& name : options.engines) {
    ASSIGN_OR_RETURN(std::unique_ptr<Solver> engine, MakeEngine(name));
    engines.push_back(std::move(engine));
  }
  return MakeSolver(clock, options, std::move(engines));
}

std::unique_ptr<Solver> MakeSolver(const base::Clock& clock, const SolverOptions& options,
                                   std::vector<std::unique_ptr<Solver>> engines) {
  std::vector<std::unique_ptr<Solver>> solvers;
  solvers.push_back(std::make_unique<FactsSolver>());
  if (options.search) solvers.push_back(std::make_unique<SearchSolver>(options.limits));
  if (!engines.empty()) solvers.push_back(std::make_unique<RacingSolver>(std::move(engines), clock, options));
  std::unique_ptr<Solver> solver = std::make_unique<FirstOfSolver>(std::move(solvers));
  if (options.cache) solver = std::make_unique<CachingSolver>(std::move(solver));
  solver = std::make_unique<ValidatingSolver>(std::move(solver), options.statistics);
  solver = std::make_unique<SlicingSolver>(std::move(solver));
  return std::make_unique<RecordingSolver>(std::move(solver), clock, options);
}

}  // namespace kingbird::concolic
