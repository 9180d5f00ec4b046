// Ctrl-C: the first asks the run to end and keep what it has, the second ends the program at once.
#pragma once

#include <atomic>

namespace kingbird::cli {

/// Installs the handlers of SIGINT and SIGTERM. The flag lives as long as the program.
const std::atomic<bool>& CatchInterrupts();

}  // namespace kingbird::cli
