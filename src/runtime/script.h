// Runs one program (an emitted suite, a reproduction, another engine) in the sandbox and collects what it prints.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/file_system.h"
#include "base/result.h"
#include "runtime/sandbox.h"

namespace kingbird::runtime {

struct ScriptConfig {
  base::Path node;                     ///< Or another program. Absolute.
  std::vector<std::string> arguments;  ///< Flags, script, its arguments; paths absolute.
  SandboxKind sandbox = SandboxKind::kNamespaces;
  std::vector<base::Path> readable;  ///< Files and folders it sees besides Node and the system's.
  std::chrono::milliseconds time_limit{60000};
  /// It has printed nothing for so long of its own time: it is stopped as if the time limit had come. Its own is what
  /// it computes and what it waits, not what other programs keep it from the processor. 0: it may be silent.
  std::chrono::milliseconds silence{0};
  /// Instead of `silence` until it prints for the first time. 0: the same.
  std::chrono::milliseconds start{0};
  std::vector<std::string> system_calls;           ///< Allowed besides the usual ones, unless no sandboxed program may.
  const base::Deadline* deadline = nullptr;        ///< Of the run; none: the time limit alone.
  std::map<std::string, std::string> environment;  ///< Beside a plain one, which it may change.
  bool reserves = false;  ///< It takes address space it never uses: only what its processes use together is limited.
  /// Set for a helper program (npm, git …), which has other rights than code of a target.
  std::optional<base::HelperRights> helper;
  size_t most_output = size_t{8} << 20;  ///< Of one stream; the rest is dropped, or ends a helper program.
  uint64_t most_memory = 0;              ///< Of data, in bytes, of each of its processes; 0: as tests.
  base::Path folder;                     ///< Where the program starts; empty: in its scratch folder.
  bool finds_libraries =
      false;                   ///< `readable` holds all libraries: nobody asks the loader which ones the program needs.
  bool fence_signals = false;  ///< As on kernels that do not keep them inside; there always. For tests.
  /// As another user and with other limits than tests have otherwise.
  bool elsewhere = false;
};

struct ScriptResult {
  std::string out;
  std::string err;
  bool timed_out = false;
  bool too_large = false;  ///< A helper program went beyond its rights or printed too much.
  bool cut = false;        ///< The run was over before the program, and before its time limit.
  int exit_code = -1;      ///< 128 and the signal when it was killed; -1: unknown.
};

/// Everything the program started has ended when it returns.
base::Result<ScriptResult> RunScript(const ScriptConfig& config);

}  // namespace kingbird::runtime
