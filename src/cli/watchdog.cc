// The thread looks every 50 ms whether somebody asks for the end or the time is over. Signal handlers and the handler
// of failed allocations only set a flag and wait: what is left to do is not theirs. A forked process has no such
// thread; there the handlers do what they would do without a watchdog.
#include "cli/watchdog.h"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <thread>

#include "base/clock.h"
#include "base/own_limits.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "runtime/memory_share.h"
#include "syntax/parser.h"

namespace kingbird::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLook{50};
/// A look that comes later than this was late because the process was stopped, or the machine asleep.
constexpr milliseconds kLongestLook{1000};
/// After Ctrl-C a run has two seconds for putting together what it has (env.cc), and these for writing.
constexpr milliseconds kAfterInterrupt{5000};
constexpr unsigned kSecondsForLastWords = 1;
/// So long after the time limit nothing is parsed any more, which is what takes longest of all that cannot ask for the
/// deadline itself.
constexpr milliseconds kForParsing{500};
constexpr size_t kCrashStack = size_t{64} << 10;
constexpr uint64_t kMostDefaultMb = 2048;
constexpr uint64_t kLeastDefaultMb = 512;
constexpr int kCrashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

enum class Cause : int { kNone, kTime, kInterrupt, kMemory, kCrash };

// Never destroyed: the thread uses it until the process is gone.
struct State {
  std::atomic<bool> armed = false;
  std::atomic<int> cause = 0;
  std::atomic<int> signal = 0;
  std::atomic<uint64_t> memory_mb = 0;

  std::mutex mutex;  ///< Of what follows.
  milliseconds limit{0};
  milliseconds spent{0};  ///< Since WatchTime, as far as the process was awake.
  milliseconds spent_after_interrupt{0};
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const std::string&)> last_words;
};

State& TheState() {
  static State* const state = new State;
  return *state;
}

thread_local bool is_watchdog = false;
std::atomic<int> exit_code{kEnvironment};

void Ask(Cause cause) {
  int none = 0;
  TheState().cause.compare_exchange_strong(none, static_cast<int>(cause));
}

[[noreturn]] void WaitForTheEnd() {
  for (;;) pause();
}

void OnFailedAllocation() {
  if (is_watchdog) _exit(exit_code);
  if (!TheState().armed) {
    std::set_new_handler(nullptr);  // The allocation throws std::bad_alloc.
    return;
  }
  Ask(Cause::kMemory);
  WaitForTheEnd();
}

void OnCrash(int signal) {
  if (is_watchdog) _exit(exit_code);
  if (TheState().armed) {
    TheState().signal = signal;
    Ask(Cause::kCrash);
    WaitForTheEnd();
  }
  ::signal(signal, SIG_DFL);
  raise(signal);
}

void OnAlarm(int) { _exit(exit_code); }

void TakeSignal(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  sigaction(signal, &action, nullptr);
}

/// A crash is most often the end of the main thread's stack, so its handler needs another one. Other threads have none:
/// where their stack ends, the kernel ends the process.
void TakeCrashes() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  stack_t stack = {};
  stack.ss_sp = new char[kCrashStack];
  stack.ss_size = kCrashStack;
  sigaltstack(&stack, nullptr);
  for (const int signal : kCrashes) TakeSignal(signal, OnCrash);
#endif
}

std::string Seconds(milliseconds time) { return fmt::format("{} s", static_cast<double>(time.count()) / 1000); }

std::string ReasonOf(Cause cause, const State& state) {
  switch (cause) {
    case Cause::kMemory:
      return fmt::format("Kingbird itself needs more than {} MiB of memory (see --memory)", state.memory_mb.load());
    case Cause::kInterrupt:
      return "it was interrupted";
    case Cause::kCrash:
      return fmt::format("internal error, signal {}", state.signal.load());
    case Cause::kTime:
    case Cause::kNone:
      break;
  }
  return fmt::format("the time limit of {} is over by {}", Seconds(state.limit), Seconds(GraceOf(state.limit)));
}

/// Everything that can hang or fail here is cut off by the alarm.
[[noreturn]] void End(Cause cause) {
  State& state = TheState();
  exit_code = cause == Cause::kInterrupt ? kInterrupted : kEnvironment;
  base::RestoreLimits();
  TakeSignal(SIGALRM, OnAlarm);
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarms, nullptr);
  alarm(kSecondsForLastWords);
  const std::string reason = ReasonOf(cause, state);
  // The live line of a terminal ends first.
  const std::string line =
      fmt::format("{}kingbird: the run was cut short: {}\n", isatty(STDERR_FILENO) == 1 ? "\n" : "", reason);
  (void)!write(STDERR_FILENO, line.data(), line.size());
  const std::lock_guard lock(state.mutex);
  if (state.last_words) state.last_words(reason);
  _exit(exit_code);
}

/// What asks for the end now; kNone: nothing.
Cause Look(milliseconds passed) {
  State& state = TheState();
  if (const int asked = state.cause; asked != 0) return static_cast<Cause>(asked);
  const std::lock_guard lock(state.mutex);
  state.spent += passed;
  if (state.interrupted != nullptr && *state.interrupted) {
    state.spent_after_interrupt += passed;
    if (state.spent_after_interrupt >= kAfterInterrupt) return Cause::kInterrupt;
  }
  if (state.limit.count() > 0 && state.spent >= state.limit + kForParsing) syntax::StopParsing();
  const bool over = state.limit.count() > 0 && state.spent >= state.limit + GraceOf(state.limit);
  return over ? Cause::kTime : Cause::kNone;
}

void Watch() {
  is_watchdog = true;
  const base::SteadyClock clock;
  auto last = clock.Now();
  for (;;) {
    std::this_thread::sleep_for(kLook);
    const auto now = clock.Now();
    const auto passed = std::min(kLongestLook, std::chrono::duration_cast<milliseconds>(now - last));
    last = now;
    const Cause cause = Look(passed);
    if (!TheState().armed) return;
    if (cause != Cause::kNone) End(cause);
  }
}

}  // namespace

std::chrono::milliseconds GraceOf(milliseconds time_limit) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr int kSlowdown = 10;
#else
  constexpr int kSlowdown = 1;
#endif
  return kSlowdown * std::max(milliseconds(2500), time_limit / 10);
}

uint64_t DefaultMemoryMb(uint64_t physical_mb) {
  if (physical_mb == 0) return kMostDefaultMb;
  return std::clamp(physical_mb / 4, kLeastDefaultMb, kMostDefaultMb);
}

void StartWatchdog() {
  State& state = TheState();
  state.memory_mb = DefaultMemoryMb(runtime::PhysicalMemoryMb());
  base::LimitOwnProcess(state.memory_mb << 20);
  state.armed = true;
  // What is forked has limits of its own, and no thread that looks.
  pthread_atfork(nullptr, nullptr, [] {
    TheState().armed = false;
    base::RestoreLimits();
  });
  std::set_new_handler(OnFailedAllocation);
  TakeCrashes();
  // Signals are for the other threads, which may be waiting for a child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread(Watch).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void StopWatchdog() { TheState().armed = false; }

void LimitMemory(const env::Config& config) {
  if (config.memory_mb == 0) return;
  TheState().memory_mb = static_cast<uint64_t>(config.memory_mb);
  base::LimitOwnProcess(TheState().memory_mb << 20);
}

void WatchTime(const env::Config& config, const std::atomic<bool>& interrupted) {
  State& state = TheState();
  const std::lock_guard lock(state.mutex);
  state.limit = config.time_limit;
  state.spent = milliseconds(0);
  state.interrupted = &interrupted;
}

LastWords::LastWords(std::function<void(const std::string&)> say) {
  const std::lock_guard lock(TheState().mutex);
  TheState().last_words = std::move(say);
}

LastWords::~LastWords() {
  const std::lock_guard lock(TheState().mutex);
  TheState().last_words = nullptr;
}

}  // namespace kingbird::cli
