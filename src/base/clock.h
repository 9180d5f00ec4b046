// Time through an interface, so that time limits and progress are tested without waiting.
#pragma once

#include <chrono>

namespace kingbird::base {

class Clock {
 public:
  using Time = std::chrono::steady_clock::time_point;
  virtual ~Clock() = default;
  /// Never goes back. Thread-safe.
  virtual Time Now() const = 0;
};

class SteadyClock : public Clock {
 public:
  Time Now() const override { return std::chrono::steady_clock::now(); }
};

/// Stands still until told; for tests. Not thread-safe.
class FakeClock : public Clock {
 public:
  Time Now() const override { return now_; }
  void Advance(std::chrono::milliseconds step) { now_ += step; }

 private:
  Time now_{};
};

}  // namespace kingbird::base
