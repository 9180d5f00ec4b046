#pragma once

#include <algorithm>

#include "env/env.h"
#include "runtime/executor.h"

namespace kingbird::env {

/// What the configuration says about running a test; callers change what their purpose needs.
inline runtime::RunOptions RunOptionsOf(const Env& env) {
  runtime::RunOptions options;
  // In a short run a few tests that hang must not take all of it.
  constexpr int kFewest = 40;
  options.deadline = env.config.test_deadline;
  if (env.config.time_limit.count() > 0)
    options.deadline =
        std::min(options.deadline, std::max(env.config.time_limit / kFewest, std::chrono::milliseconds(100)));
  options.virtual_time = env.config.virtual_time;
  options.seed = env.config.seed;
  options.setup = env.config.before_each;
  return options;
}

/// Milliseconds of the run that a generated test took so far, on average; 0 before the first.
inline double TestCost(const Env& env) {
  const double all = std::max(1.0, env.stats.Get("generate.timed")) * std::max(1, env.config.jobs);
  return env.stats.Get("generate.wall_ms") / all;
}

}  // namespace kingbird::env
