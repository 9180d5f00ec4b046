// resolve → stage → load → discover → mine → generate → select → minimise → write → report. Each step is one call
// below; read them in this order to read the whole program.
#include "campaign/campaign.h"

#include <fmt/format.h>

#include <functional>
#include <future>
#include <utility>

#include "campaign/class_generation.h"
#include "campaign/class_shrinking.h"
#include "campaign/describe_run.h"
#include "campaign/findings.h"
#include "campaign/laboratory.h"
#include "campaign/mining.h"
#include "campaign/phases.h"
#include "campaign/selection.h"
#include "campaign/suite.h"
#include "campaign/suite_check.h"
#include "model/scratch_tree.h"

namespace kingbird::campaign {
namespace {

// The second selection makes good what the first lost.
constexpr int kSelections = 2;

emit::SuiteConfig SuiteConfigFor(const Env& env, const Laboratory& laboratory) {
  emit::SuiteConfig suite;
  suite.format = FormatName(env.config.format);
  suite.package = PackageSpecifier(laboratory.target, env.config.out / "suite");
  suite.version = laboratory.target.kind == target::Target::Kind::kPackage ? laboratory.target.version : "";
  suite.title = laboratory.style.module_variable == "lib" ? "lib" : FileTitle(laboratory.target.name);
  suite.module_variable = laboratory.style.module_variable;
  suite.es_module = laboratory.executor->es_module();
  suite.scratch = model::ToJson(model::ScratchTree());
  suite.seed = env.config.seed;
  return suite;
}

base::Status WriteFiles(Env& env, const std::string& folder, const std::map<std::string, std::string>& files) {
  TRY(env.files.Remove(env.config.out / folder));
  TRY(env.files.MakeFolder(env.config.out / folder));
  for (const auto& [name, content] : files) TRY(env.files.Write(env.config.out / folder / name, content));
  return {};
}

// Selected, minimised, stable, passing. What the tests that were lost on this way were there for gets another chance.
// Checking does not need the executor: `meanwhile` may use it.
base::Result<std::vector<SuiteTest>> BuildSuite(Env& env, Laboratory& laboratory, const emit::SuiteConfig& suite,
                                                std::vector<Candidate>& candidates, Phases& phases,
                                                const std::function<base::Status()>& meanwhile) {
  runtime::Executor& executor = *laboratory.executor;
  phases.Begin("minimising");
  // Tests of one class are as short as they can be already.
  const bool shrunk = !laboratory.goal.empty();
  if (!shrunk) TRY(AddSlices(env, candidates, executor));
  std::vector<SuiteTest> tests;
  bool done = false;
  for (int round = 0; round < (env.interrupted ? 1 : kSelections); ++round) {
    Shown shown{{executor.LoadHits()}, {}};
    for (const SuiteTest& test : tests) {
      shown.hits.push_back(test.hits);
      const std::vector<std::string>& behaviours = test.selected.needed_behaviours;
      shown.behaviours.insert(shown.behaviours.end(), behaviours.begin(), behaviours.end());
    }
    if (round > 0 && env.TimeLeft() <= env.config.time_limit / 8) break;
    std::vector<Selected> selected = Select(candidates, shown);
    if (selected.empty()) break;
    if (round > 0) phases.Begin("minimising");
    if (!shrunk) TRY(MinimizeAll(env, selected, executor, phases.progress()));
    ASSIGN_OR_RETURN(std::vector<SuiteTest> written, WriteStableTests(env, selected, executor, laboratory.style));
    std::move(written.begin(), written.end(), std::back_inserter(tests));
    phases.Begin("checking");
    auto check = std::async(std::launch::async, [&] { return KeepPassing(env, laboratory, suite, tests); });
    if (!std::exchange(done, true)) TRY(meanwhile());
    TRY(check.get());
  }
  if (!done) TRY(meanwhile());
  return tests;
}

}  // namespace

base::Result<model::RunReport> RunTests(Env& env, const target::Target& target, const ProgressSink& progress) {
  Phases phases(env, progress);
  phases.Begin("loading");
  std::future<base::Result<std::shared_ptr<TypeProbe>>> probe;
  if (!target.member.empty())
    probe = std::async(std::launch::async, [&] { return StartTypeProbe(env.config, env.files, target); });
  ASSIGN_OR_RETURN(Laboratory laboratory, Prepare(env, target));
  runtime::Executor& executor = *laboratory.executor;

  phases.Begin("discovering");
  ASSIGN_OR_RETURN(ClassStudy study, StudyClasses(env, laboratory, std::move(probe)));
  Generated generated;
  if (!study.under_test.empty()) {
    phases.Begin("generating");
    ASSIGN_OR_RETURN(generated, GenerateForClasses(env, laboratory, study, progress));
    if (study.only_class) TRY(ShrinkCandidates(env, generated.candidates, executor));
  }
  if (!study.only_class) {
    phases.Begin("discovering");
    TRY(FindSignatures(env, laboratory));
    const std::vector<model::NestingExample> examples = MineExamples(env, target);
    phases.Begin("generating");
    generate::GrowerConfig growth{env.config.nesting, env.config.mined_share};
    generate::TreeGrower grower(laboratory.api, *laboratory.pool, examples, growth);
    ASSIGN_OR_RETURN(generated,
                     Generate(env, executor, grower, laboratory.stage.manifest, progress, std::move(generated)));
  }

  const emit::SuiteConfig suite = SuiteConfigFor(env, laboratory);
  std::vector<WrittenFinding> findings;
  const auto confirm = [&]() -> base::Status {
    ASSIGN_OR_RETURN(findings, WriteFindings(env, generated.bad_ends, executor,
                                             {PackageSpecifier(target, env.config.out / "findings"), target.display,
                                              laboratory.style, laboratory.executor->es_module()}));
    return {};
  };
  ASSIGN_OR_RETURN(const std::vector<SuiteTest> tests,
                   BuildSuite(env, laboratory, suite, generated.candidates, phases, confirm));

  phases.Begin("writing");
  ASSIGN_OR_RETURN(const auto files, emit::WriteSuite(WrittenOf(tests), suite));
  TRY(WriteFiles(env, "suite", files));
  std::map<std::string, std::string> scripts;
  for (const WrittenFinding& finding : findings) scripts[base::Path(finding.finding.repro).filename()] = finding.script;
  TRY(WriteFiles(env, "findings", scripts));

  model::RunReport report = DescribeRun(env, laboratory, generated, tests, findings);
  report.types = ReportedTypes(study);
  report.cpu_s = CpuSeconds();
  for (const auto& [name, value] : env.stats.All()) env.log.Debug("{} {}", name, value);
  return report;
}

}  // namespace kingbird::campaign
