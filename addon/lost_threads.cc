// Node's platform has worker threads even with --single-threaded, and V8 posts some garbage collection jobs to them. In
// a forked child those threads are gone, but the condition variable of their queue still counts them as waiting: after
// a few signals glibc waits for them to wake up, for ever. So the addon stands in front of the pthread_cond functions
// (the zygote preloads it) and, in children only, resets a variable with lost waiters before its first use. All waiting
// and signalling goes through here, so a variable that was seen once has only living waiters.
#include "lost_threads.h"

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace kingbird::addon {
namespace {

std::atomic<bool> g_forked = false;
std::atomic_flag g_lock = ATOMIC_FLAG_INIT;
constexpr size_t kSlots = 4096;
const pthread_cond_t* g_seen[kSlots];

// True the first time. Unlucky addresses that find no slot count as seen: they are new ones in a process with
// thousands.
bool FirstUse(const pthread_cond_t* condition) {
  constexpr size_t kProbes = 64;
  const size_t hash = (reinterpret_cast<uintptr_t>(condition) >> 4) * 2654435761U;
  while (g_lock.test_and_set(std::memory_order_acquire)) {
  }
  bool first = false;
  for (size_t i = 0; i < kProbes; ++i) {
    const pthread_cond_t*& slot = g_seen[(hash + i) % kSlots];
    if (slot == condition) break;
    if (slot == nullptr) {
      slot = condition;
      first = true;
      break;
    }
  }
  g_lock.clear(std::memory_order_release);
  return first;
}

void Adopt(pthread_cond_t* condition) {
  if (!g_forked.load(std::memory_order_relaxed) || !FirstUse(condition)) return;
#ifdef __GLIBC__
  // The two lowest bits are its attributes (shared, clock), the third a flag, the rest counts waiters.
  const unsigned references = condition->__data.__wrefs;
  if (references >> 3 == 0) return;
  std::memset(condition, 0, sizeof *condition);
  condition->__data.__wrefs = references & 3;
#endif
}

// glibc keeps an older, incompatible version of these functions under the same names.
template <typename Function>
Function* Real(const char* name) {
  for (const char* version : {"GLIBC_2.3.2", "GLIBC_2.17"}) {
    if (void* found = dlvsym(RTLD_NEXT, name, version)) return reinterpret_cast<Function*>(found);
  }
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool OthersSleep() {
  DIR* tasks = opendir("/proc/self/task");
  if (tasks == nullptr) return true;
  const int self = static_cast<int>(syscall(SYS_gettid));
  bool sleeping = true;
  while (dirent* item = readdir(tasks)) {
    const int id = std::atoi(item->d_name);
    if (id == 0 || id == self) continue;
    char path[64];
    std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", id);
    FILE* file = std::fopen(path, "re");
    if (file == nullptr) continue;
    char state = 'S';
    if (std::fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = 'S';
    std::fclose(file);
    sleeping = sleeping && state == 'S';
  }
  closedir(tasks);
  return sleeping;
}

}  // namespace

void AwaitIdleThreads() {
  constexpr int kAttempts = 500;
  for (int i = 0; i < kAttempts && !OthersSleep(); ++i) usleep(1000);
}

void ForgetLostThreads() { g_forked.store(true); }

}  // namespace kingbird::addon

extern "C" {

__attribute__((visibility("default"))) int pthread_cond_signal(pthread_cond_t* condition) {
  static auto* const real = kingbird::addon::Real<int(pthread_cond_t*)>("pthread_cond_signal");
  kingbird::addon::Adopt(condition);
  return real(condition);
}

__attribute__((visibility("default"))) int pthread_cond_broadcast(pthread_cond_t* condition) {
  static auto* const real = kingbird::addon::Real<int(pthread_cond_t*)>("pthread_cond_broadcast");
  kingbird::addon::Adopt(condition);
  return real(condition);
}

__attribute__((visibility("default"))) int pthread_cond_destroy(pthread_cond_t* condition) {
  static auto* const real = kingbird::addon::Real<int(pthread_cond_t*)>("pthread_cond_destroy");
  kingbird::addon::Adopt(condition);
  return real(condition);
}

__attribute__((visibility("default"))) int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  static auto* const real = kingbird::addon::Real<int(pthread_cond_t*, pthread_mutex_t*)>("pthread_cond_wait");
  kingbird::addon::Adopt(condition);
  return real(condition, mutex);
}

__attribute__((visibility("default"))) int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                                                  const timespec* until) {
  static auto* const real =
      kingbird::addon::Real<int(pthread_cond_t*, pthread_mutex_t*, const timespec*)>("pthread_cond_timedwait");
  kingbird::addon::Adopt(condition);
  return real(condition, mutex, until);
}
}
