// stage and load both sides → compare exports and sources → discover → one comparison (comparison.cc).
#include "diff/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "diff/alternating_executor.h"
#include "diff/comparison.h"
#include "diff/setup_code.h"
#include "diff/unloaded_modules.h"
#include "discover/signatures.h"
#include "load/loaded_target.h"
#include "load/mined_values.h"
#include "load/mining.h"

namespace kingbird::diff {
namespace {

// Generation learns on; what it starts with need not be complete.
constexpr int kDiscoveryTests = 1500;
constexpr size_t kMostNames = 12;

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

// The functions to compare: of one member of the target, where the user names one.
base::Status KeepMember(const target::Target& target, model::Api& api) {
  if (target.member.empty()) return {};
  std::vector<std::string> names;
  for (const model::Function& function : api.functions) names.push_back(function.Name());
  api = OnlyMember(std::move(api), target.member);
  if (!api.functions.empty()) return {};
  names.resize(std::min(names.size(), kMostNames));
  return base::NotFoundError(fmt::format("no function or class {} is on both sides", target.member),
                             names.empty() ? "" : "both sides have " + base::Join(names, ", "));
}

// What tests are grown from.
base::Result<generate::GrowerConfig> GrowthFor(env::Env& env, load::LoadedTarget& before, load::LoadedTarget& after,
                                               const Setup& setup) {
  generate::GrowerConfig growth;
  growth.nesting = env.config.nesting;
  growth.mined_share = env.config.mined_share;
  growth.examples = load::MineExamples(env, after).calls;
  if (!setup.code.empty()) {
    ASSIGN_OR_RETURN(growth.setup, LookAtSetup(setup, "", {}, *before.executor));
  }
  return growth;
}

// Names of the modules that are one of these files.
std::set<std::string> ModulesIn(const std::set<std::string>& files, const target::Target& target) {
  std::set<std::string> names;
  for (const target::Module& module : target.modules) {
    if (files.contains((module.source.empty() ? module.file : module.source).generic_string()))
      names.insert(module.name);
  }
  return names;
}

// Nothing that both sides have can be called.
base::Error NothingToCompare(const target::Target& before, const target::Target& after,
                             const std::vector<model::UnloadedModule>& unloaded) {
  std::vector<std::string> reasons;
  for (const model::UnloadedModule& module : unloaded) {
    const bool second = module.before.empty();
    if (reasons.size() < kMostNames)
      reasons.push_back(fmt::format("{} does not load on {}: {}", module.file, (second ? after : before).display,
                                    second ? module.after : module.before));
  }
  return base::UsageError(fmt::format("{} and {} have no function in common", before.display, after.display),
                          base::Join(reasons, "; "));
}

}  // namespace

base::Result<model::RunReport> RunDiff(env::Env& env, const target::Target& before_target,
                                       const target::Target& after_target, const env::ProgressSink& progress) {
  env::Phases phases(env, progress);
  phases.Begin("loading");
  load::PrepareOptions options = OptionsOf(env);
  // Of many modules some may not load, which is told below.
  options.callable = after_target.modules.empty();
  ASSIGN_OR_RETURN(load::LoadedTarget before, load::Prepare(env, before_target, options));
  ASSIGN_OR_RETURN(load::LoadedTarget after, load::Prepare(env, after_target, options));
  std::vector<model::UnloadedModule> unloaded = LeaveOutUnloaded(env, before, after);
  TRY(KeepMember(after_target, before.api));
  TRY(KeepMember(after_target, after.api));
  const ApiChange change = CompareApis(before.api, after.api);
  if (change.removed.empty() && SharedApi(before.api, after.api).functions.empty())
    return NothingToCompare(before_target, after_target, unloaded);
  ASSIGN_OR_RETURN(const Setup setup, SetupFor(env, "", before, after));

  phases.Begin("discovering");
  generate::ValuePool pool(MergedLiterals(before.pool->mined(), after.pool->mined()), load::ScratchPaths(),
                           load::ScratchFolders());
  ASSIGN_OR_RETURN(model::Api api, DiscoverShared(env, before, after, pool));
  ASSIGN_OR_RETURN(generate::GrowerConfig growth, GrowthFor(env, before, after, setup));
  const base::Path folder = env.Out("findings");
  const std::string entry = (after_target.source.empty() ? after_target.entry : after_target.source).generic_string();
  ChangedCode changed(SourcesOf(before, entry, env.package), SourcesOf(after, entry, env.package));
  std::set<std::string> changed_modules = ModulesIn(changed.Files(), after_target);
  DiffOutput output{LinkOf(before, "before", folder), LinkOf(after, "after", folder), after.style.module_variable};
  output.names = emit::PasteNamesOf(before.api, output.module_variable, !after_target.modules.empty());
  output.setup = setup;
  output.published = after_target.kind == target::Target::Kind::kPackage;
  Comparison comparison{before,
                        after,
                        options,
                        options,
                        std::move(api),
                        std::move(pool),
                        load::MineNestings(env, before_target),
                        std::move(growth),
                        change,
                        std::move(output),
                        CorpusOf(env, after_target),
                        {},
                        setup.code.empty(),
                        true,
                        std::move(changed),
                        std::move(changed_modules),
                        std::move(unloaded)};
  return RunComparison(env, std::move(comparison), phases);
}

}  // namespace kingbird::diff
