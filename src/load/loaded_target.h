// A target made ready to be called: staged with counters, loaded in sandboxed zygotes, its API listed. What every
// command that runs generated calls starts from.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "discover/signatures.h"
#include "emit/test_writer.h"
#include "env/env.h"
#include "generate/value_pool.h"
#include "model/api.h"
#include "runtime/executor.h"
#include "runtime/host.h"
#include "syntax/stage.h"
#include "target/target.h"

namespace kingbird::load {

/// What of the target is under test.
enum class Subject : uint8_t {
  kPackage,  ///< All of it.
  kClass,    ///< One class, named by the user.
  kBuiltIn,  ///< Its implementation of a built-in.
};

struct LoadedTarget {
  target::Target target;
  Subject subject = Subject::kPackage;
  syntax::Stage stage;
  std::unique_ptr<runtime::Executor> executor;
  runtime::Host host;
  model::Api api;
  std::unique_ptr<generate::ValuePool> pool;
  emit::WriteStyle style;
  std::optional<model::Hits> goal;  ///< The counters of the subject; none: all of the target's.
};

/// Folders a sandbox must show so that the target and its dependencies can be loaded.
std::vector<base::Path> ReadableFolders(const target::Target& target, const base::FileSystem& files);

/// What the target sees, env.package may read.
void Admit(env::Env& env, const target::Target& target);

struct PrepareOptions {
  bool beside = false;  ///< Others go on meanwhile: whoever interrupts the run is handed what they have.
  int jobs = 0;         ///< Zygotes; 0: config.jobs.
  syntax::PassList passes = {syntax::PassKind::kCoverage};
  bool stand_ins = false;  ///< With the concolic pass: what the target requires are inputs, not the modules.
  bool few_tests = false;  ///< Few tests will run.
  bool callable = true;    ///< It is an error when nothing of it can be called.
  /// Source of a CommonJS program that loads the target in its own way; given the text of the require() call.
  std::function<std::string(const std::string& require_text)> loader;
};

/// A target that is known already, staged and loaded once more: nothing is asked of it but to run tests. Thread-safe.
base::Result<LoadedTarget> Reload(env::Env& env, const target::Target& target, const PrepareOptions& options);

/// One clear error when the target does not load or exports nothing that can be called.
base::Result<LoadedTarget> Prepare(env::Env& env, const target::Target& target, const PrepareOptions& options = {});

/// Fills the signatures of the API, from the cache where the target is a published version.
base::Status FindSignatures(env::Env& env, LoadedTarget& loaded);

/// What the signatures of a published version are cached under; "" for anything else.
std::string NameOf(const LoadedTarget& loaded);

/// The same for an API and an executor of one's own; a `name` of "" keeps it out of the cache.
base::Status FindSignatures(env::Env& env, const std::string& name, discover::SignatureConfig config,
                            runtime::Executor& executor, const generate::ValuePool& pool, model::Api& api);

}  // namespace kingbird::load
