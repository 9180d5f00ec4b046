#include "load/load_failure.h"

#include <gtest/gtest.h>

namespace kingbird::load {
namespace {

std::string Explained(const std::string& message) {
  return ExplainLoadFailure(base::EnvironmentError(message), "x.js").ToString();
}

TEST(LoadFailure, PicksTheLineThatSaysWhatHappened) {
  EXPECT_EQ(
      Explained(
          "cannot load /tmp/s/x.js: /tmp/s/x.js:1\nbad code\n    ^^^\n\nSyntaxError: Unexpected identifier\n    at a"),
      "x.js does not load: SyntaxError: Unexpected identifier");
  EXPECT_EQ(Explained("cannot load /x.js: Error: not today\n    at x"), "x.js does not load: Error: not today");
}

TEST(LoadFailure, KnowsWhatToDoAboutMissingParts) {
  EXPECT_EQ(Explained("cannot load x:\nError: Cannot find module 'left-pad'\nRequire stack:\n- /x.js"),
            "x.js does not load: Error: Cannot find module 'left-pad' (install its dependencies: npm install)");
  EXPECT_EQ(
      Explained("cannot load x:\nError: Cannot find module './build/Release/a.node'\n"),
      "x.js does not load: Error: Cannot find module './build/Release/a.node' (its native addon is missing or was "
      "built for another Node. Kingbird runs no install scripts: install the package in a folder of yours and run "
      "kingbird there)");
}

TEST(LoadFailure, ReadsWhatNodeWrites) {
  const std::string begin = "x.js does not load: ";
  EXPECT_EQ(Explained("cannot load x: \nUncaught TypeError [ERR_X]: no\n"), begin + "Uncaught TypeError [ERR_X]: no");
  EXPECT_EQ(Explained("cannot load x: \nnoError: a\nMy Error: b\nError:\nError [a b]: c\n  RangeError: d"),
            begin + "  RangeError: d");
}

// A line of the target's own making, longer than a stack of calls can be.
TEST(LoadFailure, ALineMayBeLong) {
  const std::string long_line(1 << 20, 'a');
  EXPECT_EQ(Explained("cannot load x: " + long_line), "cannot load x: " + long_line);
  EXPECT_LT(Explained("cannot load x: Error: " + long_line).size(), 1000U);
  EXPECT_LT(Explained("cannot load x: A" + long_line + "Error [" + long_line + "]: " + long_line).size(), 1000U);
}

TEST(LoadFailure, NamesTheTargetNotItsCopy) {
  EXPECT_EQ(Explained("/tmp/stage/x.js ended or hung while it was loaded: Error: bye\n  at x"),
            "x.js ended or hung while it was loaded: Error: bye");
}

TEST(LoadFailure, OtherErrorsKeepTheirFirstLine) {
  EXPECT_EQ(Explained("the sandbox cannot be made\nmore"), "the sandbox cannot be made");
}

}  // namespace
}  // namespace kingbird::load
