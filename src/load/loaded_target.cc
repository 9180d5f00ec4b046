#include "load/loaded_target.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "discover/exports.h"
#include "discover/parameter_names.h"
#include "discover/signature_cache.h"
#include "discover/signatures.h"
#include "emit/js_text.h"
#include "env/wanted_sandbox.h"
#include "load/load_failure.h"
#include "load/mined_values.h"
#include "load/module_loader.h"
#include "runtime/worker_pool.h"
#include "syntax/glob.h"
#include "target/workspace.h"

namespace kingbird::load {
namespace {

/// Of one run: some hundred thousand decisions.
constexpr size_t kTraceBytes = size_t{4} << 20;

// Percent of the time limit that discovery must leave to the rest.
constexpr int kShareAfterLoading = 70;
// The same for copying what may not be needed.
constexpr int kStagingLeaves = 90;
constexpr std::chrono::seconds kLongRun{20};
constexpr size_t kMostNamed = 12;

// Where Node looks for dependencies of the target: the node_modules of every folder around it. One that is a link leads
// to a folder of that name: nobody's home is shown because a repository has a link to it.
std::vector<base::Path> DependencyFolders(const base::Path& root, const base::FileSystem& files) {
  std::vector<base::Path> folders;
  for (base::Path at = root; at != at.parent_path(); at = at.parent_path()) {
    const base::Path modules = at.filename() == "node_modules" ? at : at / "node_modules";
    const auto real = files.Real(modules);
    if (real.ok() && real->filename() == "node_modules" && files.IsFolder(modules)) folders.push_back(modules);
  }
  return folders;
}

// Whether a link in node_modules leads to the package it says: somebody else's folder is not shown because a repository
// has a link to it.
bool IsPackage(const base::Path& folder, const std::string& name, const base::FileSystem& files) {
  const auto text = files.Read(folder / "package.json");
  const auto manifest = text.ok() ? base::ParseJson(*text, "package.json") : base::Result<base::Json>(text.error());
  return manifest.ok() && manifest->is_object() && manifest->contains("name") && (*manifest)["name"] == name;
}

// Whether a link in node_modules may lead to this package: one that is installed (pnpm and others keep packages in
// another node_modules), or a member of the workspace around the target.
bool MayLeadTo(const base::Path& package, const std::string& name, const std::optional<base::Path>& workspace,
               const base::FileSystem& files) {
  if (package.string().ends_with("/node_modules/" + name)) return true;
  return workspace && target::IsMember(files, *workspace, package);
}

// Packages that a node_modules folder has as links to elsewhere.
std::vector<base::Path> LinkedPackages(const base::Path& modules, const std::string& scope,
                                       const std::optional<base::Path>& workspace, const base::FileSystem& files) {
  std::vector<base::Path> found;
  const auto own = files.Real(modules);
  const auto names = files.List(modules);
  if (!own.ok() || !names.ok()) return found;
  for (const std::string& name : *names) {
    if (scope.empty() && name.starts_with('@') && files.IsFolder(modules / name)) {
      const std::vector<base::Path> scoped = LinkedPackages(modules / name, name + "/", workspace, files);
      found.insert(found.end(), scoped.begin(), scoped.end());
    }
    const auto real = files.Real(modules / name);
    if (!real.ok() || *real == *own / name) continue;
    if (!base::IsBelow(modules, *real) && IsPackage(*real, scope + name, files) &&
        MayLeadTo(*real, scope + name, workspace, files))
      found.push_back(*real);
  }
  return found;
}

// The folder whose node_modules holds the package: code there loads it by name.
base::Path ClientFolder(const base::Path& package) {
  base::Path at = package;
  while (at.filename() != "node_modules" && at != at.parent_path()) at = at.parent_path();
  return at.parent_path();
}

// What is worth reading: around one file there may be a whole project, other output of Kingbird included.
syntax::Manifest SourcesOf(const LoadedTarget& loaded) {
  syntax::Manifest sources = loaded.stage.manifest;
  if (loaded.target.kind != target::Target::Kind::kFile) return sources;
  const model::Hits& hits = loaded.executor->LoadHits();
  std::erase_if(sources.files, [&](const syntax::ManifestFile& file) {
    return !std::binary_search(hits.begin(), hits.end(), file.loaded_index());
  });
  return sources;
}

// --only and --skip. A name that is none of the target's is a mistake, not an empty run.
base::Status KeepChosen(const env::Config& config, const target::Target& target, model::Api& api) {
  const auto matches = [](const std::string& pattern, const model::Function& function) {
    const std::vector<std::string> names = function.Names();
    return syntax::MatchesGlob(pattern, model::ToString(function.path)) ||
           std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return syntax::MatchesGlob(pattern, name); });
  };
  for (const auto* list : {&config.only, &config.skip}) {
    for (const std::string& pattern : *list) {
      const auto is_meant = [&](const model::Server& server) {
        return syntax::MatchesGlob(pattern, model::ToString(server.path));
      };
      if (std::ranges::any_of(api.servers, is_meant) ||
          std::any_of(api.functions.begin(), api.functions.end(),
                      [&](const model::Function& function) { return matches(pattern, function); }))
        continue;
      std::vector<std::string> known;
      for (const model::Function& function : api.functions) known.push_back(model::ToString(function.path));
      const bool many = known.size() > kMostNamed;
      if (many) known.resize(kMostNamed);
      return base::NotFoundError(
          fmt::format("--{}: {} exports nothing called {}", list == &config.only ? "only" : "skip", target.display,
                      base::Printable(pattern)),
          fmt::format("it exports {}{}", base::Printable(base::Join(known, ", ")), many ? ", …" : ""));
    }
  }
  const auto any = [&](const std::vector<std::string>& patterns, const model::Function& function) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return matches(pattern, function); });
  };
  std::erase_if(api.functions, [&](const model::Function& function) {
    return (!config.only.empty() && !any(config.only, function)) || any(config.skip, function);
  });
  const auto named = [](const std::vector<std::string>& patterns, const model::Server& server) {
    return std::ranges::any_of(patterns, [&](const std::string& pattern) {
      return syntax::MatchesGlob(pattern, model::ToString(server.path));
    });
  };
  std::erase_if(api.servers, [&](const model::Server& server) {
    return (!config.only.empty() && !named(config.only, server)) || named(config.skip, server);
  });
  return {};
}

// What failed because the run was over says so; the staged copy means nothing to the user.
base::Error Explained(const env::Env& env, const target::Target& target, const base::Error& error) {
  if (env.interrupted)
    return {base::ErrorCode::kInterrupted, "interrupted while " + target.display + " was loaded", ""};
  if (env.TimeLeft().count() > 0) return ExplainLoadFailure(error, target.display);
  return base::EnvironmentError(fmt::format("the time limit was over before {} was loaded", target.display),
                                "give it more with --time-limit");
}

// How the target is staged in this run.
syntax::StageConfig StagingOf(const env::Env& env, const target::Target& target, const syntax::PassList& passes) {
  syntax::StageConfig staging;
  staging.root = target.root;
  staging.include = env.config.include;
  staging.exclude = env.config.exclude;
  staging.only = target.own_files;
  // What the project's runner loads first belongs to its tests.
  for (const std::string& name : target.setup) {
    if (name.starts_with("./")) staging.exclude.push_back(name.substr(2));
  }
  staging.passes = passes;
  if (const auto cache = target::CacheFolder(env.files); cache.ok()) staging.cache_folder = *cache / "rewritten";
  staging.run = &env;
  staging.entry = target.FirstFile();
  staging.hurries = [&env] { return env.Hurries(kStagingLeaves); };
  return staging;
}

// What Node says, with the files where the user has them: copies mean nothing to anybody else.
std::string InUsersFolder(std::string text, const target::Target& target, const syntax::Stage& stage) {
  for (const base::Path& copy : {stage.root, target.origin.empty() ? base::Path() : target.root}) {
    const std::string folder = copy.string() + "/";
    for (size_t at; folder.size() > 1 && (at = text.find(folder)) != std::string::npos;)
      text.replace(at, folder.size(), "./");
  }
  return text;
}

// Loads the staged target in zygotes.
base::Result<std::unique_ptr<runtime::WorkerPool>> StartPool(const env::Env& env, const target::Target& target,
                                                             const syntax::Stage& stage,
                                                             const PrepareOptions& options) {
  const env::Config& settings = env.config;
  base::FileSystem& files = env.files;
  const base::Path manifest = stage.staging / "kingbird-manifest.json";
  TRY(files.Write(manifest, base::DumpJson(stage.manifest.AgentJson())));
  runtime::PoolConfig config;
  config.node = settings.node;
  config.jobs = options.jobs > 0 ? options.jobs : settings.jobs;
  const auto has = [&](syntax::PassKind kind) {
    return std::find(options.passes.begin(), options.passes.end(), kind) != options.passes.end();
  };
  if (has(syntax::PassKind::kConcolic)) {
    config.zygote.concolic = true;
    config.zygote.stand_ins = options.stand_ins;
    config.zygote.trace_bytes = kTraceBytes;
  }
  config.zygote.type_hooks = has(syntax::PassKind::kTypeHooks);
  config.zygote.few_tests = options.few_tests;
  config.zygote.environment = settings.environment;
  config.zygote.run = &env;
  config.sandbox = env::WantedSandbox(settings);
  config.zygote.manifest = manifest;
  config.zygote.staged_root = stage.root;
  config.zygote.original_root = target.root;
  config.zygote.counters = stage.manifest.size();
  config.zygote.readable = ReadableFolders(target, files);
  config.zygote.readable.push_back(stage.staging);
  if (target.kind == target::Target::Kind::kPackage) {
    config.entry = target.name + target.subpath;
    config.base = ClientFolder(stage.root);
  } else {
    config.entry = (stage.root / target.entry).lexically_normal();
    config.base = stage.root;
  }
  if (NeedsLoader(target)) {
    ASSIGN_OR_RETURN(config.entry, WriteModuleLoader(target, stage.root, files));
  }
  if (options.loader) {
    const base::Path loader = config.base / "kingbird-loader.cjs";
    TRY(files.Write(loader, options.loader("require(" + emit::Quote(config.entry) + ")")));
    config.entry = loader;
  }
  return runtime::WorkerPool::Start(config);
}

}  // namespace

std::vector<base::Path> ReadableFolders(const target::Target& target, const base::FileSystem& files) {
  std::vector<base::Path> folders = DependencyFolders(target.Home(), files);
  const auto workspace =
      target::WorkspaceAround(files, target.working_tree.empty() ? target.Home() : target.working_tree);
  for (const base::Path& modules : DependencyFolders(target.Home(), files)) {
    for (const base::Path& package : LinkedPackages(modules, "", workspace, files)) {
      // A node_modules may be nothing but links into another one, which is shown once.
      const auto holds = [&](const base::Path& folder) { return base::IsBelow(package, folder); };
      if (std::ranges::any_of(folders, holds)) continue;
      const std::vector<base::Path> needed = DependencyFolders(package, files);
      folders.push_back(package);
      folders.insert(folders.end(), needed.begin(), needed.end());
    }
  }
  if (target.own_files.empty()) folders.push_back(target.root);
  for (const base::Path& file : target.own_files) folders.push_back(target.root / file);
  return folders;
}

void Admit(env::Env& env, const target::Target& target) {
  for (const base::Path& folder : ReadableFolders(target, env.files)) env.package.Admit(folder);
  // Of the folder around a file without a project only what is installed there.
  env.package.Admit(target.own_files.empty() ? target.Home() : target.root / "package.json");
}

base::Result<LoadedTarget> Reload(env::Env& env, const target::Target& target, const PrepareOptions& options) {
  std::optional<env::Env::Loading> loading_now;
  if (!options.beside) loading_now.emplace(env);
  LoadedTarget loaded;
  loaded.target = target;
  auto stage = syntax::StageInstrumented(env.files, StagingOf(env, target, options.passes));
  if (!stage.ok()) return Explained(env, target, stage.error());
  loaded.stage = std::move(*stage);
  PrepareOptions loading = options;
  // A class is done before warming up would pay.
  loading.few_tests =
      options.few_tests || (!target.member.empty() && env.config.time_limit < kLongRun && options.jobs == 0);
  auto pool = StartPool(env, target, loaded.stage, loading);
  if (!pool.ok()) {
    base::Error error = pool.error();
    error.heard = InUsersFolder(std::move(error.heard), target, loaded.stage);
    return Explained(env, target, error);
  }
  loaded.host = (*pool)->host();
  for (auto& [name, reason] : loaded.host.failed) reason = InUsersFolder(std::move(reason), target, loaded.stage);
  loaded.executor = std::move(*pool);
  return loaded;
}

base::Result<LoadedTarget> Prepare(env::Env& env, const target::Target& target, const PrepareOptions& options) {
  const env::Env::Loading loading_now(env);
  Admit(env, target);
  ASSIGN_OR_RETURN(LoadedTarget loaded, Reload(env, target, options));
  const auto exports = loaded.executor->Inspect();
  if (!exports.ok()) return Explained(env, target, exports.error());
  ASSIGN_OR_RETURN(loaded.api, discover::ReadExports(*exports));
  const syntax::Manifest sources = SourcesOf(loaded);
  discover::ParameterNames names;
  for (const syntax::ManifestFile& file : sources.files) {
    const auto source = env.package.Read(target.root / file.key);
    if (source.ok()) discover::CollectParameterNames(*source, names);
  }
  discover::AdoptParameterNames(names, loaded.api);
  TRY(KeepChosen(env.config, target, loaded.api));
  if (options.callable && loaded.api.functions.empty() && loaded.api.servers.empty()) {
    return base::UsageError(fmt::format("{} exports nothing that can be called", target.display));
  }
  const bool files = TouchesFiles(sources, target.root, env.package);
  loaded.pool = std::make_unique<generate::ValuePool>(MineLiterals(sources, target.root, env.package),
                                                      files ? ScratchPaths() : std::vector<std::string>(),
                                                      files ? ScratchFolders() : std::vector<std::string>());
  loaded.style.module_variable = emit::IdentifierFrom(target.name, "lib");
  loaded.style.expectation.scratch_root = loaded.host.working_folder;
  return loaded;
}

base::Status FindSignatures(env::Env& env, LoadedTarget& loaded) {
  return FindSignatures(env, NameOf(loaded), {}, *loaded.executor, *loaded.pool, loaded.api);
}

std::string NameOf(const LoadedTarget& loaded) {
  const target::Target& target = loaded.target;
  if (target.kind != target::Target::Kind::kPackage || target.version.empty()) return "";
  return fmt::format("{}{}@{} node {}", target.name, target.subpath, target.version, loaded.host.node_version);
}

base::Status FindSignatures(env::Env& env, const std::string& name, discover::SignatureConfig config,
                            runtime::Executor& executor, const generate::ValuePool& pool, model::Api& api) {
  ASSIGN_OR_RETURN(const base::Path kept, target::CacheFolder(env.files));
  discover::SignatureCache cache(kept / "signatures", env.files);
  if (!name.empty() && cache.Load(name, api)) return {};
  config.stop = [&env] { return env.Hurries(kShareAfterLoading); };
  ASSIGN_OR_RETURN(const discover::SignatureStats stats, discover::DiscoverSignatures(api, executor, pool, config));
  env.stats.Add("discover.probes", stats.probes);
  env.stats.Add("discover.tests", stats.tests);
  env.log.Debug("discovery: {} probes in {} tests, {} of them timed out", stats.probes, stats.tests, stats.timed_out);
  if (!name.empty() && !config.stop()) cache.Save(name, api);
  return {};
}

}  // namespace kingbird::load
