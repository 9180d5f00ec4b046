// A loop that turns more often than a waiting one would is endless; one that sleeps in its poll phase waits; of the
// rest, one that still runs the ticks or microtasks it is asked for (progress.h) is endless. Whoever answers neither
// is busy.
//
// None of this may depend on how much of a processor the child is given: patience counts the time it ran, without
// collections, which may take longer than all the rest and during which nobody can answer. A child that is ready to run
// is neither waiting nor out of patience. Asked twice, because a child that has hardly begun answers once.
#include "activity.h"

#include <poll.h>
#include <signal.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "channel.h"
#include "progress.h"

namespace kingbird::addon {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kSliceMs = 5;
constexpr int kWaitingSlices = 4;
constexpr int kBlockedSlices = 80;
constexpr uint32_t kFewTurns = 5;
constexpr uint32_t kAnswers = 2;
constexpr int64_t kPatienceUs = 100'000;
// For a child that does nothing but collect, and for one that never gets a processor.
constexpr int64_t kMostCpuUs = 2'000'000;
constexpr auto kMostWall = std::chrono::seconds(10);

int64_t CpuMicroseconds(pid_t pid) {
  clockid_t clock = 0;
  timespec time = {};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<int64_t>(time.tv_sec) * 1000000 + time.tv_nsec / 1000;
}

// Of the CPU time of the child, what was spent on collections.
int64_t CollectingMicroseconds(int64_t cpu) {
  const int64_t since = Control().collecting_since_us.load();
  return Control().collected_us.load() + (since != 0 && since < cpu ? cpu - since : 0);
}

// False: it runs or would like to.
bool Sleeps(pid_t pid) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
  FILE* file = std::fopen(path, "re");
  if (file == nullptr) return true;
  char line[512] = {};
  const size_t length = std::fread(line, 1, sizeof line - 1, file);
  std::fclose(file);
  // The name of the program comes before the state and may contain anything.
  const char* name_end = length > 0 ? std::strrchr(line, ')') : nullptr;
  return name_end == nullptr || name_end[1] == '\0' || name_end[2] != 'R';
}

bool Polling() { return Control().polling.load() != 0; }

}  // namespace

int64_t QueuedMicroseconds(pid_t child) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/schedstat", child);
  FILE* file = std::fopen(path, "re");
  if (file == nullptr) return 0;
  long long ran = 0;
  long long queued = 0;
  const int fields = std::fscanf(file, "%lld %lld", &ran, &queued);
  std::fclose(file);
  return fields == 2 ? queued / 1000 : 0;
}

std::optional<wire::Activity> Observe(pid_t child, int pidfd) {
  const Clock::time_point begin = Clock::now();
  const int64_t cpu_before = CpuMicroseconds(child);
  const int64_t collecting_before = CollectingMicroseconds(cpu_before);
  const uint32_t turns_before = Control().turns.load();
  uint32_t turns = turns_before;
  uint32_t asked = 0;
  int waiting = 0;
  int blocked = 0;
  while (Clock::now() - begin < kMostWall) {
    if (!Polling() && Control().progress.load() == asked) {
      kill(child, kProbeSignal);
      ++asked;
    }
    pollfd entry = {pidfd, POLLIN, 0};
    if (poll(&entry, 1, kSliceMs) > 0) return std::nullopt;
    const uint32_t turns_now = Control().turns.load();
    if (Control().progress.load() >= kAnswers || turns_now - turns_before > kFewTurns) return wire::Activity::kEndless;
    const bool sleeps = Sleeps(child);
    waiting = sleeps && Polling() && turns_now == turns ? waiting + 1 : 0;
    blocked = sleeps && !Polling() ? blocked + 1 : 0;
    turns = turns_now;
    if (waiting >= kWaitingSlices) return wire::Activity::kPending;
    if (blocked >= kBlockedSlices) return wire::Activity::kBusy;
    const int64_t cpu = CpuMicroseconds(child);
    const int64_t ran = cpu - cpu_before;
    if (ran > kMostCpuUs || ran - (CollectingMicroseconds(cpu) - collecting_before) > kPatienceUs) break;
  }
  return Polling() ? wire::Activity::kPending : wire::Activity::kBusy;
}

}  // namespace kingbird::addon
