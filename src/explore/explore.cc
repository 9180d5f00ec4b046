// stage with shadows and counters → load → list the functions → explore each for itself → report.
#include "explore/explore.h"

#include <fmt/format.h>

#include <chrono>

#include "base/text.h"
#include "concolic/explorer.h"
#include "concolic/solver_chain.h"
#include "env/run_options.h"
#include "explore/functions.h"
#include "explore/precondition_book.h"
#include "load/loaded_target.h"
#include "loop/coverage_totals.h"
#include "suite/describe_run.h"

namespace kingbird::explore {
namespace {

constexpr std::chrono::milliseconds kListTime{20000};
constexpr size_t kMostNames = 12;
/// How often a place may decide on one path before its decisions are left as they are.
constexpr size_t kLoopLimit = 8;

base::Error NoSuchFunction(const std::string& member, const std::vector<ExplorableFunction>& all) {
  std::vector<std::string> names;
  for (const ExplorableFunction& function : all) {
    if (names.size() < kMostNames) names.push_back(function.name);
  }
  const std::string advice = names.empty() ? "it has no functions" : "it has " + base::Join(names, ", ");
  return base::NotFoundError(fmt::format("there is no function {}", member), advice);
}

concolic::ExploreOptions OptionsOf(env::Env& env, const ExplorableFunction& function) {
  concolic::ExploreOptions options;
  options.strategy = env.config.strategy;
  options.inputs = static_cast<size_t>(env.config.inputs);
  options.coercions = env.config.coercions;
  options.counters = function.counters;
  options.loop_limit = kLoopLimit;
  // A method is called on something.
  options.start.self.type = concolic::Type::kObject;
  options.clock = &env.clock;
  options.stop = [&env] { return env.interrupted || env.TimeLeft().count() <= 0; };
  return options;
}

}  // namespace

base::Result<Explored> RunExplore(env::Env& env, const target::Target& target, const env::ProgressSink& progress) {
  env::Phases phases(env, progress);
  phases.Begin("loading");
  load::PrepareOptions preparing;
  preparing.passes = {syntax::PassKind::kConcolic, syntax::PassKind::kCoverage};
  preparing.callable = false;
  preparing.stand_ins = env.config.stub_callees;
  target::Target whole = target;
  whole.member.clear();
  ASSIGN_OR_RETURN(load::LoadedTarget loaded, load::Prepare(env, whole, preparing));
  runtime::Executor& executor = *loaded.executor;

  phases.Begin("exploring");
  const base::Json question = {{"ask", "concolic"}};
  ASSIGN_OR_RETURN(const std::vector<base::Json> answers, executor.Ask({&question, 1}, kListTime));
  ASSIGN_OR_RETURN(const std::vector<ExplorableFunction> all, FunctionsOf(loaded.stage.manifest, answers[0]));
  const std::vector<ExplorableFunction> wanted = Named(all, target.member);
  if (wanted.empty() && !target.member.empty()) return NoSuchFunction(target.member, all);

  Explored explored;
  concolic::SolverOptions solving;
  ASSIGN_OR_RETURN(const std::unique_ptr<concolic::Solver> solver, concolic::MakeSolver(solving));
  syntax::CoverageMap covered(loaded.stage.manifest.size());
  covered.Add(executor.LoadHits());
  const SiteIndex sites(loaded.stage.manifest, answers[0]);
  PreconditionBook book(env, target, sites, all);
  const auto begun = env.Elapsed();
  for (const ExplorableFunction& function : wanted) {
    if (env.interrupted || env.TimeLeft().count() <= 0) break;
    ExploredFunction result;
    result.file = function.file;
    result.name = function.name;
    result.line = function.line;
    result.found = function.found;
    // Who wants to see preconditions does not ask how they came about.
    result.recalled = function.found && !env.config.preconditions.empty() && book.Recall(function);
    if (function.found && !result.recalled) {
      FunctionPlace place = function.place;
      place.stub = env.config.stub_callees;
      TargetRunner runner(executor, place, env::RunOptionsOf(env));
      ASSIGN_OR_RETURN(result.exploration, concolic::Explore(function.name, runner, *solver, OptionsOf(env, function)));
      result.mismatches = runner.mismatches();
      syntax::CoverageMap own(loaded.stage.manifest.size());
      own.Add(runner.hits());
      covered.Add(runner.hits());
      book.Add(function, result.exploration, runner.hits());
      result.coverage = loop::TotalsWithin(loaded.stage.manifest, own, function.counters);
    }
    explored.functions.push_back(std::move(result));
    model::Progress told = env::ProgressIn(env, "exploring");
    told.executed = static_cast<int64_t>(explored.functions.size());
    told.planned = static_cast<int64_t>(wanted.size());
    progress(told);
  }
  explored.seconds = std::chrono::duration<double>(env.Elapsed() - begun).count();
  explored.preconditions = book.Finish();
  loop::Generated generated;
  generated.covered = covered;
  explored.report = suite::DescribeRun(env, loaded, generated, {}, {});
  explored.report.command = "explore";
  explored.report.interrupted = env.interrupted || explored.functions.size() < wanted.size();
  explored.report.cpu_s = env::CpuSeconds();
  explored.report.explore = SummaryOf(explored);
  return explored;
}

base::Json SummaryOf(const Explored& explored) {
  base::Json functions = base::Json::array();
  size_t paths = 0;
  concolic::QueryCounts solver;
  for (const ExploredFunction& function : explored.functions) {
    base::Json json = concolic::ToJson(function.exploration);
    json["name"] = function.name;
    json["file"] = function.file;
    json["line"] = function.line;
    json["reached"] = function.found;
    json["recalled"] = function.recalled;
    const auto ratio = [](const model::Ratio& part) {
      return base::Json{{"covered", part.covered}, {"total", part.total}, {"pct", part.Percent()}};
    };
    json["coverage"] = {{"statements", ratio(function.coverage.statements)},
                        {"branches", ratio(function.coverage.branches)}};
    if (!function.mismatches.empty()) json["mismatches"] = function.mismatches;
    functions.push_back(std::move(json));
    paths += function.exploration.inputs.size();
    solver.queries += function.exploration.solver.queries;
    solver.sat += function.exploration.solver.sat;
    solver.unsat += function.exploration.solver.unsat;
    solver.unknown += function.exploration.solver.unknown;
    solver.time_s += function.exploration.solver.time_s;
  }
  return {{"functions", functions},
          {"paths", paths},
          {"paths_per_s", explored.seconds > 0 ? static_cast<double>(paths) / explored.seconds : 0},
          {"solver",
           {{"queries", solver.queries},
            {"sat", solver.sat},
            {"unsat", solver.unsat},
            {"unknown", solver.unknown},
            {"time_s", solver.time_s}}}};
}

}  // namespace kingbird::explore
