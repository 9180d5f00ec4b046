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

/// As configured: config.tests tests, or with a time limit alone as many as there is time for while something new
/// comes.
Plan PlanOf(const env::Env& env, std::vector<Turn> turns);

/// Goes on from `start` (an empty one to begin with) until the plan says enough or the run is interrupted; one turn
/// there always is.
base::Result<Generated> Generate(env::Env& env, runtime::Executor& executor, const syntax::Manifest& manifest,
                                 const Plan& plan, const env::ProgressSink& progress, Generated start = {});

}  // namespace kingbird::loop
