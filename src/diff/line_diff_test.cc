#include "diff/line_diff.h"

#include <gtest/gtest.h>

#include <string>

#include "base/rng.h"
#include "base/text.h"

namespace kingbird::diff {
namespace {

using Hunks = std::vector<Hunk>;

TEST(LineDiff, NamesTheLinesOfBothTexts) {
  EXPECT_EQ(DiffLines("a\nb\nc\n", "a\nb\nc\n"), Hunks{});
  EXPECT_EQ(DiffLines("a\nb\nc\n", "a\nB\nc\n"), (Hunks{{1, 2, 1, 2}}));
  EXPECT_EQ(DiffLines("a\nc\n", "a\nb\nc\n"), (Hunks{{1, 1, 1, 2}}));
  EXPECT_EQ(DiffLines("a\nb\nc\n", "a\nc\n"), (Hunks{{1, 2, 1, 1}}));
  EXPECT_EQ(DiffLines("", "a\nb\n"), (Hunks{{0, 0, 0, 2}}));
  EXPECT_EQ(DiffLines("a\nb\nc\nd\ne\n", "A\nb\nc\nD\ne\nf\n"), (Hunks{{0, 1, 0, 1}, {3, 4, 3, 4}, {5, 5, 5, 6}}));
}

TEST(LineDiff, LineEndsDoNotCount) { EXPECT_EQ(DiffLines("a\r\nb\r\n", "a\nb"), Hunks{}); }

TEST(LineDiff, ManyDifferencesAreOneHunk) {
  std::string before = "same\n";
  std::string after = "same\n";
  for (int i = 0; i < 3000; ++i) {
    before += "b" + std::to_string(i) + "\n";
    after += "a" + std::to_string(i) + "\n";
  }
  EXPECT_EQ(DiffLines(before + "end\n", after + "end\n"), (Hunks{{1, 3001, 1, 3001}}));
}

// Whatever the texts: putting the hunks of the second in place of those of the first gives the second.
TEST(LineDiff, HunksTurnOneTextIntoTheOther) {
  base::Rng rng(1);
  const auto text = [&] {
    std::string lines;
    for (int64_t i = rng.Between(0, 12); i > 0; --i)
      lines += std::string(1, static_cast<char>('a' + rng.Below(4))) + "\n";
    return lines;
  };
  for (int round = 0; round < 500; ++round) {
    const std::string before = text();
    const std::string after = text();
    const std::vector<std::string_view> a = LinesOf(before);
    const std::vector<std::string_view> b = LinesOf(after);
    std::vector<std::string_view> made;
    size_t at = 0;
    for (const Hunk& hunk : DiffLines(before, after)) {
      made.insert(made.end(), a.begin() + static_cast<long>(at), a.begin() + static_cast<long>(hunk.before_begin));
      ASSERT_EQ(made.size(), hunk.after_begin) << before << "---\n" << after;
      made.insert(made.end(), b.begin() + static_cast<long>(hunk.after_begin),
                  b.begin() + static_cast<long>(hunk.after_end));
      at = hunk.before_end;
    }
    made.insert(made.end(), a.begin() + static_cast<long>(at), a.end());
    EXPECT_EQ(made, b) << before << "---\n" << after;
  }
}

}  // namespace
}  // namespace kingbird::diff
