// The random numbers of a run: xoshiro256** seeded by splitmix64. Both are fixed by their authors bit for bit, and
// every draw below is defined in integer arithmetic, so a seed gives the same run on every machine and compiler.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/check.h"

namespace kingbird::base {

class Rng {
 public:
  explicit Rng(uint64_t seed);

  /// A generator of its own for a named purpose; adding draws to one stream never shifts another.
  Rng Fork(std::string_view purpose) const;

  uint64_t Next();
  /// Uniform in [0, bound); bound > 0. Rejection keeps it unbiased.
  uint64_t Below(uint64_t bound);
  /// Uniform in [low, high], both included.
  int64_t Between(int64_t low, int64_t high);
  /// True with probability percent/100.
  bool Percent(int percent) { return Below(100) < static_cast<uint64_t>(percent); }
  /// Uniform in [0, 1) with 53 bits.
  double Unit() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }
  /// An index drawn with the given non-negative weights; their sum must be positive.
  size_t Weighted(const std::vector<double>& weights);

  template <typename Container>
  const auto& Pick(const Container& items) {
    CHECK(!items.empty());
    return items[Below(items.size())];
  }
  template <typename T>
  void Shuffle(std::vector<T>& items) {
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[Below(i)]);
  }

 private:
  std::array<uint64_t, 4> state_;
  uint64_t seed_;
};

}  // namespace kingbird::base
