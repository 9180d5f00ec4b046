// stage and load both sides → compare exports → discover → generate on one, run on both → repeat → minimise → write one
// script per difference → report. The two kinds of diff differ in what the sides are and in where receivers come from.
#include "diff/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>

#include "diff/alternating_executor.h"
#include "diff/built_in_setup.h"
#include "diff/callbacks.h"
#include "diff/diff_report.h"
#include "diff/differences.h"
#include "diff/native.h"
#include "diff/paired_executor.h"
#include "diff/setup_code.h"
#include "diff/shared_api.h"
#include "discover/signatures.h"
#include "env/phases.h"
#include "env/run_options.h"
#include "explore/flips.h"
#include "generate/tree_grower.h"
#include "load/loaded_target.h"
#include "load/mined_values.h"
#include "load/mining.h"
#include "loop/breadth.h"
#include "loop/generation.h"
#include "loop/growth.h"
#include "loop/lane.h"
#include "loop/name_probes.h"
#include "suite/describe_run.h"

namespace kingbird::diff {
namespace {

using generate::CallbackStrategy;

// Generation learns on; what it starts with need not be complete.
constexpr int kDiscoveryTests = 1500;
constexpr size_t kGrowthTurn = 16;  // tests of one round
constexpr size_t kProbeTurn = 32;
constexpr size_t kBreadthTurn = 512;
// Every function may have changed, whatever is left of it to reach: so many statements each.
constexpr double kCuriosity = 20;
constexpr size_t kFewProbes = 4;  // the same where tests are counted: growth has more to try
constexpr double kShareOfSearch = 0.8;

/// What a comparison needs to know of its two sides.
struct Comparison {
  load::LoadedTarget& before;
  load::LoadedTarget& after;
  load::PrepareOptions before_options;
  load::PrepareOptions after_options;
  model::Api api;
  generate::ValuePool pool;
  std::vector<model::NestingExample> examples;
  generate::GrowerConfig growth;
  ApiChange change;
  DiffOutput output;
  std::vector<base::Path> corpus;           ///< Where callbacks are mined.
  generate::WritingCallbacks::Reads reads;  ///< Of functions that cannot be traced.
  bool flips = false;                       ///< The second side can be loaded for concolic execution as it is.
};

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
  explore::Flips flips(env, {comparison.after.target, comparison.api, comparison.after.stage.manifest}, {.all = true});
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
  if ((nothing || probes.HasMore()) && env.config.time_limit.count() > 0 && env.config.tests == 0) {
    plan.share_of_time = kShareOfSearch;
    plan.enough = nullptr;
    if (!nothing) plan.enough = [&probes](const loop::Generated&, int) { return !probes.HasMore(); };
    ASSIGN_OR_RETURN(generated, loop::Generate(env, both_sides, manifest, plan, progress, std::move(generated)));
  }
  return generated;
}

base::Result<model::RunReport> Run(env::Env& env, Comparison comparison, env::Phases& phases) {
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
  both_sides.set_judge([&](const model::TestCase& test, const Pair& pair) { return book.Note(test, pair); });
  phases.Begin("generating");
  loop::Growth growing(grower, comparison.after.stage.manifest, env.Rng("generate"));
  ASSIGN_OR_RETURN(const loop::Generated generated, Search(env, comparison, both_sides, growing, book, progress));
  Confirmed confirmed;
  if (!book.entries().empty()) {
    phases.Begin("repeating");
    ASSIGN_OR_RETURN(confirmed, ConfirmPlain(env, comparison, book, progress));
  }

  phases.Begin("writing");
  model::RunReport report = suite::DescribeRun(env, comparison.after, generated, {}, {});
  report.diff.differing_tests = book.differing_tests();
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

// How the functions that both sides have are called, asking each side half of the questions.
base::Result<model::Api> DiscoverShared(env::Env& env, load::LoadedTarget& before, load::LoadedTarget& after,
                                        const generate::ValuePool& pool) {
  model::Api api = SharedApi(before.api, after.api);
  AlternatingExecutor both(*before.executor, *after.executor);
  const std::string names[] = {load::NameOf(before), load::NameOf(after)};
  const std::string name = names[0].empty() || names[1].empty() ? "" : names[0] + " and " + names[1];
  discover::SignatureConfig config;
  config.most_tests = kDiscoveryTests;
  TRY(load::FindSignatures(env, name, config, both, pool, api));
  return api;
}

// The user's setup code, else the built-in one as far as both sides can run it.
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

// The target's own files, what is installed around it, and what the user points at.
std::vector<base::Path> CorpusOf(const env::Env& env, const target::Target& target) {
  std::vector<base::Path> folders = env.config.mine;
  folders.push_back(target.root);
  folders.push_back(env.config.folder / "node_modules");
  return folders;
}

// The native side: an empty module of its own, so that both sides are alike in all but the implementation.
base::Result<target::Target> EmptyTarget(const base::TempFolder& folder, base::FileSystem& files) {
  TRY(files.Write(folder.path() / "native.js", "module.exports = {};\n"));
  target::Target target;
  target.kind = target::Target::Kind::kFile;
  target.name = "native";
  target.root = folder.path();
  target.entry = "native.js";
  target.display = "native";
  return target;
}

base::Result<std::string> AdapterOf(const env::Env& env) {
  const std::string& adapter = env.config.adapter;
  if (!adapter.ends_with(".js") && !adapter.ends_with(".cjs")) return adapter;
  ASSIGN_OR_RETURN(std::string text, env.files.Read(adapter));
  // A file may say module.exports = …, as files do.
  const std::string mark = "module.exports =";
  const size_t at = text.find(mark);
  if (at != std::string::npos) text = text.substr(at + mark.size());
  while (!text.empty() && (std::isspace(static_cast<unsigned char>(text.back())) != 0 || text.back() == ';')) {
    text.pop_back();
  }
  return text;
}

// A polyfill stands in a folder of its own inside a large package; its folder is all that is copied where that
// suffices.
target::Target Narrowed(target::Target target) {
  if (target.kind != target::Target::Kind::kFile) return target;
  const base::Path file = target.root / target.entry;
  target.root = file.parent_path();
  target.entry = file.filename();
  return target;
}

// Both sides of a comparison with a built-in, ready to run.
struct NativeSides {
  base::TempFolder folder;  ///< Of the native side.
  load::PrepareOptions before_options;
  load::PrepareOptions after_options;
  load::LoadedTarget before;
  load::LoadedTarget after;
};

base::Result<NativeSides> LoadNative(env::Env& env, const Native& native, const std::string& adapter,
                                     const target::Target& implementation) {
  ASSIGN_OR_RETURN(base::TempFolder folder, base::TempFolder::Make(env.files, "kingbird-native"));
  ASSIGN_OR_RETURN(const target::Target empty, EmptyTarget(folder, env.files));
  load::PrepareOptions options = OptionsOf(env);
  options.callable = false;
  const load::PrepareOptions native_options = options;
  ASSIGN_OR_RETURN(load::LoadedTarget before, load::Prepare(env, empty, options));
  options.loader = [native, adapter](const std::string& require_text) {
    return "module.exports = (() => {" + LoaderText(native, adapter, require_text) + "})();\n";
  };
  auto after = load::Prepare(env, Narrowed(implementation), options);
  if (!after.ok()) after = load::Prepare(env, implementation, options);
  if (!after.ok()) return ExplainNative(after.error(), native);
  return NativeSides{std::move(folder), native_options, options, std::move(before), std::move(*after)};
}

// What is called, and on what.
base::Result<generate::GrowerConfig> NativeGrowth(const env::Env& env, const Native& native, const Setup& setup,
                                                  bool adapted, runtime::Executor& executor) {
  generate::GrowerConfig growth;
  growth.nesting = env.config.nesting && env.config.callbacks == CallbackStrategy::kMix;
  ASSIGN_OR_RETURN(growth.setup, LookAtSetup(setup, native.class_name, native.methods, executor));
  growth.native_methods[native.class_name] = native.methods;
  // Methods borrowed by what has none of its own are left out where callbacks are made in the simplest ways, to see
  // what those find by themselves; and a class of another library may have no prototype to borrow from.
  const bool borrow =
      !adapted && (env.config.callbacks == CallbackStrategy::kMix || env.config.callbacks == CallbackStrategy::kWrites);
  const std::vector<generate::ScopeValue> holders = HoldersOf(native, borrow);
  growth.setup.insert(growth.setup.end(), holders.begin(), holders.end());
  return growth;
}

}  // namespace

base::Result<model::RunReport> RunDiff(env::Env& env, const target::Target& before_target,
                                       const target::Target& after_target, const env::ProgressSink& progress) {
  env::Phases phases(env, progress);
  phases.Begin("loading");
  const load::PrepareOptions options = OptionsOf(env);
  ASSIGN_OR_RETURN(load::LoadedTarget before, load::Prepare(env, before_target, options));
  ASSIGN_OR_RETURN(load::LoadedTarget after, load::Prepare(env, after_target, options));
  const ApiChange change = CompareApis(before.api, after.api);
  ASSIGN_OR_RETURN(const Setup setup, SetupFor(env, "", before, after));

  phases.Begin("discovering");
  generate::ValuePool pool(MergedLiterals(before.pool->mined(), after.pool->mined()), load::ScratchPaths(),
                           load::ScratchFolders());
  ASSIGN_OR_RETURN(model::Api api, DiscoverShared(env, before, after, pool));
  generate::GrowerConfig growth;
  growth.nesting = env.config.nesting;
  growth.mined_share = env.config.mined_share;
  growth.examples = load::MineExamples(env, after).calls;
  if (!setup.code.empty()) {
    ASSIGN_OR_RETURN(growth.setup, LookAtSetup(setup, "", {}, *before.executor));
  }
  const base::Path folder = env.Out("findings");
  Comparison comparison{
      before,
      after,
      options,
      options,
      std::move(api),
      std::move(pool),
      load::MineNestings(env, before_target),
      std::move(growth),
      change,
      {LinkOf(before, "before", folder), LinkOf(after, "after", folder), after.style.module_variable, setup, true, {}},
      CorpusOf(env, after_target),
      {},
      setup.code.empty()};
  return Run(env, std::move(comparison), phases);
}

base::Result<model::RunReport> RunNativeDiff(env::Env& env, const target::Target& implementation,
                                             const env::ProgressSink& progress) {
  env::Phases phases(env, progress);
  phases.Begin("loading");
  ASSIGN_OR_RETURN(const Native native, ParseNatives(env.config.natives));
  ASSIGN_OR_RETURN(const std::string adapter, AdapterOf(env));
  ASSIGN_OR_RETURN(NativeSides sides, LoadNative(env, native, adapter, implementation));
  auto& [folder, before_options, after_options, before, after] = sides;

  phases.Begin("discovering");
  ASSIGN_OR_RETURN(const Setup setup, SetupFor(env, native.class_name, before, after));
  ASSIGN_OR_RETURN(generate::GrowerConfig growth, NativeGrowth(env, native, setup, !adapter.empty(), *before.executor));
  discover::SignatureConfig discovery;
  discovery.setup = setup.code;
  for (const generate::ScopeValue& value : growth.setup) {
    if (!value.shape.methods.empty()) discovery.receivers[value.shape.type].push_back(value.reference);
  }
  model::Api api = ApiOf(native);
  TRY(discover::DiscoverSignatures(api, *before.executor, *after.pool, discovery));
  ASSIGN_OR_RETURN(NativeLook look, LookAtNatives(native, setup, *before.executor, before.stage.manifest));
  if (adapter.empty()) {
    // One polyfill of many in a file: only its own text is under test.
    ASSIGN_OR_RETURN(const NativeLook own, LookAtNatives(native, setup, *after.executor, after.stage.manifest));
    after.subject = load::Subject::kBuiltIn;
    if (!own.counters.empty()) after.goal = own.counters;
  }

  ScriptLink link = LinkOf(after, "implementation", env.Out("findings"));
  link.side.load = "(() => {" + LoaderText(native, adapter, link.side.load) + "})()";
  ScriptLink bare;
  bare.side = {"native " + (native.names.size() == 1 ? native.names[0] : native.class_name), "undefined", ""};
  Comparison comparison{before,
                        after,
                        before_options,
                        after_options,
                        std::move(api),
                        generate::ValuePool(after.pool->mined(), {}),
                        {},
                        std::move(growth),
                        {},
                        {bare, link, "lib", setup, false, {!adapter.empty() || native.class_name == "Promise"}},
                        CorpusOf(env, implementation),
                        std::move(look.reads)};
  return Run(env, std::move(comparison), phases);
}

}  // namespace kingbird::diff
