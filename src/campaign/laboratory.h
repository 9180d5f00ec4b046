// A target made ready to be called: staged with counters, loaded in sandboxed zygotes, its API listed. What every
// command that runs generated calls starts from.
#pragma once

#include <memory>

#include "base/result.h"
#include "campaign/env.h"
#include "emit/test_writer.h"
#include "generate/value_pool.h"
#include "model/api.h"
#include "runtime/worker_pool.h"
#include "syntax/stage.h"
#include "target/target.h"

namespace kingbird::campaign {

struct Laboratory {
  target::Target target;
  syntax::Stage stage;
  std::unique_ptr<runtime::WorkerPool> executor;
  model::Api api;
  std::unique_ptr<generate::ValuePool> pool;
  emit::WriteStyle style;
};

/// Folders a sandbox must show so that the target and its dependencies can be loaded.
std::vector<base::Path> ReadableFolders(const target::Target& target, const base::FileSystem& files);

/// One clear error when the target does not load or exports nothing that can be called.
/// `jobs` zygotes, 0: config.jobs.
base::Result<Laboratory> Prepare(Env& env, const target::Target& target, int jobs = 0);

/// Fills the signatures of the API, from the cache where the target is a published version.
base::Status FindSignatures(Env& env, Laboratory& laboratory);

}  // namespace kingbird::campaign
