// `kingbird test`: the pipeline on one page (campaign.cc).
#pragma once

#include "base/result.h"
#include "env/env.h"
#include "loop/generation.h"
#include "model/report_data.h"
#include "target/target.h"

namespace kingbird::campaign {

/// Discovers, generates, selects, minimises, writes suite and findings below config.out, and returns what there is to
/// report. Interrupted or out of time it does all that with what it has.
base::Result<model::RunReport> RunTests(env::Env& env, const target::Target& target, const env::ProgressSink& progress);

}  // namespace kingbird::campaign
