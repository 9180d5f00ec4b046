// resolve → stage → load → discover → mine → generate → select → minimise → write → report. Each step is one call
// below; read them in this order to read the whole program.
#include "campaign/campaign.h"

#include <fmt/format.h>

#include <functional>
#include <future>
#include <utility>

#include "classes/class_generation.h"
#include "classes/typed_search.h"
#include "env/phases.h"
#include "explore/flips.h"
#include "load/loaded_target.h"
#include "load/mining.h"
#include "load/target_link.h"
#include "load/target_names.h"
#include "loop/breadth.h"
#include "loop/generation.h"
#include "model/scratch_tree.h"
#include "suite/class_shrinking.h"
#include "suite/describe_run.h"
#include "suite/findings.h"
#include "suite/selection.h"
#include "suite/suite.h"
#include "suite/suite_check.h"

namespace kingbird::campaign {
namespace {

// The second selection makes good what the first lost.
constexpr int kSelections = 2;
// Tests of one round: grown ones in processes of their own, calls in the batch lane.
constexpr size_t kGrowthTurn = 16;
constexpr size_t kBreadthTurn = 512;
constexpr size_t kFlipsTurn = 16;

emit::SuiteConfig SuiteConfigFor(const env::Env& env, const load::LoadedTarget& loaded) {
  emit::SuiteConfig suite;
  suite.format = suite::FormatName(env.config.format);
  suite.package = load::PackageSpecifier(loaded.target, env.config.out / "suite");
  suite.version = loaded.target.kind == target::Target::Kind::kPackage ? loaded.target.version : "";
  suite.title = loaded.style.module_variable == "lib" ? "lib" : load::FileTitle(loaded.target.name);
  suite.module_variable = loaded.style.module_variable;
  suite.es_module = loaded.executor->es_module();
  suite.scratch = model::ToJson(model::ScratchTree());
  suite.seed = env.config.seed;
  return suite;
}

// Test files of the user's stay beside the new ones.
base::Status WriteOut(env::Env& env, const target::Target& target, const std::map<std::string, std::string>& files,
                      const suite::Findings& findings) {
  base::OutputEntries tests;
  for (const auto& [name, content] : files) {
    const bool is_test = name.find(".test.") != std::string::npos;
    tests[is_test ? base::Path(env.output->NameFor("suite/" + name)).filename().string() : name] = {content};
  }
  base::OutputEntries scripts;
  for (const suite::WrittenFinding& finding : findings.written)
    scripts[base::Path(finding.finding.repro).filename()] = {finding.script};
  TRY(load::LinkTarget(target, *env.output));
  TRY(env.output->Replace("suite", tests));
  return env.output->Replace("findings", scripts);
}

// Selected, minimised, stable, passing. What the tests that were lost on this way were there for gets another chance.
// Checking does not need the executor: `meanwhile` may use it.
base::Result<std::vector<suite::SuiteTest>> BuildSuite(env::Env& env, load::LoadedTarget& loaded,
                                                       const emit::SuiteConfig& suite,
                                                       std::vector<loop::Candidate>& candidates, env::Phases& phases,
                                                       const std::function<base::Status()>& meanwhile) {
  runtime::Executor& executor = *loaded.executor;
  phases.Begin("minimising");
  // Tests of one class are as short as they can be already.
  const bool shrunk = !loaded.goal.empty();
  if (!shrunk) TRY(suite::AddSlices(env, candidates, executor));
  std::vector<suite::SuiteTest> tests;
  bool done = false;
  for (int round = 0; round < (env.interrupted ? 1 : kSelections); ++round) {
    suite::Shown shown{{executor.LoadHits()}, {}};
    for (const suite::SuiteTest& test : tests) {
      shown.hits.push_back(test.hits);
      const std::vector<std::string>& behaviours = test.selected.needed_behaviours;
      shown.behaviours.insert(shown.behaviours.end(), behaviours.begin(), behaviours.end());
    }
    if (round > 0 && env.TimeLeft() <= env.config.time_limit / 8) break;
    std::vector<suite::Selected> selected = suite::Select(candidates, shown);
    if (selected.empty()) break;
    if (round > 0) phases.Begin("minimising");
    if (!shrunk) TRY(suite::MinimizeAll(env, selected, executor, phases.progress()));
    ASSIGN_OR_RETURN(std::vector<suite::SuiteTest> written,
                     suite::WriteStableTests(env, selected, executor, loaded.style));
    std::move(written.begin(), written.end(), std::back_inserter(tests));
    phases.Begin("checking");
    auto check = std::async(std::launch::async, [&] { return suite::KeepPassing(env, loaded, suite, tests); });
    if (!std::exchange(done, true)) TRY(meanwhile());
    TRY(check.get());
  }
  if (!done) TRY(meanwhile());
  return tests;
}

}  // namespace

base::Result<model::RunReport> RunTests(env::Env& env, const target::Target& target,
                                        const env::ProgressSink& progress) {
  env::Phases phases(env, progress);
  phases.Begin("loading");
  std::future<base::Result<std::shared_ptr<classes::TypeProbe>>> probe;
  if (!target.member.empty())
    probe = std::async(std::launch::async, [&] { return classes::StartTypeProbe(env.config, env.files, target); });
  ASSIGN_OR_RETURN(load::LoadedTarget loaded, load::Prepare(env, target));
  runtime::Executor& executor = *loaded.executor;

  phases.Begin("discovering");
  ASSIGN_OR_RETURN(classes::ClassStudy study, classes::StudyClasses(env, loaded, std::move(probe)));
  loop::Generated generated;
  if (!study.under_test.empty()) {
    phases.Begin("generating");
    ASSIGN_OR_RETURN(generated, classes::GenerateForClasses(env, loaded, study, progress));
    if (study.only_class) TRY(suite::ShrinkCandidates(env, generated.candidates, executor));
  }
  if (!study.only_class) {
    phases.Begin("discovering");
    TRY(load::FindSignatures(env, loaded));
    const std::vector<model::NestingExample> examples = load::MineExamples(env, target);
    phases.Begin("generating");
    generate::GrowerConfig growth{env.config.nesting, env.config.mined_share};
    generate::TreeGrower grower(loaded.api, *loaded.pool, examples, growth);
    loop::Growth growing(grower, loaded.stage.manifest, env.Rng("generate"));
    loop::Breadth breadth(growing, env.Rng("breadth"));
    std::vector<loop::Turn> turns = {{&growing, kGrowthTurn, false}};
    // So many tests and no more: each has a process of its own.
    if (env.config.tests == 0) turns.push_back({&breadth, kBreadthTurn, true});
    explore::Flips flips(env, target, loaded.api, {});
    if (env.config.symbolic) turns.push_back({&flips, kFlipsTurn, false});
    ASSIGN_OR_RETURN(generated,
                     loop::Generate(env, executor, loaded.stage.manifest, turns, progress, std::move(generated)));
  }

  const emit::SuiteConfig suite = SuiteConfigFor(env, loaded);
  suite::Findings findings;
  const auto confirm = [&]() -> base::Status {
    const suite::Contracts contracts(classes::DeclarationsOf(env, loaded), loaded.api, study.classes, study.only_class);
    ASSIGN_OR_RETURN(std::vector<loop::BadEnd> ends, classes::SearchTyped(env, loaded, study, contracts));
    std::copy(generated.bad_ends.begin(), generated.bad_ends.end(), std::back_inserter(ends));
    ASSIGN_OR_RETURN(findings, suite::WriteFindings(env, loaded, ends, contracts,
                                                    load::PackageSpecifier(target, env.config.out / "findings")));
    return {};
  };
  ASSIGN_OR_RETURN(const std::vector<suite::SuiteTest> tests,
                   BuildSuite(env, loaded, suite, generated.candidates, phases, confirm));

  phases.Begin("writing");
  ASSIGN_OR_RETURN(const auto files, emit::WriteSuite(suite::WrittenOf(tests), suite));
  TRY(WriteOut(env, target, files, findings));

  model::RunReport report = suite::DescribeRun(env, loaded, generated, tests, findings);
  report.types = classes::ReportedTypes(study);
  report.cpu_s = env::CpuSeconds();
  for (const auto& [name, value] : env.stats.All()) env.log.Debug("{} {}", name, value);
  return report;
}

}  // namespace kingbird::campaign
