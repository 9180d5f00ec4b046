// Runs a helper program (npm, git, tar, esbuild) and collects what it prints. `RunCommand` runs the program without a
// sandbox; `runtime::RunHelper` runs the same command in one. Code of a target is run by runtime/ only.
#pragma once

#include <chrono>
#include <functional>
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

/// What a sandbox lets a helper program see and do. The program also sees the system's programs and libraries and its
/// own files. `RunCommand`, which has no sandbox, ignores these rights.
struct HelperRights {
  std::vector<Path> readable;    ///< Absolute paths of files and folders.
  std::vector<Path> writable;    ///< Absolute paths of folders.
  bool network = false;          ///< Whether the program may open connections.
  bool starts_programs = false;  ///< Whether the program may start other processes; threads are always allowed.
  uint64_t most_bytes = uint64_t{2} << 30;  ///< How much the writable folders may grow on the disk.
  uint64_t most_files = 200'000;            ///< How many files and folders the program may add to them.
};

struct Command {
  std::vector<std::string> arguments;              ///< arguments[0] is looked up in SearchPath().
  Path folder;                                     ///< Working directory; empty: inherited.
  std::map<std::string, std::string> environment;  ///< Added to the inherited one, whose PATH is SearchPath().
  std::string input;
  uint64_t most_memory = 0;  ///< Of data, in bytes, of each of its processes; 0: as we have.
  std::chrono::milliseconds time_limit{60000};
  const Deadline* deadline = nullptr;  ///< Of the run; none: the time limit alone.
  HelperRights rights;
};

inline constexpr size_t kMostOutput = 64 << 20;

struct ProcessResult {
  int exit_code = 0;  ///< 128 + signal when killed.
  bool timed_out = false;
  std::string out;  ///< At most kMostOutput of each; what is printed beyond it is forgotten.
  std::string err;
  bool too_large = false;  ///< The sandbox ended the program because it went beyond its memory or `HelperRights`.
};

/// An Error only if the program could not be started (kNotFound when it does not exist).
Result<ProcessResult> RunCommand(const Command& command);

/// Runs helper programs: `RunCommand`, or a function that runs them in a sandbox. Modules that may not include runtime/
/// are handed one.
using CommandRunner = std::function<Result<ProcessResult>(const Command&)>;

}  // namespace kingbird::base
