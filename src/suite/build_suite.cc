#include "suite/build_suite.h"

#include <algorithm>
#include <future>
#include <iterator>
#include <utility>

#include "load/target_link.h"
#include "load/target_names.h"
#include "model/scratch_tree.h"
#include "suite/describe_run.h"
#include "suite/keep_green.h"
#include "suite/selection.h"
#include "suite/suite_check.h"
#include "target/npm_cache.h"

namespace kingbird::suite {
namespace {

// The second selection makes good what the first lost.
constexpr int kSelections = 2;
constexpr int kRoundNeeds = 25;  // percent of the time limit

// Tests that were different before they were minimised may read the same: such a one is shown once, for all they show.
void AddNew(std::vector<SuiteTest> written, std::vector<SuiteTest>& tests) {
  for (SuiteTest& test : written) {
    const auto same = std::ranges::find_if(tests, [&](const SuiteTest& other) {
      return other.written.function == test.written.function && other.written.body == test.written.body;
    });
    if (same == tests.end()) {
      tests.push_back(std::move(test));
      continue;
    }
    model::Hits all;
    std::ranges::set_union(same->hits, test.hits, std::back_inserter(all));
    same->hits = std::move(all);
    std::ranges::move(test.selected.needed_behaviours, std::back_inserter(same->selected.needed_behaviours));
  }
}

// A test that runs none of the target's own code tests Node, the language or another package. Where no test does more,
// such tests are all that the target has.
void KeepOwn(env::Env& env, std::vector<loop::Candidate>& candidates) {
  const auto is_foreign = [](const loop::Candidate& candidate) { return candidate.hits.empty(); };
  if (std::ranges::all_of(candidates, is_foreign)) {
    env.stats.Add("suite.foreign", candidates.empty() ? 0 : 1);
    return;
  }
  std::erase_if(candidates, is_foreign);
}

}  // namespace

emit::SuiteConfig SuiteConfigFor(const env::Env& env, const load::LoadedTarget& loaded) {
  emit::SuiteConfig suite;
  suite.format = env.config.Format();
  load::LoadFrom(loaded, env.Out("suite"), suite);
  load::FitIntoProject(loaded.target, env.Out("suite"), env.files, suite);
  // Anything else that a package.json calls its version would be for npm to fetch.
  const bool published =
      loaded.target.kind == target::Target::Kind::kPackage && target::IsExactVersion(loaded.target.version);
  suite.version = published ? loaded.target.Wanted() : "";
  suite.title = loaded.style.module_variable == "lib" ? "lib" : load::FileTitle(loaded.target.name);
  suite.module_variable = loaded.style.module_variable;
  suite.starts_timers = loaded.host.starts_timers;
  suite.scratch = model::ToJson(model::ScratchTree());
  suite.seed = env.config.seed;
  suite.setup = env.config.before_each;
  for (const std::string& variable : env.config.environment) {
    const std::string name = variable.substr(0, variable.find('='));
    const bool own = std::ranges::find(env.config.inherited, name) != env.config.inherited.end();
    suite.environment.push_back(own ? name : variable);
  }
  return suite;
}

base::Result<BuiltSuite> BuildSuite(env::Env& env, load::LoadedTarget& loaded, const emit::SuiteConfig& suite,
                                    std::vector<loop::Candidate>& candidates, env::Phases& phases,
                                    const std::function<base::Status()>& meanwhile) {
  runtime::Executor& executor = *loaded.executor;
  KeepOwn(env, candidates);
  phases.Begin("minimising");
  // Tests of one class are as short as they can be already.
  const bool shrunk = loaded.subject == load::Subject::kClass;
  if (!shrunk && !env.interrupted) TRY(AddSlices(env, candidates, executor));
  const Arities arities(loaded.api);
  std::vector<SuiteTest> tests;
  bool done = false;
  for (int round = 0; round < (env.interrupted ? 1 : kSelections); ++round) {
    Shown shown{{executor.LoadHits()}, {}};
    for (const SuiteTest& test : tests) {
      shown.hits.push_back(test.hits);
      const std::vector<oracle::Trait>& behaviours = test.selected.needed_behaviours;
      shown.behaviours.insert(shown.behaviours.end(), behaviours.begin(), behaviours.end());
    }
    if (round > 0 && env.Hurries(kRoundNeeds)) break;
    std::vector<Selected> selected = Select(candidates, shown, arities);
    if (selected.empty()) break;
    if (round > 0) phases.Begin("minimising");
    if (!shrunk) TRY(MinimizeAll(env, selected, executor, arities, phases.progress()));
    ASSIGN_OR_RETURN(std::vector<SuiteTest> written, WriteStableTests(env, selected, executor, loaded.style));
    AddNew(std::move(written), tests);
    phases.Begin("checking");
    auto check = std::async(std::launch::async, [&] { return KeepPassing(env, loaded, suite, tests); });
    if (!std::exchange(done, true)) TRY(meanwhile());
    TRY(check.get());
  }
  if (!done) TRY(meanwhile());
  ASSIGN_OR_RETURN(const model::RunWith run_with, KeepGreen(env, loaded, suite, tests));
  return BuiltSuite{std::move(tests), run_with};
}

base::Status WriteOutput(env::Env& env, const target::Target& target, const std::vector<SuiteTest>& tests,
                         const emit::SuiteConfig& suite, const Findings& findings) {
  ASSIGN_OR_RETURN(const auto files, emit::WriteSuite(WrittenOf(tests), suite));
  base::OutputEntries written;
  for (const auto& [name, content] : files) {
    // Test files of the user's stay beside the new ones.
    const bool is_test = name.find(".test.") != std::string::npos;
    written[is_test ? base::Path(env.output->NameFor("suite/" + name)).filename().string() : name] = {content};
  }
  base::OutputEntries scripts;
  for (const model::Finding& finding : findings.written)
    scripts[base::Path(finding.repro).filename()] = {finding.repro_text};
  TRY(load::LinkTarget(target, *env.output, env.files));
  TRY(env.output->Replace("suite", written));
  return env.output->Replace("findings", scripts);
}

}  // namespace kingbird::suite
