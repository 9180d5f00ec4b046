// The last step before a suite is handed over: its user's commands end with exit status 0.
#pragma once

#include <vector>

#include "base/result.h"
#include "env/env.h"
#include "load/loaded_target.h"
#include "model/run_kind.h"
#include "suite/suite.h"

namespace kingbird::suite {

/// Counts that the printed command fails even with a test that does nothing, and nothing else can be printed.
inline constexpr char kCommandFails[] = "suite.command_fails";

/// Runs the printed command and the project's own `npm test`, where that runs the suite, and takes out tests until both
/// are green: files first, then tests of a file. What was green is kept when the time is over. Gives what to print.
/// `npm test` is left alone where it is red without a suite.
base::Result<model::RunWith> KeepGreen(env::Env& env, const load::LoadedTarget& loaded, const emit::SuiteConfig& suite,
                                       std::vector<SuiteTest>& tests);

}  // namespace kingbird::suite
