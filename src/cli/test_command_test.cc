#include "cli/test_command.h"

#include <gtest/gtest.h>

namespace kingbird::cli {
namespace {

TEST(TestCommand, ExitCodes) {
  model::RunReport report;
  env::Config config;
  report.kept = 1;
  report.suite.statements = {79, 100};
  EXPECT_EQ(TestExitCode(report, config, false), kFine);
  EXPECT_EQ(TestExitCode(report, config, true), kInterrupted);
  config.threshold = 80;
  EXPECT_EQ(TestExitCode(report, config, false), kFindings);
  config.threshold = 79;
  EXPECT_EQ(TestExitCode(report, config, false), kFine);
  report.findings.emplace_back();
  EXPECT_EQ(TestExitCode(report, config, false), kFindings);
  report.findings.clear();
  report.kept = 0;
  EXPECT_EQ(TestExitCode(report, config, false), kFindings);
}

}  // namespace
}  // namespace kingbird::cli
