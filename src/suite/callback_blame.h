// Whether a test's own callbacks keep it going, or the target does whatever they answer.
#pragma once

#include <vector>

#include "base/result.h"
#include "loop/generation.h"
#include "runtime/executor.h"

namespace kingbird::suite {

/// Of each of these ends, all of which ask callbacks (AsksCallbacks): whether another answer of theirs would have ended
/// it. Who returns a new object for every key has no end; who is asked for ever whatever he says is not to blame. Not
/// run for lack of time counts as ended.
base::Result<std::vector<bool>> CallbacksToBlame(const std::vector<const loop::BadEnd*>& ends,
                                                 runtime::Executor& executor, const runtime::RunOptions& options);

}  // namespace kingbird::suite
