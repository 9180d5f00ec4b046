#include "campaign/suite_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace kingbird::campaign {
namespace {

using Tests = std::vector<size_t>;
using testing::ElementsAre;

Tests UpTo(size_t count) {
  Tests tests;
  for (size_t i = 0; i < count; ++i) tests.push_back(i);
  return tests;
}

bool Holds(const Tests& tests, size_t wanted) { return std::find(tests.begin(), tests.end(), wanted) != tests.end(); }

TEST(PassingOf, KeepsWhatPasses) {
  int runs = 0;
  const auto left = PassingOf(UpTo(3), 3, [&](const Tests& tests, bool) {
    ++runs;
    return std::vector<bool>(tests.size(), true);
  });
  EXPECT_THAT(*left, ElementsAre(0, 1, 2));
  EXPECT_EQ(runs, 3);
}

TEST(PassingOf, DropsWhatFailsOnce) {
  int runs = 0;
  const auto left = PassingOf(UpTo(3), 3, [&](const Tests& tests, bool) {
    std::vector<bool> results(tests.size(), true);
    if (++runs == 2) results[1] = false;
    return results;
  });
  EXPECT_THAT(*left, ElementsAre(0, 2));
  EXPECT_EQ(runs, 5);  // Three in a row after the failure.
}

TEST(PassingOf, DropsWhatDependsOnNumbersOfDescriptors) {
  const auto left = PassingOf(UpTo(3), 3, [](const Tests& tests, bool crowded) {
    std::vector<bool> results;
    for (size_t test : tests) results.push_back(test != 1 || !crowded);
    return results;
  });
  EXPECT_THAT(*left, ElementsAre(0, 2));
}

// Test 5 ends the process, and the report has lost what came shortly before.
TEST(PassingOf, FindsTheTestThatEndsTheProcess) {
  const auto left = PassingOf(UpTo(8), 2, [](const Tests& tests, bool) {
    return std::vector<bool>(Holds(tests, 5) ? tests.size() / 2 : tests.size(), true);
  });
  EXPECT_THAT(*left, ElementsAre(0, 1, 2, 3, 4, 6, 7));
}

// Neither 1 nor 6 ends the process without the other.
TEST(PassingOf, KeepsOneHalfOfWhatDoesNotGoTogether) {
  const auto left = PassingOf(UpTo(8), 2, [](const Tests& tests, bool) {
    return std::vector<bool>(Holds(tests, 1) && Holds(tests, 6) ? 0 : tests.size(), true);
  });
  EXPECT_THAT(*left, ElementsAre(0, 1, 2, 3));
}

TEST(PassingOf, GivesUpOnWhatNeverSettles) {
  int runs = 0;
  const auto left = PassingOf(UpTo(40), 3, [&](const Tests& tests, bool) {
    std::vector<bool> results(tests.size(), true);
    results[static_cast<size_t>(++runs) % tests.size()] = false;
    return results;
  });
  EXPECT_TRUE(left->empty());
}

TEST(TapResults, AreThoseOfTheInnermostTests) {
  EXPECT_THAT(TapResults("# Subtest: f\n    ok 1 - a\n    not ok 2 - b\nok 1 - f\n"), ElementsAre(true, false));
}

}  // namespace
}  // namespace kingbird::campaign
