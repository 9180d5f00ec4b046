// What the target is to see of the environment, and what runs before its tests.
#pragma once

#include "base/file_system.h"
#include "base/result.h"
#include "env/config.h"

namespace kingbird::cli {

/// Gives names without a value the one they have here, and adds the lines of the files; what a flag says wins. kUsage:
/// there is no such variable or file, or a line of one is none.
base::Status ReadEnvironment(const base::FileSystem& files, env::Config& config);

/// Reads --setup into config.before_each.
base::Status ReadSetup(const base::FileSystem& files, env::Config& config);

}  // namespace kingbird::cli
