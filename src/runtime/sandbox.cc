// Launch forks three times in the namespace sandbox: the first process unshares and waits, the second is process 1 of
// the new pid namespace, builds the root and reaps orphans, the third becomes the program. When process 1 ends, the
// kernel kills all that is left. Without namespaces the first process forks the program and, as a subreaper, ends what
// it leaves behind. The supervising process watches a pipe whose other end only the caller holds: when the caller goes
// away, however that happens, so does the sandbox. Failures travel back through a close-on-exec status pipe.
#include "runtime/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <span>
#include <utility>

#include "runtime/disk_use.h"
#include "runtime/disk_watch.h"
#include "runtime/process_tree.h"
#include "runtime/restriction.h"
#include "runtime/signal_fence.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// Until LLVM 17 and GCC 14 the sanitizers do not look after all of their own locks when a process forks: one that
// another thread held would stay locked in the child.
namespace __sanitizer {
void StackDepotLockAll();
void StackDepotUnlockAll();
}  // namespace __sanitizer
#endif
#ifdef __SANITIZE_THREAD__
// Asked by it: else each process that ends waits for a second.
extern "C" const char* __tsan_default_options() { return "atexit_sleep_ms=0:print_suppressions=0"; }
#endif
#ifdef __SANITIZE_ADDRESS__
namespace __lsan {
void LockAllocator();
void UnlockAllocator();
}  // namespace __lsan
namespace {
void LockSanitizer() {
  __lsan::LockAllocator();
  __sanitizer::StackDepotLockAll();
}
void UnlockSanitizer() {
  __sanitizer::StackDepotUnlockAll();
  __lsan::UnlockAllocator();
}
[[maybe_unused]] const int kLooksAfterLocks = pthread_atfork(LockSanitizer, UnlockSanitizer, UnlockSanitizer);
}  // namespace
#endif

namespace kingbird::runtime {
namespace {

using restriction::Fail;

// Puts the descriptors where the program expects them, and the status pipe above them.
int PlaceDescriptors(int status, const LaunchSpec& spec) {
  constexpr int kAbove = 64;
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  const int moved_status = fcntl(status, F_DUPFD_CLOEXEC, kAbove);
  std::array<int, 8> moved = {};
  for (size_t i = 0; i < moved.size(); ++i) {
    moved[i] = fcntl(spec.descriptors[i] >= 0 ? spec.descriptors[i] : null, F_DUPFD_CLOEXEC, kAbove);
  }
  for (size_t i = 0; i < moved.size(); ++i) {
    if (dup2(moved[i], static_cast<int>(i)) < 0) Fail(moved_status, "descriptors");
  }
  // Not inherited by what the program starts.
  syscall(SYS_close_range, moved.size(), moved_status - 1, 0);
  syscall(SYS_close_range, moved_status + 1, ~0U, 0);
  return moved_status;
}

/// What a launch needs and is made before the fork.
struct Prepared {
  restriction::FilesShown shown;
  restriction::FilterProgram filter;
  std::optional<ControlGroup> group;
};

[[noreturn]] void Become(int status, const LaunchSpec& spec, Prepared& prepared) {
  setsid();
  for (int signal_number = 1; signal_number < 32; ++signal_number) signal(signal_number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  status = PlaceDescriptors(status, spec);
  const base::Path& start = spec.folder.empty() ? spec.scratch : spec.folder;
  if (chdir(start.empty() ? "/" : start.c_str()) != 0) Fail(status, "enter " + start.string());
  std::vector<char*> arguments;
  std::vector<char*> environment;
  for (const std::string& text : spec.command) arguments.push_back(const_cast<char*>(text.c_str()));
  for (const std::string& text : spec.environment) environment.push_back(const_cast<char*>(text.c_str()));
  arguments.push_back(nullptr);
  environment.push_back(nullptr);
  if (spec.sandbox == SandboxKind::kLandlock) restriction::RestrictFiles(status, spec, prepared.shown);
  restriction::DropCapabilities(status);
  // From here on this process, which may be larger than the program is allowed to be, gets no memory any more.
  restriction::LimitResources(status, spec.limits);
  if (spec.sandbox != SandboxKind::kNone) restriction::FilterSyscalls(status, prepared.filter);
  if (spec.fence_signals && !FenceSignals()) Fail(status, "fence signals");
  if (spec.command.empty()) _exit(0);
  execve(arguments[0], arguments.data(), environment.data());
  Fail(status, spec.command[0]);
}

// As process 1. The kernel would do it when that ends, but without waiting: what they used would be in nobody's
// account.
void KillNamespace() {
  kill(-1, SIGKILL);
  while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {
  }
}

// Kills children, and as a subreaper their orphans, until there are none.
void KillChildren() {
  while (FILE* file = std::fopen("/proc/thread-self/children", "re")) {
    int child = 0;
    bool any = false;
    while (std::fscanf(file, "%d", &child) == 1) {
      any = true;
      kill(child, SIGKILL);
    }
    std::fclose(file);
    if (!any) return;
    waitpid(-1, nullptr, 0);
  }
}

// A test that goes beyond the limit of the scratch folder is the zygote's to end.
constexpr uint64_t kScratchMargin = 2;

// Whether the sandbox as a whole uses more than it may; the zygote looks closer, but only while a test runs.
bool IsBeyond(const LaunchSpec& spec, std::optional<DiskWatch>& disk) {
  const TreeUse use = MeasureBelow(getpid());
  if (disk && disk->IsBeyond(use.processes)) return true;
  if (use.processes.size() > spec.limits.tree_processes || use.memory_mb > spec.limits.tree_memory_mb) return true;
  if (spec.sandbox != SandboxKind::kLandlock || spec.scratch.empty()) return false;
  const uint64_t most_mb = kScratchMargin * (spec.limits.scratch_size >> 20);
  return DiskUseMb(spec.scratch.string(), use.processes) > most_mb;
}

// A process of Node has eleven threads or so, others one.
constexpr uint64_t kTasksOfAProcess = 12;

GroupLimits LimitsOf(const ResourceLimits& limits) {
  return {limits.tree_memory_mb, limits.tree_processes * kTasksOfAProcess};
}

// Outside a pid namespace all processes of the machine are looked at.
constexpr std::chrono::milliseconds kLooksInside{100};
constexpr std::chrono::milliseconds kLooksOutside{400};

// Reaps until the program ends, is stopped (nobody would ever let it go on), goes beyond its limits, or the lifeline is
// cut.
[[noreturn]] void Supervise(pid_t program, int lifeline, const LaunchSpec& spec) {
  const bool process_one = spec.sandbox == SandboxKind::kNamespaces;
  const std::chrono::milliseconds pause = process_one || spec.helper ? kLooksInside : kLooksOutside;
  std::chrono::steady_clock::time_point looked = std::chrono::steady_clock::now();
  sigset_t chld;
  sigemptyset(&chld);
  sigaddset(&chld, SIGCHLD);
  sigprocmask(SIG_BLOCK, &chld, nullptr);
  const int signals = signalfd(-1, &chld, SFD_CLOEXEC);
  std::optional<DiskWatch> disk;
  if (spec.helper) disk.emplace(*spec.helper);
  int result = 0;
  bool running = true;
  while (running) {
    int status = 0;
    constexpr int kOptions = WNOHANG | WUNTRACED;
    for (pid_t pid = waitpid(-1, &status, kOptions); pid > 0; pid = waitpid(-1, &status, kOptions)) {
      if (pid != program) continue;
      result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      running = false;
    }
    pollfd entries[2] = {{lifeline, POLLIN, 0}, {signals, POLLIN, 0}};
    const int ready = running ? poll(entries, 2, static_cast<int>(pause.count())) : -1;
    if (std::chrono::steady_clock::now() - looked >= pause) {
      if (running && IsBeyond(spec, disk)) {
        running = false;
        result = kBeyondLimits;
      }
      looked = std::chrono::steady_clock::now();
    }
    if (ready <= 0) continue;
    signalfd_siginfo info;
    if (entries[1].revents != 0) (void)!read(signals, &info, sizeof info);
    if (entries[0].revents != 0) running = false;
  }
  process_one ? KillNamespace() : KillChildren();
  // What was written since the last look.
  if (disk && result == 0 && disk->HasGrownBeyond({})) result = kBeyondLimits;
  _exit(result);
}

// And 0, 1 and 2.
void KeepOnly(std::span<int> kept) {
  std::sort(kept.begin(), kept.end());
  int next = 3;
  for (const int fd : kept) {
    if (fd > next) syscall(SYS_close_range, next, fd - 1, 0);
    next = std::max(next, fd + 1);
  }
  syscall(SYS_close_range, next, ~0U, 0);
}

pid_t Fork() {
#ifdef __SANITIZE_THREAD__
  // The other one would start a thread of the sanitizer's in the child, while a process that enters a namespace has
  // one, and with its number the program is not process 2.
  __sanitizer::StackDepotLockAll();
  const pid_t pid = _Fork();
  __sanitizer::StackDepotUnlockAll();
  return pid;
#else
  return fork();
#endif
}

// In the first forked process; never returns.
[[noreturn]] void RunSupervisor(int status, int lifeline, const LaunchSpec& spec, Prepared& prepared) {
  // At once: locks of the caller's temporary folders would outlive the caller here.
  std::array<int, 10> needed = {status, lifeline};
  std::copy(spec.descriptors.begin(), spec.descriptors.end(), needed.begin() + 2);
  KeepOnly(needed);
  // Ctrl-C is for the caller, who then cuts the lifeline; nor may a supervisor hold the caller's output open.
  setsid();
  // Whoever cannot is watched all the same.
  if (prepared.group) prepared.group->Enter();
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd : {0, 1, 2}) dup2(null, fd);
  const bool namespaces = spec.sandbox == SandboxKind::kNamespaces;
  if (namespaces) {
    restriction::UnshareNamespaces(status, spec);
    const pid_t one = Fork();
    if (one < 0) Fail(status, "fork");
    if (one > 0) {
      KeepOnly({});
      int result = 0;
      while (waitpid(one, &result, 0) < 0 && errno == EINTR) {
      }
      _exit(WIFEXITED(result) ? WEXITSTATUS(result) : 128 + WTERMSIG(result));
    }
    restriction::BuildRoot(status, spec, prepared.shown);
  } else {
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  }
  const pid_t program = Fork();
  if (program < 0) Fail(status, "fork");
  if (program == 0) {
    close(lifeline);
    Become(status, spec, prepared);
  }
  KeepOnly({&lifeline, 1});
  Supervise(program, lifeline, spec);
}

}  // namespace

base::Result<SandboxedProcess> SandboxedProcess::Launch(const LaunchSpec& spec) {
  std::vector<base::Path> wanted = spec.readable;
  if (spec.helper) wanted.insert(wanted.end(), spec.helper->readable.begin(), spec.helper->readable.end());
  if (!spec.command.empty() && spec.finds_libraries) {
    wanted.push_back(spec.command[0]);
  } else if (!spec.command.empty()) {
    const std::vector<base::Path> program = ProgramFiles(spec.command[0], spec.sandbox);
    wanted.insert(wanted.end(), program.begin(), program.end());
  }
  Prepared prepared;
  prepared.shown.read_only = FileView(wanted, spec.helper && spec.helper->network);
  for (const base::Path& folder : spec.helper ? spec.helper->writable : std::vector<base::Path>()) {
    ASSIGN_OR_RETURN(base::Path real, base::Disk().Real(folder));
    prepared.shown.writable.push_back({folder.lexically_normal(), std::move(real), ""});
  }
  if (spec.sandbox != SandboxKind::kNone) {
    ASSIGN_OR_RETURN(prepared.filter, restriction::SyscallFilter(spec));
  }
  prepared.group = ControlGroup::Make(LimitsOf(spec.limits));
  int status[2];
  int lifeline[2];
  if (pipe2(status, O_CLOEXEC) != 0 || pipe2(lifeline, O_CLOEXEC) != 0)
    return base::EnvironmentError("cannot make a pipe");
  const pid_t pid = Fork();
  if (pid < 0) return base::EnvironmentError(fmt::format("cannot fork: {}", std::strerror(errno)));
  if (pid == 0) {
    close(status[0]);
    close(lifeline[1]);
    RunSupervisor(status[1], lifeline[0], spec, prepared);
  }
  close(status[1]);
  close(lifeline[0]);
  SandboxedProcess process(pid, lifeline[1], std::move(prepared.group));
  std::string failure;
  char buffer[512];
  for (ssize_t n = 1; n != 0;) {
    n = read(status[0], buffer, sizeof buffer);
    if (n > 0) failure.append(buffer, static_cast<size_t>(n));
    if (n < 0 && errno != EINTR) break;
  }
  close(status[0]);
  if (!failure.empty()) {
    return base::EnvironmentError(fmt::format("the sandbox ({}) cannot be made: {}", ToString(spec.sandbox), failure));
  }
  return process;
}

SandboxedProcess::SandboxedProcess(SandboxedProcess&& other) noexcept { *this = std::move(other); }

SandboxedProcess& SandboxedProcess::operator=(SandboxedProcess&& other) noexcept {
  std::swap(group_, other.group_);
  std::swap(pid_, other.pid_);
  std::swap(lifeline_, other.lifeline_);
  return *this;
}

std::optional<int> SandboxedProcess::WaitFor(std::chrono::milliseconds time) {
  if (pid_ <= 0) return std::nullopt;
  const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  pollfd entry = {descriptor, POLLIN, 0};
  const int ready = poll(&entry, 1, static_cast<int>(time.count()));
  close(descriptor);
  int status = 0;
  if (ready <= 0 || waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

SandboxedProcess::~SandboxedProcess() {
  if (lifeline_ >= 0) close(lifeline_);
  if (pid_ > 0) {
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

std::string DescribeLimits(SandboxKind kind) {
  if (const auto group = ControlGroup::Make(LimitsOf({}))) {
    return fmt::format(
        "memory and processes of all of a sandbox are kept by control groups (version {}), those of a test are watched "
        "every 20 ms",
        group->version());
  }
  const auto pause = kind == SandboxKind::kNamespaces ? kLooksInside : kLooksOutside;
  return fmt::format(
      "watched, not reserved: memory and processes of a test every 20 ms, of all of a sandbox every {} ms (no control "
      "groups that we may use)",
      pause.count());
}

std::string Shortcomings(SandboxKind kind) {
  if (kind == SandboxKind::kNone) return "";
  std::string text;
  if (kind == SandboxKind::kLandlock)
    text = "Landlock: the target can tell which files exist, sees the host's processes, and its disk is watched only";
  if (!ControlGroup::Make(LimitsOf({})))
    text += (text.empty() ? "" : "; ") + std::string("no control groups: memory and processes are watched only");
  return text.empty() ? "" : text + " (docs/security.md)";
}

bool NeedsSignalFence(SandboxKind kind) {
  return kind == SandboxKind::kLandlock && restriction::LandlockVersion() < restriction::kLandlockScopes;
}

base::Result<SandboxKind> ChooseSandbox(std::optional<SandboxKind> wanted) {
  if (wanted == SandboxKind::kNone) return SandboxKind::kNone;
  // Each helper program asks; a kind that has worked once is not tried again.
  static std::mutex mutex;
  static std::map<std::optional<SandboxKind>, SandboxKind> working;
  const std::lock_guard lock(mutex);
  if (const auto known = working.find(wanted); known != working.end()) return known->second;
  std::string reasons;
  for (const SandboxKind kind : {SandboxKind::kNamespaces, SandboxKind::kLandlock}) {
    if (wanted && *wanted != kind) continue;
    LaunchSpec probe;
    probe.sandbox = kind;
    auto launched = SandboxedProcess::Launch(probe);
    if (launched) return working[wanted] = kind;
    reasons += (reasons.empty() ? "" : "; ") + launched.error().message;
  }
  return base::EnvironmentError(reasons, "target code runs without a sandbox only with --no-sandbox");
}

}  // namespace kingbird::runtime
