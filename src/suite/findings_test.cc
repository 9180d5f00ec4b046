#include "suite/findings.h"

#include <gtest/gtest.h>

namespace kingbird::suite {
namespace {

TEST(Findings, NobodyIsToldOfNothing) { EXPECT_TRUE(NotesOf({}, true).empty()); }

TEST(Findings, OtherEndsAreCountedByReason) {
  const std::vector<OtherEnd> others = {{"f", "died", "leaves by process.exit"},
                                        {"g", "died", "do not end so every time"},
                                        {"h", "died", "leaves by process.exit"}};
  const std::vector<std::string> notes = NotesOf(others, false);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0],
            "3 other ends are no findings: 1 do not end so every time, 2 leaves by process.exit; --all-findings lists "
            "them");
  EXPECT_EQ(NotesOf(others, true).size(), 4U) << "and each of them where all are wanted";
}

}  // namespace
}  // namespace kingbird::suite
