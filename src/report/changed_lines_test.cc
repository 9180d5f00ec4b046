#include "report/changed_lines.h"

#include <gtest/gtest.h>

namespace kingbird::report {
namespace {

using model::LineFate;

TEST(ChangedLines, SayWhatBecameOfEachPlace) {
  model::DiffReport diff;
  diff.changes = {{"src/basket.js", 40, 44, false, LineFate::kRan, 12400, 0},
                  {"src/basket.js", 50, 50, false, LineFate::kRan, 1, 1},
                  {"src/cli.js", 3, 3, false, LineFate::kNotLoaded},
                  {"src/money.js", 1, 2, false, LineFate::kNoCode},
                  {"src/money.js", 7, 9, true, LineFate::kDidNotRun},
                  {"src/names.js", 2, 2, false, LineFate::kDidNotRun, 5}};
  EXPECT_EQ(
      ChangedLines(diff),
      (std::vector<std::string>{"src/basket.js: lines 40-44 changed; 12,400 tests ran them; none behaved differently",
                                "src/basket.js: line 50 changed; 1 test ran it; 1 behaved differently",
                                "src/cli.js: line 3 changed; the file was not loaded",
                                "src/money.js: lines 7-9 of the first side removed; no test ran them",
                                "src/names.js: line 2 changed; 5 tests ran a part of it, and none ran the rest"}));
}

TEST(ChangedLines, ModulesThatAreNotComparedComeWithTheReason) {
  model::DiffReport diff;
  diff.before = "git:HEAD";
  diff.after = ".";
  diff.unloaded = {{"a.js", "", "SyntaxError"}, {"b.js", "no x", "no x"}};
  EXPECT_EQ(UnloadedLines(diff), (std::vector<std::string>{"a.js is not compared: it does not load on .: SyntaxError",
                                                           "b.js is not compared: it loads on neither side: no x"}));
}

TEST(ChangedLines, ThousandsHaveCommas) {
  EXPECT_EQ(Thousands(0), "0");
  EXPECT_EQ(Thousands(999), "999");
  EXPECT_EQ(Thousands(1000), "1,000");
  EXPECT_EQ(Thousands(1234567), "1,234,567");
}

}  // namespace
}  // namespace kingbird::report
