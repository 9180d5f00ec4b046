// Runs a program and collects what it prints. For tools (npm, git, node --version) only: target code is run by
// runtime/.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/file_system.h"
#include "base/result.h"

namespace kingbird::base {

struct Command {
  std::vector<std::string> arguments;              ///< arguments[0] is looked up in PATH.
  Path folder;                                     ///< Working directory; empty: inherited.
  std::map<std::string, std::string> environment;  ///< Added to the inherited one.
  std::string input;
  std::chrono::milliseconds time_limit{60000};
  const Deadline* deadline = nullptr;  ///< Of the run; none: the time limit alone.
};

struct ProcessResult {
  int exit_code = 0;  ///< 128 + signal when killed.
  bool timed_out = false;
  std::string out;
  std::string err;
};

/// An Error only if the program could not be started (kNotFound when it does not exist).
Result<ProcessResult> RunCommand(const Command& command);

}  // namespace kingbird::base
