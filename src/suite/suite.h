// Selected tests → tests whose behaviour is the same every time → files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "emit/suite_writer.h"
#include "emit/test_writer.h"
#include "runtime/executor.h"
#include "suite/selection.h"

namespace kingbird::suite {

/// Counts selected tests that there was no time for; like all of "lost.", it is told when nothing is kept.
inline constexpr char kLostToTime[] = "lost.could not be checked in the time that was left";

struct SuiteTest {
  Selected selected;
  emit::WrittenTest written;
  model::Hits hits;
  bool proven = false;  ///< Has passed all runs of a check (suite_check.h).
};

/// Runs each test several times, with the virtual and with the real clock and other random numbers, and writes what
/// stayed the same. Tests of which nothing can be asserted are left out.
base::Result<std::vector<SuiteTest>> WriteStableTests(env::Env& env, const std::vector<Selected>& tests,
                                                      runtime::Executor& executor, const emit::WriteStyle& style);

}  // namespace kingbird::suite
