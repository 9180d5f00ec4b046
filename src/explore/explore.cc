// stage with shadows and counters → load → list the functions → explore each for itself → report.
#include "explore/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "base/text.h"
#include "emit/value_text.h"
#include "explore/call_text.h"
#include "explore/error_messages.h"
#include "explore/explanation.h"
#include "explore/families.h"
#include "explore/functions.h"
#include "explore/hand_over.h"
#include "explore/precondition_book.h"
#include "explore/script.h"
#include "explore/written_places.h"
#include "load/loaded_target.h"
#include "suite/describe_run.h"

namespace kingbird::explore {
namespace {

constexpr size_t kMostNames = 12;

base::Error NoSuchFunction(const std::string& member, const std::vector<ExplorableFunction>& all) {
  std::vector<std::string> names;
  for (const ExplorableFunction& function : all) {
    if (names.size() < kMostNames) names.push_back(function.name);
  }
  const std::string advice = names.empty() ? "it has no functions" : "it has " + base::Join(names, ", ");
  return base::NotFoundError(fmt::format("there is no function {}", member), advice);
}

/// Its preconditions are known: who wants to see them does not ask how they came about.
ExploredFunction Recalled(const ExplorableFunction& function) {
  ExploredFunction recalled{.file = function.file, .name = function.name, .line = function.line};
  recalled.found = recalled.recalled = true;
  return recalled;
}

load::PrepareOptions OptionsOf(const env::Env& env, bool script) {
  load::PrepareOptions preparing;
  preparing.passes = {syntax::PassKind::kConcolic, syntax::PassKind::kCoverage};
  preparing.callable = false;
  preparing.stand_ins = env.config.stub_callees;
  if (script) preparing.loader = ScriptLoader;
  return preparing;
}

// All of it, whatever is to be explored.
target::Target Whole(target::Target target) {
  target.member.clear();
  return target;
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

/// By place in `all`, as far as there is time.
using ExploredByPlace = std::map<size_t, ExploredFunction>;

base::Result<ExploredByPlace> ExploreEach(env::Env& env, const Work& work, const FunctionExplorer::Subject& subject,
                                          runtime::Executor& executor, PreconditionBook& book,
                                          const env::ProgressSink& progress) {
  ExploredByPlace functions;
  std::vector<size_t> unknown;
  for (size_t index : work.wanted) {
    if (!work.script && !env.config.preconditions.empty() && book.Recall(work.all[index])) {
      functions.emplace(index, Recalled(work.all[index]));
    } else {
      unknown.push_back(index);
    }
  }
  ASSIGN_OR_RETURN(Families::Lanes lanes, executor.Lanes());
  Families families(env, subject, unknown, std::move(lanes));
  const size_t recalled = functions.size();
  ASSIGN_OR_RETURN(Families::Results results, families.Explore([&](size_t done) {
    model::Progress told = env::ProgressIn(env, "exploring");
    told.executed = static_cast<int64_t>(recalled + done);
    told.planned = static_cast<int64_t>(work.wanted.size());
    progress(told);
  }));
  TRY(families.GoOn(results));
  if (const std::string troubles = families.Troubles(); !troubles.empty())
    env.log.Warning("{}: the exploration went on without these answers", troubles);
  for (size_t i = 0; i < unknown.size(); ++i) {
    if (!results[i]) continue;
    if (results[i]->found && !work.script) book.Add(work.all[unknown[i]], results[i]->exploration, results[i]->hits);
    functions.emplace(unknown[i], *std::move(results[i]));
  }
  return functions;
}

// The counters of all these functions.
model::Hits CountersOf(const std::vector<ExplorableFunction>& functions) {
  std::set<uint32_t> all;
  for (const ExplorableFunction& function : functions) all.insert(function.counters.begin(), function.counters.end());
  return {all.begin(), all.end()};
}

void DescribeCalls(const std::vector<ExplorableFunction>& functions, const Constructors& constructors,
                   const emit::PasteNames& names, std::vector<ExploredFunction>& explored) {
  for (size_t i = 0; i < explored.size(); ++i) {
    for (const concolic::ExploredInput& input : explored[i].exploration.inputs)
      explored[i].calls.push_back(PasteableCall(functions[i], input.input, constructors, names));
  }
}

}  // namespace

base::Result<Explored> RunExplore(env::Env& env, const target::Target& target, const env::ProgressSink& progress) {
  env::Phases phases(env, progress);
  phases.Begin("loading");
  load::Admit(env, target);
  const bool script = DeclaresInputs(env, target);
  const load::PrepareOptions options = OptionsOf(env, script);
  ASSIGN_OR_RETURN(load::LoadedTarget loaded, load::Prepare(env, Whole(target), options));

  phases.Begin("exploring");
  ASSIGN_OR_RETURN(const base::Json answer, ListConcolic(*loaded.executor));
  if (env.TimeLeft().count() == 0)
    return base::EnvironmentError("the time limit was over before the functions were listed");
  ASSIGN_OR_RETURN(Work work, ListWork(loaded, target, script, answer));
  WrittenPlaces places(loaded.target, env.package);
  // What a compiler adds by itself is nobody's function.
  std::erase_if(work.wanted, [&](size_t index) { return !places.IsWritten(work.all[index]); });

  Explored explored;
  const SiteIndex sites(loaded.stage.manifest, answer);
  FunctionTexts texts(env.package, loaded.target.root, work.all, sites, env.config.stub_callees);
  // Who names one function means what it does, not only its own lines.
  const bool callees = !target.member.empty() && env.config.levels == 0;
  const FunctionExplorer::Subject subject{loaded.stage.manifest, work.all, sites, texts, callees};
  PreconditionBook book(env, target, sites, work.all);
  const auto begun = env.Elapsed();
  ASSIGN_OR_RETURN(ExploredByPlace functions, ExploreEach(env, work, subject, *loaded.executor, book, progress));
  syntax::CoverageMap covered(loaded.stage.manifest.size());
  covered.Add(loaded.executor->LoadHits());
  std::vector<ExplorableFunction> done;
  for (auto& [index, function] : functions) {
    covered.Add(function.hits);
    explored.functions.push_back(std::move(function));
    done.push_back(work.all[index]);
  }
  explored.seconds = std::chrono::duration<double>(env.Elapsed() - begun).count();
  const Constructors constructors = ConstructorsOf(answer);
  TRY(QuoteOriginals(env, Whole(target), options, done, constructors, explored.functions));
  DescribeCalls(done, constructors, emit::PasteNamesOf(loaded.api, loaded.style.module_variable, false),
                explored.functions);
  places.Rewrite(done, explored.functions);
  explored.preconditions = book.Finish();
  places.Rewrite(explored.preconditions);
  explored.explains = env.config.explain;
  explored.lost = Explain(explored.functions, sites);

  HandedOver handed;
  if (script && !explored.functions.empty()) {
    ASSIGN_OR_RETURN(handed.findings, WriteScriptFindings(env, loaded, explored.functions.front()));
  }
  // With stand-ins nothing is what a user's program would meet; who asks for preconditions wants no tests.
  if (!script && env.config.write_suite && !env.config.stub_callees && env.config.preconditions.empty()) {
    ASSIGN_OR_RETURN(handed, HandOver(env, loaded, done, explored.functions, constructors, phases));
  }
  handed.generated.covered = covered;
  // The report counts what the table counts: the functions that were explored.
  loaded.goal = CountersOf(done);
  explored.report = suite::DescribeRun(env, loaded, handed.generated, handed.tests, handed.findings);
  explored.report.kind = model::RunKind::kExplore;
  explored.report.interrupted = env.interrupted || explored.functions.size() < work.wanted.size();
  explored.report.explore = SummaryOf(explored);
  phases.Tell(explored.report);
  return explored;
}

namespace {

base::Json RunsJson(const ExploredFunction& function) {
  base::Json runs = base::Json::array();
  const std::vector<concolic::ExploredInput>& inputs = function.exploration.inputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const concolic::ExploredInput& input = inputs[i];
    base::Json run = {{"call", CallText(function.name, function.script, input.input)},
                      {"paste", i < function.calls.size() ? function.calls[i] : ""},
                      {"end", input.representative ? "ended" : "failed"},
                      {"well_typed", input.well_typed},
                      {"news", input.news}};
    if (input.returned) run["returned"] = emit::ValueText(*input.returned);
    if (!input.error.empty()) run["error"] = input.error;
    if (!input.where.empty()) run["where"] = input.where;
    runs.push_back(std::move(run));
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
          {"lost", ToJson(explored.lost)},
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
