#include "diff/comparison.h"

#include <algorithm>
#include <future>

#include "diff/built_in_setup.h"
#include "diff/callbacks.h"
#include "diff/differences.h"
#include "diff/paired_executor.h"
#include "diff/setup_code.h"
#include "env/run_options.h"
#include "explore/flips.h"
#include "loop/breadth.h"
#include "loop/generation.h"
#include "loop/growth.h"
#include "loop/lane.h"
#include "loop/name_probes.h"
#include "suite/describe_run.h"

#include <fmt/format.h>

namespace kingbird::diff {
namespace {

using generate::CallbackStrategy;

constexpr size_t kGrowthTurn = 16;  // tests of one round
constexpr size_t kProbeTurn = 32;
constexpr size_t kBreadthTurn = 512;
// Every function may have changed, whatever is left of it to reach: so many statements each.
constexpr double kCuriosity = 20;
constexpr size_t kFewProbes = 4;  // the same where tests are counted: growth has more to try
constexpr double kShareOfSearch = 0.8;
constexpr double kShareOfFiles = 0.1;

// V8 quotes code in messages: what is told of the sides is what they do without any pass.
base::Result<Confirmed> ConfirmPlain(env::Env& env, const Comparison& comparison, const DifferenceBook& book,
                                     const env::ProgressSink& progress) {
  const auto reload = [&](const load::LoadedTarget& side, load::PrepareOptions options) {
    options.passes.clear();
    options.few_tests = true;
    return std::async(std::launch::async, [&env, &side, options] { return load::Reload(env, side.target, options); });
  };
  auto coming_before = reload(comparison.before, comparison.before_options);
  auto coming_after = reload(comparison.after, comparison.after_options);
  auto coming_twin = reload(comparison.before, comparison.before_options);
  ASSIGN_OR_RETURN(const load::LoadedTarget before, coming_before.get());
  ASSIGN_OR_RETURN(const load::LoadedTarget after, coming_after.get());
  ASSIGN_OR_RETURN(const load::LoadedTarget twin, coming_twin.get());
  PairedExecutor both_sides(Side::Of(before), Side::Of(after));
  both_sides.set_setup(comparison.output.setup.code);
  return Confirm(env, both_sides, Side::Of(twin), book, progress);
}

// Tests that are run on both sides: grown ones, names that every object knows, and flips.
base::Result<loop::Generated> Search(env::Env& env, const Comparison& comparison, PairedExecutor& both_sides,
                                     loop::Growth& growing, const DifferenceBook& book,
                                     const env::ProgressSink& progress) {
  std::vector<loop::Turn> turns = {{&growing, kGrowthTurn}};
  runtime::RunOptions options = env::RunOptionsOf(env);
  options.setup = comparison.output.setup.code;
  // So many tests and no more: each has a process of its own.
  const bool shares = env.config.tests == 0 && options.FitsBatchLane();
  loop::Lane lane(comparison.api);
  loop::Breadth breadth(growing, lane, env.Rng("breadth"), kCuriosity);
  if (shares) {
    turns.push_back(loop::AlsoAdmitted(&growing, kGrowthTurn));
    turns.push_back({&breadth, kBreadthTurn, loop::Screening::kAll});
  }
  loop::NameProbes probes;
  if (comparison.flips) turns.push_back(loop::Admitted(&probes, env.config.tests > 0 ? kFewProbes : kProbeTurn));
  // A guard that one version has and the other has not: whatever an input decides is worth comparing.
  explore::Flips flips(env, {comparison.after.target, comparison.api, comparison.after.stage.manifest},
                       {.all = true, .modules = comparison.changed_modules});
  if (env.config.symbolic && comparison.flips) turns.push_back(loop::Admitted(&flips, kGrowthTurn));
  loop::Plan plan = loop::PlanOf(env, turns);
  if (shares) plan.lane = &lane;
  if (const auto enough = plan.enough) {
    plan.enough = [&probes, enough](const loop::Generated& so_far, int since) {
      return !probes.HasMore() && enough(so_far, since);
    };
  }
  const syntax::Manifest& manifest = comparison.after.stage.manifest;
  ASSIGN_OR_RETURN(loop::Generated generated, loop::Generate(env, both_sides, manifest, plan, progress));
  // Nothing to repeat and to minimise yet: its time is for looking further. So is some of it for what is ready to be
  // tried.
  const bool nothing = book.entries().empty();
  // Where no line changed there is nothing to look further for.
  const bool same = comparison.has_sources && comparison.changed.empty();
  if (!same && (nothing || probes.HasMore()) && env.config.time_limit.count() > 0 && env.config.tests == 0) {
    plan.share_of_time = kShareOfSearch;
    plan.enough = nullptr;
    if (!nothing) plan.enough = [&probes](const loop::Generated&, int) { return !probes.HasMore(); };
    ASSIGN_OR_RETURN(generated, loop::Generate(env, both_sides, manifest, plan, progress, std::move(generated)));
  }
  return generated;
}

// What changed comes first: functions that lead to changed lines have as many turns together as all others have, and so
// have, a tenth of that, functions of changed files.
void PreferChanged(const Comparison& comparison, loop::Growth& growing) {
  if (comparison.changed.empty()) return;
  const double all = kCuriosity * static_cast<double>(comparison.api.functions.size());
  growing.Emphasize(comparison.changed.CountersAfter(), all);
  growing.Emphasize(comparison.changed.CountersOfFilesAfter(), all * kShareOfFiles);
}

}  // namespace

base::Result<model::RunReport> RunComparison(env::Env& env, Comparison comparison, env::Phases& phases) {
  const env::ProgressSink& progress = phases.progress();
  const auto callbacks = MakeCallbacks(env, comparison.corpus, comparison.pool, comparison.reads);
  comparison.growth.callbacks = callbacks.get();
  const generate::TypedValues values(comparison.pool, std::nullopt, std::nullopt);
  const std::vector<model::Class> no_classes;
  const generate::TypedArguments typed(no_classes, values);
  comparison.growth.typed = &typed;
  generate::TreeGrower grower(comparison.api, comparison.pool, comparison.examples, comparison.growth);

  PairedExecutor both_sides(Side::Of(comparison.before), Side::Of(comparison.after));
  both_sides.set_setup(comparison.output.setup.code);
  both_sides.set_reads(true);
  DifferenceBook book(comparison.output.likeness);
  both_sides.set_changed(&comparison.changed);
  both_sides.set_judge([&](const model::TestCase& test, const Pair& pair) {
    const int so_far = book.differing_tests();
    const bool news = book.Note(test, pair);
    comparison.changed.NoteTest(pair.before.hits, pair.after.hits, book.differing_tests() > so_far);
    return news;
  });
  phases.Begin("generating");
  loop::Growth growing(grower, comparison.after.stage.manifest, env.Rng("generate"));
  PreferChanged(comparison, growing);
  ASSIGN_OR_RETURN(const loop::Generated generated, Search(env, comparison, both_sides, growing, book, progress));
  Confirmed confirmed;
  if (!book.entries().empty()) {
    phases.Begin("repeating");
    ASSIGN_OR_RETURN(confirmed, ConfirmPlain(env, comparison, book, progress));
  }

  phases.Begin("writing");
  model::RunReport report = suite::DescribeRun(env, comparison.after, generated, {}, {});
  report.diff.differing_tests = book.differing_tests();
  report.diff.has_sources = comparison.has_sources;
  report.diff.changes =
      comparison.changed.Changes(comparison.before.executor->LoadHits(), comparison.after.executor->LoadHits());
  report.diff.unloaded = comparison.unloaded;
  TRY(DescribeDifferences(env, comparison.output, comparison.change, confirmed, report));
  phases.Tell(report);
  return report;
}

load::PrepareOptions OptionsOf(const env::Env& env) {
  load::PrepareOptions options;
  // As many for each side: one often waits for the other.
  options.jobs = env.config.jobs;
  if (env.config.callbacks == CallbackStrategy::kWrites || env.config.callbacks == CallbackStrategy::kMix) {
    options.passes.push_back(syntax::PassKind::kReadTrace);
  }
  return options;
}

std::vector<base::Path> CorpusOf(const env::Env& env, const target::Target& target) {
  std::vector<base::Path> folders = env.config.mine;
  folders.push_back(target.root);
  folders.push_back(env.config.folder / "node_modules");
  return folders;
}

base::Result<Setup> SetupFor(const env::Env& env, const std::string& class_name, load::LoadedTarget& before,
                             load::LoadedTarget& after) {
  runtime::Executor* const sides[] = {before.executor.get(), after.executor.get()};
  if (env.config.setup.empty()) {
    if (class_name.empty()) return Setup{};
    return RunnablePart(BuiltInSetup(class_name, env.config.callbacks == CallbackStrategy::kMix), sides);
  }
  const std::string file = env.config.setup.string();
  ASSIGN_OR_RETURN(std::string code, env.files.Read(file));
  ASSIGN_OR_RETURN(Setup setup, ReadSetup(std::move(code), file));
  for (load::LoadedTarget* side : {&before, &after}) {
    runtime::Executor* const executor = side->executor.get();
    ASSIGN_OR_RETURN(const Setup runs, RunnablePart(setup, std::span(&executor, 1)));
    if (runs.parts.empty()) {
      return base::UsageError(fmt::format("{} does not run on {}", file, side->target.display),
                              "it has to end without an error on both sides before anything is tested");
    }
  }
  return setup;
}

}  // namespace kingbird::diff
