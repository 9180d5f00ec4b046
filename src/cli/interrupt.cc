#include "cli/interrupt.h"

#include <signal.h>
#include <unistd.h>

namespace kingbird::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set in a signal handler");

void OnSignal(int) {
  if (interrupted.exchange(true)) _exit(130);
  // Only what is allowed in a handler.
  constexpr char kText[] = "\nkingbird: ending, keeping what there is (once more to end at once)\n";
  (void)!write(STDERR_FILENO, kText, sizeof kText - 1);
}

}  // namespace

const std::atomic<bool>& CatchInterrupts() {
  struct sigaction action {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return interrupted;
}

}  // namespace kingbird::cli
