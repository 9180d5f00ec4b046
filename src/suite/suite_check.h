// Proof before delivery: the emitted suite is run as a user would run it, and what does not pass every time is taken
// out.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "load/loaded_target.h"
#include "suite/suite.h"

namespace kingbird::suite {

/// Runs the suite with Node's own test runner on the package as it is (not instrumented), in the sandbox, until each of
/// its files has passed a number of times in a row; tests that fail once, or end the process, are removed from `tests`.
base::Status KeepPassing(env::Env& env, const load::LoadedTarget& loaded, const emit::SuiteConfig& suite,
                         std::vector<SuiteTest>& tests);

/// Cancelled: the process had nothing left to do while this test, or one before it, was still waiting.
enum class TestEnd { kPassed, kFailed, kCancelled };

/// Runs tests (by index) in one process. One end per test in this order; fewer when the process broke off. Crowded:
/// with other files open, so that descriptors have other numbers.
using RunTogether = std::function<base::Result<std::vector<TestEnd>>(const std::vector<size_t>& tests, bool crowded)>;

/// Those of the tests that pass together, `runs` times in a row. A test that fails only in company stays, and the one
/// before it that leaves such a state behind goes.
base::Result<std::vector<size_t>> PassingOf(std::vector<size_t> tests, int runs, const RunTogether& run);

/// Ends in a TAP report in the order of its innermost tests (skipped ones passed).
std::vector<TestEnd> TapResults(const std::string& tap);

}  // namespace kingbird::suite
