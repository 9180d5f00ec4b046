#include "base/rng.h"

#include <gtest/gtest.h>

#include <set>

namespace kingbird::base {
namespace {

TEST(Rng, GivesTheDocumentedSequence) {
  // Reference values of xoshiro256** seeded with splitmix64(0): they pin the generator across machines.
  Rng rng(0);
  EXPECT_EQ(rng.Next(), 0x99ec5f36cb75f2b4ULL);
  EXPECT_EQ(rng.Next(), 0xbf6e1f784956452aULL);
}

TEST(Rng, SameSeedSameDraws) {
  Rng a(42), b(42), c(43);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const uint64_t draw = a.Next();
    EXPECT_EQ(draw, b.Next());
    differs |= draw != c.Next();
  }
  EXPECT_TRUE(differs);
}

TEST(Rng, BelowReachesEveryValueAndNoOther) {
  Rng rng(1);
  std::set<uint64_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(rng.Below(7));
  EXPECT_EQ(seen, (std::set<uint64_t>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(Rng, BetweenIncludesBothEndsAndTheFullRange) {
  Rng rng(2);
  std::set<int64_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(rng.Between(-1, 1));
  EXPECT_EQ(seen, (std::set<int64_t>{-1, 0, 1}));
  rng.Between(INT64_MIN, INT64_MAX);
}

TEST(Rng, ForksAreIndependentOfDrawsFromTheParent) {
  Rng a(7), b(7);
  b.Next();
  EXPECT_EQ(a.Fork("values").Next(), b.Fork("values").Next());
  EXPECT_NE(a.Fork("values").Next(), a.Fork("names").Next());
}

TEST(Rng, WeightedNeverPicksZeroWeight) {
  Rng rng(3);
  for (int i = 0; i < 1000; ++i) EXPECT_NE(rng.Weighted({1, 0, 2}), 1u);
}

}  // namespace
}  // namespace kingbird::base
