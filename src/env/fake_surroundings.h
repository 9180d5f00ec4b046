// What an environment is made of, for tests: nothing is said, the disk is in memory, time passes when it is told to.
#pragma once

#include <atomic>

#include "base/file_system.h"
#include "env/env.h"

namespace kingbird::env {

/// Set up first, then make environments of it; it must outlive them.
struct FakeSurroundings {
  Env MakeEnv() { return Env(config, log, stats, files, clock, interrupted); }

  Config config;
  base::Log log{base::LogLevel::kQuiet};
  Stats stats;
  base::FakeFileSystem files;
  base::FakeClock clock;
  std::atomic<bool> interrupted{false};
};

}  // namespace kingbird::env
