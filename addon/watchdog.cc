// Polls a pidfd. A child that ends within the first slice, as nearly all do, costs one poll and one wait. After each
// slice the limits the kernel does not keep for us are looked at: bytes printed, processes alive, memory of all of them
// together.
//
// Leftovers: in the namespace sandbox everything but the zygote and its init is the test's, so kill(-1) ends them at
// once and cannot lose a race against fork. Elsewhere the zygote is the subreaper of the test's orphans and goes
// through its own children until none is left.
#include "watchdog.h"

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "activity.h"
#include "channel.h"
#include "runtime/disk_use.h"

namespace kingbird::addon {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kSliceMs = 20;
// Of the batch lane, whose deadline is that of one input.
constexpr int64_t kMostDeadlines = 40;

int64_t MicrosecondsSince(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
}

// The zygote is process 2 of its own pid namespace, or just any process where there is none.
bool InNamespace() { return getppid() == 1 && getpid() == 2; }

uint64_t BytesPrinted() {
  uint64_t total = 0;
  for (int fd : {1, 2}) {
    struct stat info = {};
    if (fstat(fd, &info) == 0) total += static_cast<uint64_t>(info.st_size);
  }
  return total;
}

// The kernel lists them by the thread that started them.
std::vector<pid_t> Children(pid_t pid) {
  std::vector<pid_t> children;
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR* threads = opendir(path);
  while (const dirent* item = threads != nullptr ? readdir(threads) : nullptr) {
    std::snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, std::atoi(item->d_name));
    FILE* file = std::atoi(item->d_name) > 0 ? std::fopen(path, "re") : nullptr;
    if (file == nullptr) continue;
    int child = 0;
    while (std::fscanf(file, "%d", &child) == 1) children.push_back(child);
    std::fclose(file);
  }
  if (threads != nullptr) closedir(threads);
  return children;
}

// All but ours: what the test's processes left behind when they ended is the zygote's by then.
std::vector<pid_t> TestProcesses() {
  std::vector<pid_t> found;
  if (InNamespace()) {
    DIR* proc = opendir("/proc");
    while (dirent* item = proc != nullptr ? readdir(proc) : nullptr) {
      const int pid = std::atoi(item->d_name);
      if (pid > 2) found.push_back(pid);
    }
    if (proc != nullptr) closedir(proc);
    return found;
  }
  found = Children(getpid());
  for (size_t i = 0; i < found.size() && found.size() < 10000; ++i) {
    for (pid_t inner : Children(found[i])) found.push_back(inner);
  }
  return found;
}

// Without files, which the kernel can drop; memory shared with nobody but one's own children counts.
uint64_t ResidentMb(pid_t pid) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/status", pid);
  FILE* file = std::fopen(path, "re");
  if (file == nullptr) return 0;
  char line[256];
  uint64_t kilobytes = 0;
  while (std::fgets(line, sizeof line, file) != nullptr) {
    unsigned long size = 0;
    if (std::sscanf(line, "RssAnon: %lu", &size) == 1 || std::sscanf(line, "RssShmem: %lu", &size) == 1)
      kilobytes += size;
  }
  std::fclose(file);
  return kilobytes >> 10;
}

wire::Killed ExceededLimit(const wire::RunHeader& limits, const Scratch& scratch) {
  if (BytesPrinted() > limits.output_limit) return wire::Killed::kOutput;
  const std::vector<pid_t> processes = TestProcesses();
  if (limits.scratch_limit_mb != 0 && runtime::DiskUseMb(scratch.root, processes) > limits.scratch_limit_mb)
    return wire::Killed::kScratch;
  if (processes.size() > limits.process_limit) return wire::Killed::kProcesses;
  uint64_t memory = 0;
  for (pid_t pid : processes) memory += ResidentMb(pid);
  return memory > limits.memory_limit_mb ? wire::Killed::kMemory : wire::Killed::kNo;
}

// The child's own time: what it spends in the queue for a processor does not count, so that how far a test gets does
// not depend on what else the machine has to do.
class Stopwatch {
 public:
  Stopwatch(pid_t child, Clock::time_point start) : child_(child), start_(start) {}

  void Restart() {
    start_ = Clock::now();
    queued_ = QueuedMicroseconds(child_);
  }

  /// Asks the kernel only when wall time would be enough.
  int64_t LeftMs(int64_t deadline_ms) const {
    const int64_t left = deadline_ms - MicrosecondsSince(start_) / 1000;
    return left > 0 ? left : left + (QueuedMicroseconds(child_) - queued_) / 1000;
  }

 private:
  pid_t child_;
  Clock::time_point start_;
  int64_t queued_ = 0;
};

// Waits for the end of the child, the deadline or another limit.
void Watch(pid_t child, const wire::RunHeader& limits, const Scratch& scratch, Clock::time_point start,
           wire::DoneBody& done) {
  const int pidfd = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  uint32_t asked = 0;
  const Stopwatch whole(child, start);
  Stopwatch input = whole;
  while (done.killed == wire::Killed::kNo) {
    if (const uint32_t now = Control().asked.load(); now != asked) {
      asked = now;
      input.Restart();
    }
    const int64_t left = input.LeftMs(limits.deadline_ms);
    if (left <= 0 || whole.LeftMs(kMostDeadlines * limits.deadline_ms) <= 0) {
      // Ending while it is looked at does not save it: how long that takes depends on the machine.
      done.activity = Observe(child, pidfd).value_or(wire::Activity::kBusy);
      done.killed = wire::Killed::kDeadline;
      break;
    }
    pollfd entry = {pidfd, POLLIN, 0};
    const int ready = poll(&entry, 1, static_cast<int>(std::min<int64_t>(left, kSliceMs)));
    if (ready > 0) break;
    if (ready == 0) done.killed = ExceededLimit(limits, scratch);
  }
  close(pidfd);
}

// What the test started and left running.
void KillLeftovers() {
  if (InNamespace()) {
    // Init reaps orphans; until it has, they still count as processes.
    while (kill(-1, SIGKILL) == 0) {
      while (waitpid(-1, nullptr, WNOHANG) > 0) {
      }
      usleep(200);
    }
    return;
  }
  for (std::vector<pid_t> children = Children(getpid()); !children.empty(); children = Children(getpid())) {
    for (pid_t pid : children) kill(pid, SIGKILL);
    for (pid_t pid : children) waitpid(pid, nullptr, 0);
  }
}

}  // namespace

wire::DoneBody Await(pid_t child, const wire::RunHeader& limits, const Scratch& scratch) {
  const Clock::time_point start = Clock::now();
  wire::DoneBody done;
  Watch(child, limits, scratch, start, done);
  if (done.killed != wire::Killed::kNo) kill(child, SIGKILL);
  rusage usage = {};
  while (wait4(child, &done.wait_status, 0, &usage) < 0 && errno == EINTR) {
  }
  done.wall_us = static_cast<uint64_t>(MicrosecondsSince(start));
  done.cpu_us = static_cast<uint64_t>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
                static_cast<uint64_t>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  KillLeftovers();
  // A test that printed too much and ended within a slice is no better than one that was caught at it.
  if (done.killed == wire::Killed::kNo && BytesPrinted() > limits.output_limit) done.killed = wire::Killed::kOutput;
  return done;
}

}  // namespace kingbird::addon
