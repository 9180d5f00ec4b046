#include "foreign_signals.h"

namespace kingbird::addon {
namespace {

// Its own mistakes, and the end of its children, which would be gone before anybody could ask what became of them.
bool IsOwn(int number) {
  for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGCHLD}) {
    if (number == own) return true;
  }
  return false;
}

}  // namespace

void ForeignSignals::Ignore() {
  for (int number = 1; number < kCount; ++number) {
    struct sigaction& before = before_[static_cast<size_t>(number)];
    if (IsOwn(number) || sigaction(number, nullptr, &before) != 0) continue;
    const bool has_function =
        (before.sa_flags & SA_SIGINFO) != 0 || (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN);
    ignored_[static_cast<size_t>(number)] = has_function;
    if (has_function) signal(number, SIG_IGN);
  }
}

void ForeignSignals::Restore() const {
  for (int number = 1; number < kCount; ++number) {
    const auto at = static_cast<size_t>(number);
    if (ignored_[at]) sigaction(number, &before_[at], nullptr);
  }
}

}  // namespace kingbird::addon
