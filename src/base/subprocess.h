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

/// Where programs are looked for: PATH without what a package may bring along, folders named relative to the current
/// one and node_modules (npm puts node_modules/.bin first for all it runs).
std::string SearchPath();

struct Command {
  std::vector<std::string> arguments;              ///< arguments[0] is looked up in SearchPath().
  Path folder;                                     ///< Working directory; empty: inherited.
  std::map<std::string, std::string> environment;  ///< Added to the inherited one, whose PATH is SearchPath().
  std::string input;
  uint64_t most_memory = 0;  ///< Of data, in bytes, of each of its processes; 0: as we have.
  std::chrono::milliseconds time_limit{60000};
  const Deadline* deadline = nullptr;  ///< Of the run; none: the time limit alone.
};

inline constexpr size_t kMostOutput = 64 << 20;

struct ProcessResult {
  int exit_code = 0;  ///< 128 + signal when killed.
  bool timed_out = false;
  std::string out;  ///< At most kMostOutput of each; what is printed beyond it is forgotten.
  std::string err;
};

/// An Error only if the program could not be started (kNotFound when it does not exist).
Result<ProcessResult> RunCommand(const Command& command);

}  // namespace kingbird::base
