// Signals that a test sends to its zygote.
#pragma once

#include <signal.h>

#include <array>

namespace kingbird::addon {

/// From Ignore on the zygote is deaf to signals for which somebody, Node or the target, has a function: what that does
/// would be found by the next test (SIGUSR1, say, starts a debugger). A signal that ends the zygote still does.
class ForeignSignals {
 public:
  void Ignore();
  /// In a child, which hears them.
  void Restore() const;

 private:
  static constexpr int kCount = 32;
  std::array<struct sigaction, kCount> before_ = {};
  std::array<bool, kCount> ignored_ = {};
};

}  // namespace kingbird::addon
