// The generation loop: ask the generators for tests, run them, tell what came of it, keep what shows something new.
#pragma once

#include <vector>

#include "base/result.h"
#include "env/env.h"
#include "env/phases.h"
#include "loop/generator.h"
#include "runtime/executor.h"
#include "syntax/manifest.h"

namespace kingbird::loop {

/// Goes on from `start` (an empty one to begin with). Ends after config.tests tests, when a share of the time limit is
/// used up, when it has time but nothing new comes any more, or on interruption.
base::Result<Generated> Generate(env::Env& env, runtime::Executor& executor, const syntax::Manifest& manifest,
                                 const std::vector<Turn>& turns, const env::ProgressSink& progress,
                                 Generated start = {});

}  // namespace kingbird::loop
