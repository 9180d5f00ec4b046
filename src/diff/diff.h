// `kingbird diff`: the pipeline on one page (diff.cc).
#pragma once

#include "base/result.h"
#include "env/env.h"
#include "loop/generation.h"
#include "model/report_data.h"
#include "target/target.h"

namespace kingbird::diff {

/// Generates tests on `before`, runs them on both, writes one script per stable difference below config.out and returns
/// what there is to report. Interrupted or out of time it does all that with what it has.
base::Result<model::RunReport> RunDiff(env::Env& env, const target::Target& before, const target::Target& after,
                                       const env::ProgressSink& progress);

/// The same for the built-ins config.natives and the implementation that replaces them.
base::Result<model::RunReport> RunNativeDiff(env::Env& env, const target::Target& implementation,
                                             const env::ProgressSink& progress);

}  // namespace kingbird::diff
