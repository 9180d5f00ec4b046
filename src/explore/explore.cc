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

base::Result<load::LoadedTarget> Load(env::Env& env, target::Target target, bool script) {
  load::PrepareOptions preparing;
  preparing.passes = {syntax::PassKind::kConcolic, syntax::PassKind::kCoverage};
  preparing.callable = false;
  preparing.stand_ins = env.config.stub_callees;
  if (script) preparing.loader = ScriptLoader;
  target.member.clear();
  return load::Prepare(env, target, preparing);
}

/// What is to be explored.
struct Work {
  std::vector<ExplorableFunction> all;
  std::vector<size_t> wanted;  ///< By place in `all`.
  bool script = false;
};

base::Result<Work> ListWork(const load::LoadedTarget& loaded, const target::Target& target, bool script,
                            const base::Json& answer) {
  Work work;
  work.script = script;
  if (script) {
    work.all = ScriptOf(loaded);
  } else {
    ASSIGN_OR_RETURN(work.all, FunctionsOf(loaded.stage.manifest, answer));
  }
  work.wanted = Named(work.all, target.member);
  // Of a file its own functions, unless it has none: what it requires is there to be run.
  const auto foreign = [&](size_t index) { return base::Path(work.all[index].file) != target.entry; };
  const bool whole_file = target.kind == target::Target::Kind::kFile && target.member.empty();
  if (whole_file && !std::ranges::all_of(work.wanted, foreign)) std::erase_if(work.wanted, foreign);
  if (work.wanted.empty() && !target.member.empty()) return NoSuchFunction(target.member, work.all);
  return work;
}

/// In the order of `wanted`, as far as there is time.
base::Result<std::vector<ExploredFunction>> ExploreEach(env::Env& env, const Work& work, FunctionExplorer& explorer,
                                                        PreconditionBook& book, syntax::CoverageMap& covered,
                                                        const env::ProgressSink& progress) {
  std::vector<ExploredFunction> functions;
  for (size_t index : work.wanted) {
    if (explorer.MustEnd()) break;
    const ExplorableFunction& one = work.all[index];
    ExploredFunction function;
    // Who wants to see preconditions does not ask how they came about.
    if (!work.script && !env.config.preconditions.empty() && book.Recall(one)) {
      function = {.file = one.file, .name = one.name, .line = one.line};
      function.found = function.recalled = true;
    } else {
      // Half of the time for all of them, in equal shares; those who need more get the rest.
      explorer.Give(1.0 / static_cast<double>(2 * (work.wanted.size() - functions.size())));
      ASSIGN_OR_RETURN(function, explorer.Explore(index));
    }
    covered.Add(function.hits);
    functions.push_back(std::move(function));
    model::Progress told = env::ProgressIn(env, "exploring");
    told.executed = static_cast<int64_t>(functions.size());
    told.planned = static_cast<int64_t>(work.wanted.size());
    progress(told);
  }
  if (!work.script) TRY(GoOn(explorer, work.wanted, covered, functions));
  for (size_t i = 0; i < functions.size() && !work.script; ++i) {
    const ExploredFunction& function = functions[i];
    if (function.found && !function.recalled) book.Add(work.all[work.wanted[i]], function.exploration, function.hits);
  }
  return functions;
}

}  // namespace

base::Result<Explored> RunExplore(env::Env& env, const target::Target& target, const env::ProgressSink& progress) {
  env::Phases phases(env, progress);
  phases.Begin("loading");
  const bool script = DeclaresInputs(env, target);
  ASSIGN_OR_RETURN(load::LoadedTarget loaded, Load(env, target, script));

  phases.Begin("exploring");
  const base::Json question = {{"ask", "concolic"}};
  ASSIGN_OR_RETURN(const std::vector<base::Json> answers, loaded.executor->Ask({&question, 1}, kListTime));
  if (env.TimeLeft().count() == 0)
    return base::EnvironmentError("the time limit was over before the functions were listed");
  ASSIGN_OR_RETURN(const Work work, ListWork(loaded, target, script, answers[0]));

  Explored explored;
  ASSIGN_OR_RETURN(const std::unique_ptr<concolic::Solver> solver, concolic::MakeSolver({}));
  const SiteIndex sites(loaded.stage.manifest, answers[0]);
  FunctionTexts texts(env.files, loaded.target.root, work.all, env.config.stub_callees);
  FunctionExplorer explorer(env, loaded, work.all, sites, texts, *solver);
  // Who names one function means what it does, not only its own lines.
  if (!target.member.empty() && env.config.levels == 0) explorer.CoverCallees();
  syntax::CoverageMap covered(loaded.stage.manifest.size());
  covered.Add(loaded.executor->LoadHits());
  PreconditionBook book(env, target, sites, work.all);
  const auto begun = env.Elapsed();
  ASSIGN_OR_RETURN(explored.functions, ExploreEach(env, work, explorer, book, covered, progress));
  explored.seconds = std::chrono::duration<double>(env.Elapsed() - begun).count();
  explored.preconditions = book.Finish();

  HandedOver handed;
  if (script && !explored.functions.empty()) {
    ASSIGN_OR_RETURN(handed.findings, WriteScriptFindings(env, loaded, explored.functions.front()));
  }
  // With stand-ins nothing is what a user's program would meet; who asks for preconditions wants no tests.
  if (!script && env.config.write_suite && !env.config.stub_callees && env.config.preconditions.empty()) {
    std::vector<ExplorableFunction> done;
    for (size_t i = 0; i < explored.functions.size(); ++i) done.push_back(work.all[work.wanted[i]]);
    ASSIGN_OR_RETURN(handed, HandOver(env, loaded, done, explored.functions, ConstructorsOf(answers[0]), phases));
  }
  handed.generated.covered = covered;
  explored.report = suite::DescribeRun(env, loaded, handed.generated, handed.tests, handed.findings);
  explored.report.command = "explore";
  explored.report.interrupted = env.interrupted || explored.functions.size() < work.wanted.size();
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
