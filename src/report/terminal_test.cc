#include "report/terminal.h"

#include <gtest/gtest.h>

#include <vector>

namespace kingbird::report {
namespace {

model::Progress At(int64_t executed, double elapsed_s) {
  model::Progress progress;
  progress.phase = "generating";
  progress.executed = executed;
  progress.planned = 1000;
  progress.statements = {50, 100};
  progress.elapsed_s = elapsed_s;
  return progress;
}

TEST(Terminal, ProgressTellsSpeedCoverageAndTimeLeft) {
  EXPECT_EQ(ProgressText(At(500, 5)), "500 of 1000 tests, 100/s, statements 50 %, 5 s left");
  model::Progress limited = At(100, 10);
  limited.limit_s = 15;
  limited.findings = 1;
  EXPECT_EQ(ProgressText(limited), "100 of 1000 tests, 10/s, statements 50 %, 1 to confirm, 5 s left");
  EXPECT_EQ(ProgressText(At(1, 1)), "1 of 1000 tests, 1/s, statements 50 %, 16 min 39 s left");
}

TEST(Terminal, PlainLinesPerPhaseAndQuarter) {
  std::string text;
  ProgressLine line(0, [&](std::string_view part) { text += part; });
  for (int64_t executed = 0; executed <= 1000; executed += 50) line.Update(At(executed, 1.0));
  line.Clear();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(Terminal, LiveLineIsRedrawnAtMostTenTimesASecondAndRemoved) {
  std::vector<std::string> parts;
  ProgressLine line(40, [&](std::string_view part) { parts.emplace_back(part); });
  for (int i = 0; i < 100; ++i) line.Update(At(i, i * 0.01));
  EXPECT_LE(parts.size(), 11U);
  EXPECT_GE(parts.size(), 8U);
  for (const std::string& part : parts) EXPECT_LT(part.size(), 40 + 4U) << part;
  line.Clear();
  EXPECT_EQ(parts.back(), "\r\x1b[K");
}

// Results may have been forged, and the folder named by a target's own settings.
TEST(Terminal, NothingIsACommand) {
  const std::string evil = "\x1b[2J\r\n::error::x ##[error]y";
  model::RunReport report;
  report.target = report.node = evil;
  report.diff.release = model::Release::kMinor;
  report.kept = 1;
  report.after.statements = report.suite.statements = {1'000'000'000'000, 1};
  report.findings.push_back({evil, model::FindingKind::kCrash, evil, evil, evil, evil, evil, 1});
  report.diff.differences = report.findings;
  report.diff.differences[0].call = evil;
  report.diff.has_sources = true;
  report.diff.changes = {{evil, 1, 2, false, model::LineFate::kRan, 1, 1}};
  report.diff.unloaded = {{evil, evil, ""}};
  report.diff.reasons = report.notes = {evil};
  for (const auto kind : {model::RunKind::kTest, model::RunKind::kDiff}) {
    report.kind = kind;
    const std::string text = ClosingText(report, evil, false);
    for (const char* sign : {"\x1b", "\r", "\n::", "##["}) EXPECT_EQ(text.find(sign), std::string::npos) << text;
    EXPECT_LT(text.size(), 3000U);
  }
}

TEST(Terminal, ClosingSummaryNamesWhatToOpen) {
  model::RunReport report;
  report.target = "jsonfile@6.1.0";
  report.node = "v20.0.0";
  report.seed = 7;
  report.sandbox = model::SandboxKind::kNamespaces;
  report.before.statements = {10, 50};
  report.after.statements = {45, 50};
  report.suite.statements = {44, 50};
  report.executed = 1000;
  report.kept = 12;
  report.findings.push_back(
      {"hang-x-1", model::FindingKind::kHang, "x", "never returns", "findings/hang-x-1.js", "", "", 0});
  const std::string text = ClosingText(report, "out", false);
  EXPECT_NE(text.find("jsonfile@6.1.0  Node v20.0.0, seed 7, sandbox namespaces"), std::string::npos) << text;
  EXPECT_NE(text.find("statements     20 →     88 %  ▓▓▓▓█████████████░░░  44 of 50"), std::string::npos) << text;
  EXPECT_NE(text.find("suite      12 tests"), std::string::npos) << text;
  EXPECT_NE(text.find("tried      1000 tests in a process of their own, in 0.0 s\n"), std::string::npos) << text;
  EXPECT_NE(text.find("reached    90 % of the statements by all tests that were tried"), std::string::npos) << text;
  EXPECT_NE(text.find("node out/findings/hang-x-1.js"), std::string::npos) << text;
  EXPECT_NE(text.find("\n  cd out/suite && node --test\n"), std::string::npos) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(Terminal, ADifferenceBeginsWithItsCallAndTheVerdictHasTheChangedLines) {
  model::RunReport report;
  report.kind = model::RunKind::kDiff;
  model::Finding difference;
  difference.kind = model::FindingKind::kReturn;
  difference.function = "money.formatPrice";
  difference.call = "formatPrice(123456)";
  difference.before = "returned '1,234.56 €'";
  difference.after = "returned '1,235.56 €'";
  report.diff.differences = {difference};
  report.diff.has_sources = true;
  report.diff.changes = {{"src/money.js", 6, 6, false, model::LineFate::kRan, 316, 20}};
  report.diff.release = model::Release::kBreaking;
  report.diff.reasons = {"money.formatPrice behaves differently: …"};
  std::string text = ClosingText(report, "out", false);
  EXPECT_NE(
      text.find("    formatPrice(123456)\n    before  returned '1,234.56 €'\n    after   returned '1,235.56 €'\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("src/money.js: line 6 changed; 316 tests ran it; 20 behaved differently"), std::string::npos);
  EXPECT_EQ(text.find("money.formatPrice behaves differently"), std::string::npos) << "it stands above";
  report.diff.differences.clear();
  report.diff.changes[0].fate = model::LineFate::kDidNotRun;
  report.diff.release = model::Release::kUnknown;
  report.diff.reasons = {"changed lines of src/money.js did not run"};
  text = ClosingText(report, "out", false);
  EXPECT_NE(text.find("whether this is a patch cannot be told.\n    changed lines of src/money.js did not run"),
            std::string::npos)
      << text;
}

TEST(Terminal, SaysHowASuiteIsRun) {
  model::RunReport report;
  report.kept = 1;
  report.format = model::SuiteFormat::kMocha;
  const auto says = [&](const char* words) {
    return ClosingText(report, "out", false).find(words) != std::string::npos;
  };
  EXPECT_TRUE(says("\n  cd out/suite && npm install && npx mocha\n"));
  report.run_with = model::RunWith::kRunner;
  EXPECT_TRUE(says("\n  cd out/suite && npx mocha\n"));
  report.run_with = model::RunWith::kNpmTest;
  EXPECT_TRUE(says("\n  npm test\n"));
  EXPECT_FALSE(says("install"));
}

TEST(Terminal, PercentsWithoutNeedlessDigits) {
  EXPECT_EQ(PercentText(100), "100");
  EXPECT_EQ(PercentText(61.2), "61.2");
  EXPECT_EQ(PercentText(0.05), "0.05");
}

}  // namespace
}  // namespace kingbird::report
