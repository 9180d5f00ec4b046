#include "cli/test_command.h"

#include <gtest/gtest.h>

#include "env/output_folder.h"

namespace kingbird::cli {
namespace {

TEST(TestCommand, ExitCodes) {
  model::RunReport report;
  env::Config config;
  report.kept = 1;
  report.after.statements = {79, 100};
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

TEST(OutputFolder, WritableOrNotWithoutATrace) {
  const auto folder = base::TempFolder::Make("kingbird-out-test");
  base::DiskFileSystem files;
  EXPECT_TRUE(env::CheckOutputFolder(folder->path()).ok());
  EXPECT_TRUE(env::CheckOutputFolder(folder->path() / "a/b").ok());
  EXPECT_TRUE(files.List(folder->path())->empty());
  ASSERT_TRUE(files.Write(folder->path() / "file", "").ok());
  EXPECT_FALSE(env::CheckOutputFolder(folder->path() / "file").ok());
  EXPECT_FALSE(env::CheckOutputFolder(folder->path() / "file/below").ok());
  EXPECT_FALSE(env::CheckOutputFolder("/proc/kingbird-out").ok());
}

}  // namespace
}  // namespace kingbird::cli
