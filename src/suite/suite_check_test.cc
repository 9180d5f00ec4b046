#include "suite/suite_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace kingbird::suite {
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
  const auto left = PassingOf(UpTo(3), 3, [&](const Tests& tests, size_t) {
    ++runs;
    return std::vector<TestEnd>(tests.size(), TestEnd::kPassed);
  });
  EXPECT_THAT(*left, ElementsAre(0, 1, 2));
  EXPECT_EQ(runs, 3);
}

TEST(PassingOf, DropsWhatFailsOnce) {
  int runs = 0;
  const auto left = PassingOf(UpTo(3), 3, [&](const Tests& tests, size_t) {
    std::vector<TestEnd> results(tests.size(), TestEnd::kPassed);
    if (++runs == 2) results[1] = TestEnd::kFailed;
    return results;
  });
  EXPECT_THAT(*left, ElementsAre(0, 2));
  // One alone, one with what comes before it, three in a row after the failure.
  EXPECT_EQ(runs, 7);
}

TEST(PassingOf, DropsWhatDependsOnNumbersOfDescriptors) {
  const auto left = PassingOf(UpTo(3), 3, [](const Tests& tests, size_t round) {
    std::vector<TestEnd> results;
    for (size_t test : tests) results.push_back(test != 1 || round == 1 ? TestEnd::kPassed : TestEnd::kFailed);
    return results;
  });
  EXPECT_THAT(*left, ElementsAre(0, 2));
}

// Test 5 ends the process, and the report has lost what came shortly before.
TEST(PassingOf, FindsTheTestThatEndsTheProcess) {
  const auto left = PassingOf(UpTo(8), 2, [](const Tests& tests, size_t) {
    return std::vector<TestEnd>(Holds(tests, 5) ? tests.size() / 2 : tests.size(), TestEnd::kPassed);
  });
  EXPECT_THAT(*left, ElementsAre(0, 1, 2, 3, 4, 6, 7));
}

TEST(PassingOf, FindsTheTestThatWritesToForeignDescriptors) {
  const auto left = PassingOf(UpTo(8), 3, [](const Tests& tests, size_t round) {
    return std::vector<TestEnd>(round != 1 && Holds(tests, 5) ? 0 : tests.size(), TestEnd::kPassed);
  });
  EXPECT_THAT(*left, ElementsAre(0, 1, 2, 3, 4, 6, 7));
}

// Neither 1 nor 6 ends the process without the other.
TEST(PassingOf, DropsOneOfTwoThatDoNotGoTogether) {
  const auto left = PassingOf(UpTo(8), 2, [](const Tests& tests, size_t) {
    return std::vector<TestEnd>(Holds(tests, 1) && Holds(tests, 6) ? 0 : tests.size(), TestEnd::kPassed);
  });
  EXPECT_THAT(*left, ElementsAre(0, 1, 2, 3, 4, 5, 7));
}

TEST(GrowPassing, LeavesOutWhatDoesNotPassBesideWhatIsKept) {
  // 1 fails, 5 ends the process, 6 makes 2 fail.
  const auto run = [](const Tests& tests, size_t) -> base::Result<std::vector<TestEnd>> {
    if (Holds(tests, 5)) return std::vector<TestEnd>();
    std::vector<TestEnd> ends;
    for (const size_t test : tests)
      ends.push_back(test == 1 || (test == 2 && Holds(tests, 6)) ? TestEnd::kFailed : TestEnd::kPassed);
    return ends;
  };
  Tests kept;
  ASSERT_TRUE(GrowPassing(kept, {{0, 1, 2}, {3, 4, 5, 6, 7}}, run).ok());
  EXPECT_THAT(kept, ElementsAre(0, 2, 3, 4, 7));
}

TEST(GrowPassing, KeepsWhatPassedWhenTheTimeIsOver) {
  int runs = 0;
  const auto run = [&](const Tests& tests, size_t) -> base::Result<std::vector<TestEnd>> {
    if (++runs > 2) return SuiteTrial::Over();
    return std::vector<TestEnd>(tests.size(), TestEnd::kPassed);
  };
  Tests kept;
  EXPECT_FALSE(GrowPassing(kept, {{0}, {1, 2}, {3, 4, 5, 6}}, run).ok());
  EXPECT_THAT(kept, ElementsAre(0, 1, 2));
}

// After test 3 those behind it wait forever.
TEST(PassingOf, DropsTheTestThatHarmsOthersNotItsVictims) {
  const auto left = PassingOf(UpTo(8), 2, [](const Tests& tests, size_t) {
    std::vector<TestEnd> ends;
    bool harmed = false;
    for (size_t test : tests) {
      ends.push_back(harmed ? TestEnd::kCancelled : TestEnd::kPassed);
      harmed |= test == 3;
    }
    return ends;
  });
  EXPECT_THAT(*left, ElementsAre(0, 1, 2, 4, 5, 6, 7));
}

// Test 6 passes only where none of 1, 2 and 5 was before it.
TEST(PassingOf, DropsTheTestThatManyHarm) {
  const auto left = PassingOf(UpTo(8), 2, [](const Tests& tests, size_t) {
    std::vector<TestEnd> ends;
    bool used = false;
    for (size_t test : tests) {
      ends.push_back(used && test == 6 ? TestEnd::kFailed : TestEnd::kPassed);
      used |= test == 1 || test == 2 || test == 5;
    }
    return ends;
  });
  EXPECT_THAT(*left, ElementsAre(0, 1, 2, 3, 4, 5, 7));
}

// After 0 or 2 none of those behind passes.
TEST(PassingOf, DropsTheFewThatHarmMany) {
  for (const TestEnd harm : {TestEnd::kFailed, TestEnd::kCancelled}) {
    const auto left = PassingOf(UpTo(12), 2, [harm](const Tests& tests, size_t) {
      std::vector<TestEnd> ends;
      bool harmed = false;
      for (size_t test : tests) {
        ends.push_back(harmed && test > 2 ? harm : TestEnd::kPassed);
        harmed |= test == 0 || test == 2;
      }
      return ends;
    });
    EXPECT_THAT(*left, ElementsAre(1, 3, 4, 5, 6, 7, 8, 9, 10, 11));
  }
}

// A test that never ends takes those behind it along.
TEST(PassingOf, DropsOnlyTheFirstThatWaits) {
  const auto left = PassingOf(UpTo(8), 2, [](const Tests& tests, size_t) {
    std::vector<TestEnd> ends;
    bool waits = false;
    for (size_t test : tests) {
      waits |= test == 2 || test == 5;
      ends.push_back(waits ? TestEnd::kCancelled : TestEnd::kPassed);
    }
    return ends;
  });
  EXPECT_THAT(*left, ElementsAre(0, 1, 3, 4, 6, 7));
}

TEST(PassingOf, GivesUpOnWhatNeverSettles) {
  int runs = 0;
  const auto left = PassingOf(UpTo(40), 3, [&](const Tests& tests, size_t) {
    std::vector<TestEnd> results(tests.size(), TestEnd::kPassed);
    results[static_cast<size_t>(++runs) % tests.size()] = TestEnd::kFailed;
    return results;
  });
  EXPECT_TRUE(left->empty());
}

TEST(TapResults, AreThoseOfTheInnermostTests) {
  EXPECT_THAT(TapResults("# Subtest: f\n    ok 1 - a\n    not ok 2 - b\n      error: 'no'\nok 1 - f\n"),
              ElementsAre(TestEnd::kPassed, TestEnd::kFailed));
}

TEST(TapResults, TellWhatWaitedFromWhatFailed) {
  EXPECT_THAT(
      TapResults("    not ok 1 - a\n      ---\n      error: 'Promise resolution is still pending but'\n      ...\n"
                 "    not ok 2 - b\n      error: 'no'\nnot ok 1 - f\n  error: 'Promise resolution is still pending'\n"),
      ElementsAre(TestEnd::kCancelled, TestEnd::kFailed));
}

// Async 3.2.6 had a suite in which every test was "ok" and the file failed.
TEST(TapResults, TellWhatFailedAfterItsEnd) {
  EXPECT_THAT(
      TapResults("    ok 1 - calls back \"twice\"\n    ok 2 - b\n    1..2\nok 1 - f\n"
                 "# Error: Test \"calls back \"twice\"\" at a.test.js:491:3 generated asynchronous activity after "
                 "the test ended. This activity created the error \"TypeError\" at x\n"),
      ElementsAre(TestEnd::kFailed, TestEnd::kPassed));
  EXPECT_THAT(TapResults("    ok 1 - a\nok 1 - f\n# Warning: Test \"a\" generated asynchronous activity after the test "
                         "ended.\n"),
              ElementsAre(TestEnd::kFailed));
}

TEST(CompanyTest, PartsThatPassApartAreNotTakenTogether) {
  constexpr TestEnd kPass = TestEnd::kPassed;
  Company company;
  company.Note({0, 1, 2, 3, 4}, {kPass, kPass});  // the process broke off
  EXPECT_TRUE(company.most().empty());
  company.Note({0, 1}, {kPass, kPass});
  company.Note({2, 3, 4}, {kPass, kPass, kPass});
  company.Note({0, 1, 2, 3}, {kPass, kPass, kPass, TestEnd::kFailed});
  EXPECT_EQ(company.most(), (std::vector<size_t>{2, 3, 4}));
}

}  // namespace
}  // namespace kingbird::suite
