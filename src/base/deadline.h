// When a run must be over. One object says it (env::Env); everything that waits for a child, or goes on for long, asks.
#pragma once

#include <algorithm>
#include <chrono>

namespace kingbird::base {

class Deadline {
 public:
  /// It may come nearer while somebody waits (Ctrl-C), so nobody waits longer than this without asking again.
  static constexpr std::chrono::milliseconds kSlice{100};

  virtual ~Deadline() = default;
  /// Never negative; 0: the run is over. Thread-safe.
  virtual std::chrono::milliseconds TimeLeft() const = 0;
};

/// What is left of it, or `most` where there is none.
inline std::chrono::milliseconds LeftOf(const Deadline* deadline, std::chrono::milliseconds most) {
  return deadline == nullptr ? most : std::min(most, deadline->TimeLeft());
}

}  // namespace kingbird::base
