// xoshiro256** (Blackman and Vigna) with splitmix64 for seeding; a hash names the streams of Fork.
#include "base/rng.h"

#include <bit>

#include "base/text.h"

namespace kingbird::base {
namespace {

uint64_t SplitMix(uint64_t& x) {
  x += 0x9e3779b97f4a7c15ULL;
  uint64_t z = x;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

Rng::Rng(uint64_t seed) : seed_(seed) {
  for (uint64_t& word : state_) word = SplitMix(seed);
}

Rng Rng::Fork(std::string_view purpose) const { return Rng(seed_ ^ Hash(purpose)); }

uint64_t Rng::Next() {
  const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

uint64_t Rng::Below(uint64_t bound) {
  CHECK(bound > 0);
  const uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
  uint64_t draw = Next();
  while (draw >= limit) draw = Next();
  return draw % bound;
}

int64_t Rng::Between(int64_t low, int64_t high) {
  CHECK(low <= high);
  const uint64_t span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
  const uint64_t offset = span == 0 ? Next() : Below(span);
  return static_cast<int64_t>(static_cast<uint64_t>(low) + offset);
}

size_t Rng::Weighted(const std::vector<double>& weights) {
  double sum = 0;
  for (double weight : weights) sum += weight;
  CHECK(sum > 0);
  double draw = Unit() * sum;
  size_t last = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    draw -= weights[i];
    if (draw < 0) return i;
  }
  return last;
}

}  // namespace kingbird::base
