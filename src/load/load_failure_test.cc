#include "load/load_failure.h"

#include <gtest/gtest.h>

namespace kingbird::load {
namespace {

using base::ErrorCode;

std::string Explained(const std::string& heard, ErrorCode code = ErrorCode::kDoesNotLoad,
                      const std::string& reason = "") {
  const base::Error explained = ExplainLoadFailure({code, "/tmp/stage/x.js", "", heard, reason}, "x.js");
  EXPECT_EQ(explained.reason, code == ErrorCode::kDoesNotLoad ? reason : "");
  EXPECT_EQ(explained.code, ErrorCode::kEnvironment);
  return explained.ToString();
}

TEST(LoadFailure, PicksTheLineThatSaysWhatHappened) {
  EXPECT_EQ(Explained("/tmp/s/x.js:1\nbad code\n    ^^^\n\nSyntaxError: Unexpected identifier\n    at a"),
            "x.js does not load: SyntaxError: Unexpected identifier");
  EXPECT_EQ(Explained("Error: not today\n    at x"), "x.js does not load: Error: not today");
}

TEST(LoadFailure, KnowsWhatToDoAboutMissingParts) {
  const auto advice = [](const std::string& heard, const std::string& reason) {
    const std::string told = Explained(heard, ErrorCode::kDoesNotLoad, reason);
    EXPECT_TRUE(told.starts_with("x.js does not load: " + heard)) << told;
    return told.substr(told.find(heard) + heard.size());
  };
  const std::string install = " (install its dependencies: npm install)";
  const std::string addon =
      " (its native addon is missing or was built for another Node. Kingbird runs no install scripts: install the "
      "package in a folder of yours and run kingbird there)";
  EXPECT_EQ(advice("Error: Cannot find module 'left-pad'", "MODULE_NOT_FOUND"), install);
  EXPECT_EQ(advice("Error: Cannot find package 'left-pad'", "ERR_MODULE_NOT_FOUND"), install);
  EXPECT_EQ(advice("Error: Cannot find module './money'", "ERR_MODULE_NOT_FOUND"),
            " (an import names a file that is not there)");
  EXPECT_EQ(advice("Error: Cannot find package '@/money' imported from ./a.js", "ERR_MODULE_NOT_FOUND"),
            " (no configuration that Kingbird reads says what @/money means)");
  EXPECT_EQ(advice("Error: Cannot find module './build/Release/a.node'", "MODULE_NOT_FOUND"), addon);
  EXPECT_EQ(advice("Error: a.node was compiled for something else", "ERR_DLOPEN_FAILED"), addon);
  EXPECT_EQ(advice("Error: Cannot find module of my own making", ""), "") << "words are anybody's";
  EXPECT_EQ(advice("Error: no", "ENOENT"), "");
}

TEST(LoadFailure, ReadsWhatNodeWrites) {
  const std::string begin = "x.js does not load: ";
  EXPECT_EQ(Explained(" \nUncaught TypeError [ERR_X]: no\n"), begin + "Uncaught TypeError [ERR_X]: no");
  EXPECT_EQ(Explained("\nnoError: a\nMy Error: b\nError:\nError [a b]: c\n  RangeError: d"), begin + "  RangeError: d");
  EXPECT_EQ(Explained("a text that was thrown\nmore"), begin + "a text that was thrown");
}

// A line of the target's own making, longer than a stack of calls can be.
TEST(LoadFailure, ALineMayBeLong) {
  const std::string long_line(1 << 20, 'a');
  EXPECT_LT(Explained(long_line).size(), 1000U);
  EXPECT_LT(Explained("Error: " + long_line).size(), 1000U);
  EXPECT_LT(Explained("A" + long_line + "Error [" + long_line + "]: " + long_line).size(), 1000U);
  EXPECT_LT(Explained(long_line, ErrorCode::kEndsWhileLoaded).size(), 1000U);
}

TEST(LoadFailure, NamesTheTargetNotItsCopy) {
  EXPECT_EQ(Explained("Error: bye\n  at x", ErrorCode::kEndsWhileLoaded),
            "x.js ended or hung while it was loaded: Error: bye");
  EXPECT_EQ(Explained("", ErrorCode::kEndsWhileLoaded), "x.js ended or hung while it was loaded");
}

TEST(LoadFailure, OtherErrorsKeepTheirFirstLine) {
  EXPECT_EQ(Explained("", ErrorCode::kEnvironment), "/tmp/stage/x.js");
  const base::Error other = ExplainLoadFailure(base::NotFoundError("cannot load a.js\nmore", "do"), "x.js");
  EXPECT_EQ(other.code, ErrorCode::kNotFound);
  EXPECT_EQ(other.ToString(), "cannot load a.js (do)");
}

}  // namespace
}  // namespace kingbird::load
