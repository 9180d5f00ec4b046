#include "explore/flip_schedule.h"

#include <gtest/gtest.h>

namespace kingbird::explore {
namespace {

using Kind = FlipSchedule::Kind;
using std::chrono::milliseconds;

constexpr milliseconds kLimit{60000};
constexpr size_t kCandidates = 10;

void WatchInVain(FlipSchedule& schedule, int tests) {
  for (int i = 0; i < tests; ++i) schedule.Watch(false);
}

TEST(FlipSchedule, SharesBeginWhenOthersStandStillOrAfterTwoFifths) {
  FlipSchedule schedule(Kind::kShares, kLimit);
  schedule.Watch(true);
  EXPECT_FALSE(schedule.IsDue(0.2, milliseconds(10000), kCandidates)) << "others get on";
  EXPECT_TRUE(schedule.IsDue(0.4, milliseconds(20000), kCandidates));
  WatchInVain(schedule, 50);
  EXPECT_FALSE(schedule.IsDue(0.1, milliseconds(5000), kCandidates)) << "too early";
  EXPECT_TRUE(schedule.IsDue(0.2, milliseconds(10000), kCandidates));
}

/// How many of the next twenty seconds go to rounds of a second.
int RoundsIn20(bool reached, bool asked = true, bool still = true) {
  FlipSchedule schedule(Kind::kShares, kLimit);
  if (still) WatchInVain(schedule, 50);
  int rounds = 0;
  milliseconds now(20000);
  while (now < milliseconds(40000)) {
    const milliseconds begin = now;
    now += milliseconds(1000);
    if (!schedule.IsDue(0.5, begin, kCandidates)) continue;
    ++rounds;
    schedule.Note({.begin = begin, .end = now, .candidates = kCandidates, .reached = reached, .asked = asked});
  }
  return rounds;
}

TEST(FlipSchedule, SharesGrowWhileTheyPay) {
  EXPECT_GE(RoundsIn20(true), 11);
  EXPECT_LE(RoundsIn20(true), 13);
  EXPECT_LE(RoundsIn20(false), 6);
  EXPECT_GE(RoundsIn20(false), 2);
  EXPECT_GE(RoundsIn20(false, false), 8) << "who only looked at tests has not been in vain";
}

TEST(FlipSchedule, BesideOthersThatGetOnTheyBeginSmall) {
  EXPECT_LE(RoundsIn20(false, true, false), 3);
  EXPECT_GE(RoundsIn20(true, true, false), 8) << "as much as they want once they pay";
}

TEST(FlipSchedule, FixedRoundsAreLoadedForBeforeTheyBegin) {
  FlipSchedule schedule(Kind::kFixed, kLimit);
  EXPECT_TRUE(schedule.IsNear(0));
  EXPECT_FALSE(schedule.IsDue(0.1, milliseconds(6000), kCandidates));
  EXPECT_TRUE(schedule.IsDue(0.25, milliseconds(15000), kCandidates));
  schedule.Stop();
  EXPECT_FALSE(schedule.IsNear(0.5));
}

TEST(FlipSchedule, WhatIsExhaustedWaitsForOtherTests) {
  FlipSchedule schedule(Kind::kShares, kLimit);
  const milliseconds later(60000);
  schedule.Note(
      {.begin = milliseconds(20000), .end = milliseconds(21000), .candidates = kCandidates, .exhausted = true});
  EXPECT_FALSE(schedule.IsDue(0.9, later, kCandidates));
  EXPECT_TRUE(schedule.IsDue(0.9, later, kCandidates + 1));
}

TEST(FlipSchedule, RoundsAreThreeAndEndAfterTwoInVain) {
  FlipSchedule schedule(Kind::kRounds, milliseconds(0));
  EXPECT_FALSE(schedule.IsDue(0.3, milliseconds(0), kCandidates)) << "others may get on";
  WatchInVain(schedule, 50);
  EXPECT_TRUE(schedule.IsDue(0.3, milliseconds(0), kCandidates));
  schedule.Note({.begin = milliseconds(0), .end = milliseconds(0), .candidates = kCandidates, .reached = true});
  EXPECT_FALSE(schedule.IsDue(0.3, milliseconds(0), kCandidates)) << "the second begins at half";
  EXPECT_TRUE(schedule.IsDue(0.5, milliseconds(0), kCandidates));
  schedule.Note({.begin = milliseconds(0), .end = milliseconds(0), .candidates = kCandidates});
  EXPECT_TRUE(schedule.IsDue(0.8, milliseconds(0), kCandidates));
  schedule.Note({.begin = milliseconds(0), .end = milliseconds(0), .candidates = kCandidates});
  EXPECT_FALSE(schedule.IsDue(1, milliseconds(0), kCandidates));
}

}  // namespace
}  // namespace kingbird::explore
