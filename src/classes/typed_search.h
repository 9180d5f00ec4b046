// Looks for the engine's own errors where they are nobody's fault but the target's: calls of exported functions, and of
// classes, with arguments of the declared or documented types alone.
#pragma once

#include <vector>

#include "base/result.h"
#include "classes/class_study.h"
#include "load/loaded_target.h"
#include "loop/generation.h"
#include "suite/contracts.h"

namespace kingbird::classes {

/// Tests that ended badly, and calls that threw (or promises that were rejected with) an error of the engine. Uses a
/// small share of the time limit; none where nothing is declared.
base::Result<std::vector<loop::BadEnd>> SearchTyped(env::Env& env, load::LoadedTarget& loaded, const ClassStudy& study,
                                                    const suite::Contracts& contracts);

}  // namespace kingbird::classes
