#pragma once

#include "env/env.h"
#include "runtime/executor.h"

namespace kingbird::env {

/// What the configuration says about running a test; callers change what their purpose needs.
inline runtime::RunOptions RunOptionsOf(const Env& env) {
  runtime::RunOptions options;
  options.deadline = env.config.test_deadline;
  options.virtual_time = env.config.virtual_time;
  options.seed = env.config.seed;
  return options;
}

}  // namespace kingbird::env
