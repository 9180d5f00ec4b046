// stage with shadows and counters → load → list the functions → explore each for itself → report.
#include "explore/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "concolic/solver_chain.h"
#include "explore/explored_text.h"
#include "explore/function_explorer.h"
#include "explore/functions.h"
#include "explore/hand_over.h"
#include "explore/precondition_book.h"
#include "explore/script.h"
#include "load/loaded_target.h"
#include "suite/describe_run.h"

namespace kingbird::explore {
namespace {

constexpr std::chrono::milliseconds kListTime{20000};
constexpr size_t kMostNames = 12;
base::Error NoSuchFunction(const std::string& member, const std::vector<ExplorableFunction>& all) {
  std::vector<std::string> names;
  for (const ExplorableFunction& function : all) {
    if (names.size() < kMostNames) names.push_back(function.name);
  }
  const std::string advice = names.empty() ? "it has no functions" : "it has " + base::Join(names, ", ");
  return base::NotFoundError(fmt::format("there is no function {}", member), advice);
}

/// What ran out of time shares the time that is left.
base::Status GoOn(FunctionExplorer& explorer, const std::vector<size_t>& wanted, syntax::CoverageMap& covered,
                  std::vector<ExploredFunction>& functions) {
  std::vector<size_t> open;
  for (size_t i = 0; i < functions.size(); ++i) {
    const bool whole = functions[i].exploration.exhausted || functions[i].recalled || !functions[i].found;
    const bool all = functions[i].coverage.branches.covered == functions[i].coverage.branches.total;
    if (!whole && !all) open.push_back(i);
  }
  for (size_t i = 0; i < open.size() && !explorer.MustEnd(); ++i) {
    explorer.Give(1.0 / static_cast<double>(open.size() - i));
    ASSIGN_OR_RETURN(ExploredFunction further, explorer.ExploreFurther(wanted[open[i]]));
    covered.Add(further.hits);
    functions[open[i]] = std::move(further);
  }
  return {};
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
  const bool script = DeclaresInputs(env, target);
  if (script) preparing.loader = ScriptLoader;
  ASSIGN_OR_RETURN(load::LoadedTarget loaded, load::Prepare(env, whole, preparing));
  runtime::Executor& executor = *loaded.executor;

  phases.Begin("exploring");
  const base::Json question = {{"ask", "concolic"}};
  ASSIGN_OR_RETURN(const std::vector<base::Json> answers, executor.Ask({&question, 1}, kListTime));
  if (env.TimeLeft().count() == 0)
    return base::EnvironmentError("the time limit was over before the functions were listed");
  ASSIGN_OR_RETURN(const std::vector<ExplorableFunction> all,
                   script ? base::Result<std::vector<ExplorableFunction>>(ScriptOf(loaded))
                          : FunctionsOf(loaded.stage.manifest, answers[0]));
  std::vector<size_t> wanted = Named(all, target.member);
  // Of a file its own functions, unless it has none: what it requires is there to be run.
  const auto foreign = [&](size_t index) { return base::Path(all[index].file) != target.entry; };
  const bool whole_file = target.kind == target::Target::Kind::kFile && target.member.empty();
  if (whole_file && !std::ranges::all_of(wanted, foreign)) std::erase_if(wanted, foreign);
  if (wanted.empty() && !target.member.empty()) return NoSuchFunction(target.member, all);

  Explored explored;
  ASSIGN_OR_RETURN(const std::unique_ptr<concolic::Solver> solver, concolic::MakeSolver({}));
  const SiteIndex sites(loaded.stage.manifest, answers[0]);
  FunctionTexts texts(env.files, loaded.target.root, all, env.config.stub_callees);
  FunctionExplorer explorer(env, loaded, all, sites, texts, *solver);
  // Who names one function means what it does, not only its own lines.
  if (!target.member.empty() && env.config.levels == 0) explorer.CoverCallees();
  syntax::CoverageMap covered(loaded.stage.manifest.size());
  covered.Add(executor.LoadHits());
  PreconditionBook book(env, target, sites, all);
  const auto begun = env.Elapsed();
  std::vector<ExplorableFunction> done;
  for (size_t index : wanted) {
    if (explorer.MustEnd()) break;
    ExploredFunction function;
    // Who wants to see preconditions does not ask how they came about.
    if (!script && !env.config.preconditions.empty() && book.Recall(all[index])) {
      function = {.file = all[index].file, .name = all[index].name, .line = all[index].line};
      function.found = function.recalled = true;
    } else {
      // Half of the time for all of them, in equal shares; those who need more get the rest.
      explorer.Give(1.0 / static_cast<double>(2 * (wanted.size() - explored.functions.size())));
      ASSIGN_OR_RETURN(function, explorer.Explore(index));
    }
    covered.Add(function.hits);
    explored.functions.push_back(std::move(function));
    done.push_back(all[index]);
    model::Progress told = env::ProgressIn(env, "exploring");
    told.executed = static_cast<int64_t>(explored.functions.size());
    told.planned = static_cast<int64_t>(wanted.size());
    progress(told);
  }
  if (!script) TRY(GoOn(explorer, wanted, covered, explored.functions));
  for (size_t i = 0; i < explored.functions.size() && !script; ++i) {
    const ExploredFunction& function = explored.functions[i];
    if (function.found && !function.recalled) book.Add(done[i], function.exploration, function.hits);
  }
  explored.seconds = std::chrono::duration<double>(env.Elapsed() - begun).count();
  explored.preconditions = book.Finish();
  HandedOver handed;
  if (script && !explored.functions.empty()) {
    ASSIGN_OR_RETURN(handed.findings, WriteScriptFindings(env, loaded, explored.functions.front()));
  }
  // With stand-ins nothing is what a user's program would meet; who asks for preconditions wants no tests.
  if (!script && env.config.write_suite && !env.config.stub_callees && env.config.preconditions.empty()) {
    ASSIGN_OR_RETURN(handed, HandOver(env, loaded, done, explored.functions, ConstructorsOf(answers[0]), phases));
  }
  handed.generated.covered = covered;
  explored.report = suite::DescribeRun(env, loaded, handed.generated, handed.tests, handed.findings);
  explored.report.command = "explore";
  explored.report.interrupted = env.interrupted || explored.functions.size() < wanted.size();
  explored.report.explore = SummaryOf(explored);
  phases.Tell(explored.report);
  return explored;
}

namespace {

base::Json RunsJson(const ExploredFunction& function) {
  base::Json runs = base::Json::array();
  for (const concolic::ExploredInput& input : function.exploration.inputs) {
    runs.push_back({{"call", CallText(function, input.input)},
                    {"end", input.representative ? "ended" : "failed"},
                    {"well_typed", input.well_typed},
                    {"news", input.news}});
  }
  return runs;
}

}  // namespace

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
    json["runs"] = RunsJson(function);
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
