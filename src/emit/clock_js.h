// Files of suites that are about time: the clock of tests whose results depend on the date, and timers.
#pragma once

#include <string>

#include "model/run_kind.h"

namespace kingbird::emit {

/// clock.cjs: stopClock() has Date show the moment at which virtual time begins (agent/time_source.js) and the time
/// zone be UTC, startClock() puts the real ones back. With the fake timers of node:test and Jest, by hand under Mocha
/// and older Nodes.
std::string ClockFile(model::SuiteFormat format);

/// The same functions for a test file of Vitest, whose fake timers are not within reach of a CommonJS file.
std::string VitestClock();

/// timers.cjs: nobody waits for timers that the code under test starts when it is loaded.
std::string TimersFile();

/// How groups of such tests are told from others: "on 15 January 2024".
std::string OnFixedDate();

}  // namespace kingbird::emit
