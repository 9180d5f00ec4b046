// Starts a program that cannot harm the host. Namespaces where the kernel allows them, else Landlock and seccomp.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "base/subprocess.h"
#include "model/run_kind.h"
#include "runtime/control_group.h"

namespace kingbird::runtime {

using model::SandboxKind;

/// Where the namespace sandbox mounts its scratch file system; the same path in every zygote.
inline constexpr std::string_view kScratchMount = "/kingbird";

struct ResourceLimits {
  /// Of one file, output included. Small, so that a test whose file grows without end gets there long before the
  /// deadline, on every machine.
  uint64_t file_size = 2ULL << 20;
  uint64_t scratch_size = 64ULL << 20;
  uint64_t scratch_files = 16384;
  uint64_t data_size = 4ULL << 30;  ///< Private writable memory of one process.
  uint64_t processes = 512;         ///< Of the user; the kernel keeps it only for users other than root.
  uint64_t open_files = 1024;
  // Of the whole sandbox, from its start; beyond them it ends.
  uint64_t tree_processes = 160;
  uint64_t tree_memory_mb = 4096;
};

/// The exit code of a sandbox that was ended because its processes went beyond their memory, number or disk space.
inline constexpr int kBeyondLimits = 123;

struct LaunchSpec {
  SandboxKind sandbox = SandboxKind::kNamespaces;
  std::vector<std::string> command;      ///< command[0] is an absolute path; none: just try whether the sandbox works.
  std::vector<std::string> environment;  ///< "NAME=value", all of it.
  std::array<int, 8> descriptors = {-1, -1, -1, -1,
                                    -1, -1, -1, -1};  ///< What becomes 0…7; -1: /dev/null. All else is closed.
  base::Path scratch;  ///< The only place where it may write; kScratchMount for kNamespaces.
  /// What it sees besides the system's programs and libraries and command[0] (file_view.h).
  std::vector<base::Path> readable;
  std::vector<std::string> system_calls;  ///< Allowed besides those of syscall_filter.cc, its forbidden ones excepted.
  ResourceLimits limits;
  /// Set for a helper program (npm, git …), which has other rights than code of a target; not for kNone.
  std::optional<base::HelperRights> helper;
  base::Path folder;  ///< Where the program starts; empty: in `scratch`.
  bool finds_libraries =
      false;                   ///< `readable` holds all libraries: nobody asks the loader which ones the program needs.
  bool fence_signals = false;  ///< It signals nobody but itself: where the sandbox does not keep signals inside.
  /// kNamespaces: the user and the group it is inside; anything but 0, which would regain capabilities on exec.
  uint32_t user = 1000;
};

/// A running program with everything it started. Ends with the object, and with this process.
class SandboxedProcess {
 public:
  /// An Error when the sandbox cannot be made or the program does not start.
  static base::Result<SandboxedProcess> Launch(const LaunchSpec& spec);
  SandboxedProcess(SandboxedProcess&& other) noexcept;
  SandboxedProcess& operator=(SandboxedProcess&& other) noexcept;
  ~SandboxedProcess();

  /// Waits for the program's end. Its exit code, 128 and the signal when it was killed; nothing when it goes on.
  std::optional<int> WaitFor(std::chrono::milliseconds time);

  pid_t pid() const { return pid_; }  ///< Of the outermost process; the program itself is below it.

 private:
  SandboxedProcess(pid_t pid, int lifeline, std::optional<ControlGroup> group)
      : group_(std::move(group)), pid_(pid), lifeline_(lifeline) {}
  std::optional<ControlGroup> group_;  ///< Where the machine lets us; removed when the process is gone.
  pid_t pid_ = -1;
  int lifeline_ = -1;
};

/// How memory and processes are kept within their limits, for people.
std::string DescribeLimits(SandboxKind kind);
/// What it cannot promise here, in one sentence for the summary; "" where it keeps everything (docs/security.md), or
/// nothing, as the user said.
std::string Shortcomings(SandboxKind kind);

/// True for kLandlock on a kernel that cannot keep signals inside.
bool NeedsSignalFence(SandboxKind kind);

/// The wanted kind if it works here; without a wish the strongest that works. Never kNone without being asked.
base::Result<SandboxKind> ChooseSandbox(std::optional<SandboxKind> wanted);

}  // namespace kingbird::runtime
