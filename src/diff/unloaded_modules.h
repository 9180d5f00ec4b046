// Modules of a target that do not load on both sides of a diff.
#pragma once

#include <vector>

#include "env/env.h"
#include "load/loaded_target.h"
#include "model/report_data.h"

namespace kingbird::diff {

/// Finds the modules that a side does not have in its API because they do not load there, or because the side has no
/// such file, and takes them out of both APIs. Each comes with the reason that loading it alone gives.
std::vector<model::UnloadedModule> LeaveOutUnloaded(env::Env& env, load::LoadedTarget& before,
                                                    load::LoadedTarget& after);

}  // namespace kingbird::diff
