// Candidates of a class made smaller inside the agent (agent/shrink.js) before the minimiser sees them: sequences of
// calls are long, and a process per attempt would cost more than finding them did.
#pragma once

#include <vector>

#include "base/result.h"
#include "campaign/generation.h"
#include "runtime/executor.h"

namespace kingbird::campaign {

/// Leaves the candidates that a suite needs, each shrunk as far as it keeps what it alone covers; what the agent
/// answers counts only if a process of its own confirms it.
base::Status ShrinkCandidates(Env& env, std::vector<Candidate>& candidates, runtime::Executor& executor);

}  // namespace kingbird::campaign
