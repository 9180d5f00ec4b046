// Proof before delivery: the emitted suite is run as a user would run it, and what does not pass every time is taken
// out.
#pragma once

#include <vector>

#include "base/result.h"
#include "campaign/laboratory.h"
#include "campaign/suite.h"

namespace kingbird::campaign {

/// Runs the suite with Node's own test runner on the package as it is (not instrumented), in the sandbox, until a
/// number of runs in a row pass; tests that fail in one are removed from `tests`.
base::Status KeepPassing(Env& env, const Laboratory& laboratory, const emit::SuiteConfig& suite,
                         std::vector<SuiteTest>& tests);

/// Results of a TAP report in the order of its innermost tests: true for ok (skipped ones too).
std::vector<bool> TapResults(const std::string& tap);

}  // namespace kingbird::campaign
