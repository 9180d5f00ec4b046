// Proof before delivery: the emitted suite is run as a user would run it, and what does not pass every time is taken
// out.
#pragma once

#include <vector>

#include "base/result.h"
#include "load/loaded_target.h"
#include "suite/passing.h"
#include "suite/suite.h"
#include "suite/suite_trial.h"

namespace kingbird::suite {

/// Runs the suite with Node's own test runner on the package as it is (not instrumented), in the sandbox, file by file
/// and whole, in several places; tests that fail once, end the process or disturb what is around them are removed from
/// `tests`.
base::Status KeepPassing(env::Env& env, const load::LoadedTarget& loaded, const emit::SuiteConfig& suite,
                         std::vector<SuiteTest>& tests);

/// Runs a suite of one test that does nothing, and reserves time for checking (Env) by how long that takes on this
/// machine while other programs are at work. Nothing is reserved where it fails. Thread-safe.
void ReserveTimeForCheck(env::Env& env, const load::LoadedTarget& loaded, const emit::SuiteConfig& suite);

}  // namespace kingbird::suite
