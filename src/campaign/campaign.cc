// resolve → stage → load → discover → mine → generate → select → minimise → write → report. Each step is one call
// below; read them in this order to read the whole program.
#include "campaign/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <future>
#include <iterator>
#include <utility>

#include "classes/class_generation.h"
#include "classes/typed_search.h"
#include "discover/servers.h"
#include "env/phases.h"
#include "env/run_options.h"
#include "explore/flips.h"
#include "load/loaded_target.h"
#include "load/mining.h"
#include "loop/breadth.h"
#include "loop/fakes.h"
#include "loop/generation.h"
#include "loop/lane.h"
#include "loop/requests.h"
#include "suite/arity.h"
#include "suite/build_suite.h"
#include "suite/class_shrinking.h"
#include "suite/describe_run.h"
#include "suite/findings.h"
#include "suite/suite_check.h"

namespace kingbird::campaign {
namespace {

// Tests of one round: grown ones in processes of their own, calls in the batch lane.
constexpr size_t kGrowthTurn = 16;
constexpr size_t kRequestsTurn = 48;
constexpr size_t kBreadthTurn = 512;
constexpr size_t kFlipsTurn = 16;
// What flips cost before the first of them, in times of loading, and the part of the rest that generating has.
constexpr int kLoadsOfFlips = 3;
constexpr int kPartForGenerating = 2;

suite::Contracts ContractsOf(const classes::ClassStudy& study, const load::LoadedTarget& loaded) {
  suite::Contracts contracts(study.declarations, loaded.api, study.classes, study.only_class);
  contracts.Expect(study.throwers);
  return contracts;
}

std::vector<model::InferredType> TypesOf(const classes::ClassStudy& study, const load::LoadedTarget& loaded) {
  std::vector<model::InferredType> types = classes::ReportedTypes(study);
  if (!study.only_class) std::ranges::move(classes::ReportedTypes(loaded.api), std::back_inserter(types));
  return types;
}

struct Subject {
  const target::Target& target;
  load::LoadedTarget& loaded;
  const classes::ClassStudy& study;
  std::chrono::milliseconds load_time;
};

// Trees of calls, single calls by the thousand and flips take turns; what each finds out is told to all.
base::Result<loop::Generated> GrowTests(env::Env& env, const Subject& subject, loop::Generated so_far,
                                        const env::ProgressSink& progress) {
  const auto& [target, loaded, study, load_time] = subject;
  const mine::MinedCode mined = load::MineExamples(env, loaded);
  const generate::TypedArguments typed(study.classes, *study.values);
  generate::GrowerConfig growth{env.config.nesting, env.config.mined_share};
  growth.examples = mined.calls;
  growth.matching = study.inference->matching();
  growth.typed = &typed;
  growth.methods = generate::MethodTypes(study.classes, study.declarations);
  generate::TreeGrower grower(loaded.api, *loaded.pool, mined.nestings, growth);
  loop::Growth growing(grower, loaded.stage.manifest, env.Rng("generate"));
  loop::Lane lane(loaded.api);
  loop::Breadth breadth(growing, lane, env.Rng("breadth"));
  loop::Requests requests(env, loaded.api, *loaded.pool, *loaded.executor, env.Rng("requests"));
  loop::Fakes fakes(env, *loaded.pool, *loaded.executor, env.Rng("fakes"));
  const bool calls = !loaded.api.functions.empty();
  std::vector<loop::Turn> turns;
  if (!loaded.api.servers.empty()) turns.push_back({&requests, kRequestsTurn});
  if (calls) turns.push_back({&growing, kGrowthTurn});
  if (!env.config.allow.network || !env.config.allow.processes) turns.push_back({&fakes, kGrowthTurn});
  // So many tests and no more: each has a process of its own.
  const bool shares = env.config.tests == 0 && env::RunOptionsOf(env).FitsBatchLane();
  if (shares && calls) {
    turns.push_back(loop::AlsoAdmitted(&growing, kGrowthTurn));
    turns.push_back({&breadth, kBreadthTurn, loop::Screening::kAll});
  }
  explore::Flips flips(env, {target, loaded.api, loaded.stage.manifest}, {});
  // They load it once more, with shadows.
  const bool loads_in_time = load_time * kLoadsOfFlips * kPartForGenerating < env.TimeLeft();
  if (env.config.symbolic && loads_in_time) turns.push_back(loop::Admitted(&flips, kFlipsTurn));
  loop::Plan plan = loop::PlanOf(env, turns);
  if (shares) plan.lane = &lane;
  plan.proper = [arities = suite::Arities(loaded.api)](const auto& test, const auto& execution) {
    return arities.AllProper(test, execution);
  };
  return loop::Generate(env, *loaded.executor, loaded.stage.manifest, plan, progress, std::move(so_far));
}

}  // namespace

base::Result<model::RunReport> RunTests(env::Env& env, const target::Target& target,
                                        const env::ProgressSink& progress) {
  env::Phases phases(env, progress);
  phases.Begin("loading");
  auto probe = std::async(std::launch::async, [&] { return classes::StartTypeProbe(env, target); });
  ASSIGN_OR_RETURN(load::LoadedTarget loaded, load::Prepare(env, target));
  const auto load_time = env.Elapsed();
  env.Loaded();

  const emit::SuiteConfig suite = suite::SuiteConfigFor(env, loaded);
  const auto rehearsal = std::async(std::launch::async, [&] { suite::ReserveTimeForCheck(env, loaded, suite); });
  phases.Begin("discovering");
  ASSIGN_OR_RETURN(classes::ClassStudy study, classes::StudyClasses(env, loaded, std::move(probe)));
  loop::Generated generated;
  std::vector<loop::BadEnd> ends;
  if (!study.under_test.empty()) {
    phases.Begin("generating");
    ASSIGN_OR_RETURN(generated, classes::GenerateForClasses(env, loaded, study, progress));
    if (study.only_class) TRY(suite::ShrinkCandidates(env, generated.candidates, *loaded.executor));
  }
  if (!study.only_class) {
    phases.Begin("discovering");
    if (loaded.api.uses_http) TRY(discover::FindServers(*loaded.executor, loaded.pool->mined().strings, loaded.api));
    TRY(load::FindSignatures(env, loaded));
    phases.Begin("generating");
    ASSIGN_OR_RETURN(ends, classes::SearchTyped(env, loaded, study, ContractsOf(study, loaded)));
    env.Loaded();  // whatever discovery took: half of what is left is for generating
    ASSIGN_OR_RETURN(generated, GrowTests(env, {target, loaded, study, load_time}, std::move(generated), progress));
  }

  suite::Findings findings;
  const auto confirm = [&]() -> base::Status {
    std::copy(generated.bad_ends.begin(), generated.bad_ends.end(), std::back_inserter(ends));
    ASSIGN_OR_RETURN(findings, suite::WriteFindings(env, loaded, ends, ContractsOf(study, loaded)));
    return {};
  };
  ASSIGN_OR_RETURN(const suite::BuiltSuite built,
                   suite::BuildSuite(env, loaded, suite, generated.candidates, phases, confirm));

  phases.Begin("writing");
  TRY(suite::WriteOutput(env, target, built.tests, suite, findings));

  model::RunReport report = suite::DescribeRun(env, loaded, generated, built.tests, findings);
  report.run_with = built.run_with;
  report.types = TypesOf(study, loaded);
  if (built.tests.empty()) report.notes.push_back(suite::WhyNothingIsKept(env, generated));
  phases.Tell(report);
  for (const auto& [name, value] : env.stats.All()) env.log.Debug("{} {}", name, value);
  return report;
}

}  // namespace kingbird::campaign
