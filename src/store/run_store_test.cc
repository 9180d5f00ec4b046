#include "store/run_store.h"

#include <gtest/gtest.h>

#include "store/migrations.h"

namespace kingbird::store {
namespace {

using model::RunReport;

RunReport FullReport() {
  RunReport report;
  report.kingbird = "0.1.0";
  report.target = "q@1.5.1";
  report.root = "/x/q";
  report.node = "v20.0.0";
  report.sandbox = model::SandboxKind::kNamespaces;
  report.format = model::SuiteFormat::kJest;
  report.seed = 18446744073709551615ULL;
  report.wall_s = 1.5;
  report.cpu_s = 2.25;
  report.tests_per_s = 80.5;
  report.executed = 1000;
  report.kept = 1;
  report.failing = 3;
  report.interrupted = true;
  report.before = {{1, 10}, {2, 20}, {3, 30}};
  report.after = {{4, 10}, {5, 20}, {6, 30}};
  report.suite = {{3, 10}, {4, 20}, {5, 30}};
  report.curve = {{0, 1}, {10, 4}};
  report.files.push_back({"q.js",
                          std::string("a\0b\n", 4),
                          {model::LineState::kHit, model::LineState::kMissed},
                          {{1, 2}, {3, 4}, {5, 6}},
                          {{2, 2}, {4, 4}, {6, 6}},
                          {"12:5 if 2", "14:0 binary-expr 1"}});
  report.tests.push_back({"q is 'quoted'", "suite/q.test.js", "test(…)", 7});
  report.signatures.push_back({"defer", {}});
  report.signatures.push_back({"all", {model::Position::kPlain, model::Position::kSync, model::Position::kAsync}});
  report.types.push_back({"f", "a", "string", "declared"});
  report.findings.push_back(
      {"crash-f-1", model::FindingKind::kCrash, "f", "died", "findings/crash-f-1.js", "code", "q.js", 12});
  report.notes = {"one", "two"};
  return report;
}

class RunStore : public testing::Test {
 protected:
  base::Result<std::unique_ptr<Database>> Open() { return Database::Open(file_, "results.sqlite"); }
  void Keep(Database& database) { file_ = *database.Content(); }
  base::Status Save(const RunReport& report) {
    const auto database = *Open();
    const auto run = SaveRun(*database, report);
    Keep(*database);
    return run.ok() ? base::Status() : run.error();
  }

  std::string file_;
};

TEST_F(RunStore, DifferencesAreFindingsWithVariants) {
  RunReport saved = FullReport();
  saved.kind = model::RunKind::kDiff;
  model::Finding difference = saved.findings[0];
  difference.before = "returned 1";
  difference.after = "threw TypeError";
  difference.tests = 7;
  difference.repaired = true;
  model::Finding variant = difference;
  variant.id = "crash-f-2";
  difference.variants = {variant};
  saved.diff.differences = {difference};
  saved.diff.differences[0].call = "f(1)";
  saved.diff.has_sources = true;
  saved.diff.changes = {{"a.js", 3, 4, true, model::LineFate::kDidNotRun, 7, 2}};
  saved.diff.unloaded = {{"b.js", "", "no such file"}};
  ASSERT_TRUE(Save(saved).ok());
  const auto loaded = LoadRun(**Open());
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  ASSERT_EQ(loaded->diff.differences.size(), 1U);
  const model::Finding& again = loaded->diff.differences[0];
  EXPECT_EQ(again.before, difference.before);
  EXPECT_EQ(again.call, "f(1)");
  EXPECT_TRUE(loaded->diff.has_sources);
  ASSERT_EQ(loaded->diff.changes.size(), 1U);
  EXPECT_EQ(loaded->diff.changes[0].fate, model::LineFate::kDidNotRun);
  EXPECT_EQ(loaded->diff.changes[0].last, 4);
  EXPECT_TRUE(loaded->diff.changes[0].removed);
  EXPECT_EQ(loaded->diff.changes[0].tests, 7);
  EXPECT_EQ(loaded->diff.changes[0].differing, 2);
  ASSERT_EQ(loaded->diff.unloaded.size(), 1U);
  EXPECT_EQ(loaded->diff.unloaded[0].after, "no such file");
  EXPECT_EQ(again.after, difference.after);
  EXPECT_EQ(again.tests, 7);
  EXPECT_TRUE(again.repaired);
  EXPECT_EQ(again.repro_text, "code");
  ASSERT_EQ(again.variants.size(), 1U);
  EXPECT_EQ(again.variants[0].id, "crash-f-2");
}

TEST_F(RunStore, WhatIsSavedIsLoaded) {
  const RunReport saved = FullReport();
  ASSERT_TRUE(Save(saved).ok());
  auto database = Open();
  ASSERT_TRUE(database.ok());
  const auto loaded = LoadRun(**database);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(loaded->seed, saved.seed);
  EXPECT_EQ(loaded->target, saved.target);
  EXPECT_EQ(loaded->tests_per_s, saved.tests_per_s);
  EXPECT_EQ(loaded->interrupted, true);
  EXPECT_EQ(loaded->before, saved.before);
  EXPECT_EQ(loaded->after, saved.after);
  EXPECT_EQ(loaded->suite, saved.suite);
  EXPECT_EQ(loaded->curve, saved.curve);
  ASSERT_EQ(loaded->files.size(), 1U);
  EXPECT_EQ(loaded->files[0].source, saved.files[0].source);
  EXPECT_EQ(loaded->files[0].lines, saved.files[0].lines);
  EXPECT_EQ(loaded->files[0].after, saved.files[0].after);
  EXPECT_EQ(loaded->files[0].missed, saved.files[0].missed);
  ASSERT_EQ(loaded->tests.size(), 1U);
  EXPECT_EQ(loaded->tests[0].name, saved.tests[0].name);
  EXPECT_EQ(loaded->tests[0].gain, 7);
  ASSERT_EQ(loaded->signatures.size(), 2U);
  EXPECT_TRUE(loaded->signatures[0].arguments.empty());
  EXPECT_EQ(loaded->signatures[1].arguments, saved.signatures[1].arguments);
  EXPECT_EQ(loaded->types[0].evidence, "declared");
  EXPECT_EQ(loaded->findings[0].repro_text, "code");
  EXPECT_EQ(loaded->findings[0].line, 12);
  EXPECT_EQ(loaded->notes, saved.notes);
}

TEST_F(RunStore, EveryKindComesBack) {
  auto database = Open();
  RunReport report = FullReport();
  report.kind = model::RunKind::kDiff;
  report.diff.release = model::Release::kMinor;
  report.findings.clear();
  for (int i = 0; !ToString(static_cast<model::FindingKind>(i)).empty(); ++i)
    report.findings.push_back({"id", static_cast<model::FindingKind>(i), "f", "", "", "", "", 0});
  EXPECT_EQ(report.findings.back().kind, model::FindingKind::kStderr);
  ASSERT_TRUE(SaveRun(**database, report).ok());
  const auto loaded = LoadRun(**database);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(loaded->kind, report.kind);
  EXPECT_EQ(loaded->sandbox, model::SandboxKind::kNamespaces);
  EXPECT_EQ(loaded->format, model::SuiteFormat::kJest);
  EXPECT_EQ(loaded->diff.release, model::Release::kMinor);
  ASSERT_EQ(loaded->findings.size(), report.findings.size());
  for (size_t i = 0; i < report.findings.size(); ++i) EXPECT_EQ(loaded->findings[i].kind, report.findings[i].kind);
}

TEST_F(RunStore, WordsThatAreNotOursAreRefused) {
  for (const char* forged :
       {"UPDATE runs SET command = 'rm'", "UPDATE runs SET sandbox = ''", "UPDATE runs SET format = x'00'",
        "UPDATE findings SET kind = 'Crash'", "UPDATE findings SET kind = ''", "UPDATE findings SET kind = 7"}) {
    auto database = Open();
    ASSERT_TRUE(SaveRun(**database, FullReport()).ok());
    EXPECT_TRUE(LoadRun(**database).ok());
    Statement(**database, forged).Next();
    const auto loaded = LoadRun(**database);
    ASSERT_FALSE(loaded.ok()) << forged;
    EXPECT_EQ(loaded.error().code, base::ErrorCode::kUsage);
    EXPECT_TRUE(loaded.error().message.starts_with("the results are not Kingbird's: nothing of ours is called '"));
  }
}

TEST_F(RunStore, RunsAddUpAndTheLatestIsTheDefault) {
  auto database = Open();
  RunReport report = FullReport();
  const auto first = SaveRun(**database, report);
  report.target = "second";
  ASSERT_TRUE(SaveRun(**database, report).ok());
  EXPECT_EQ(LoadRun(**database)->target, "second");
  EXPECT_EQ(LoadRun(**database, *first)->target, "q@1.5.1");
  EXPECT_EQ(LoadRun(**database, 99).error().code, base::ErrorCode::kNotFound);
}

TEST_F(RunStore, AFailedSaveLeavesNothing) {
  auto database = Open();
  RunReport report = FullReport();
  report.files.push_back(report.files[0]);  // the same path twice breaks the key of coverage
  EXPECT_FALSE(SaveRun(**database, report).ok());
  EXPECT_EQ(LoadRun(**database).error().code, base::ErrorCode::kNotFound);
  EXPECT_TRUE(SaveRun(**database, FullReport()).ok());
}

TEST_F(RunStore, NoDatabaseIsAClearError) {
  file_ = std::string(4096, 'x');
  EXPECT_EQ(Open().error().message, "results.sqlite: file is not a database");
}

TEST_F(RunStore, ADamagedFileIsAClearError) {
  ASSERT_TRUE(Save(FullReport()).ok());
  const std::string whole = file_;
  for (const size_t size : {size_t{1}, size_t{100}, whole.size() / 2}) {
    file_ = whole.substr(0, size);
    const auto database = Open();
    EXPECT_FALSE(database.ok() && LoadRun(**database).ok()) << size;
  }
  file_ = whole;
  file_[18] = file_[19] = 2;  // Its log would be another file.
  const auto database = Open();
  EXPECT_FALSE(database.ok() && LoadRun(**database).ok());
}

TEST_F(RunStore, AFileOfTheFirstVersionIsBroughtUpToDate) {
  {
    auto database = Open();
    ASSERT_TRUE(SaveRun(**database, FullReport()).ok());
    // What version 1 held: no rows of the phase 'suite'.
    Statement(**database, "DELETE FROM coverage WHERE phase = 'suite'").Next();
    for (const char* table : {"diffs", "differences", "release_notes", "line_changes", "unloaded_modules"}) {
      Statement(**database, std::string("DROP TABLE ") + table).Next();
    }
    Statement(**database, "ALTER TABLE runs DROP COLUMN screened").Next();
    Statement(**database, "ALTER TABLE files DROP COLUMN missed").Next();
    Statement(**database, "ALTER TABLE files DROP COLUMN not_loaded").Next();
    Statement(**database, "ALTER TABLE runs DROP COLUMN run_suite").Next();
    Statement(**database, "PRAGMA user_version = 1").Next();
    Keep(**database);
  }
  auto database = Open();
  ASSERT_TRUE(database.ok()) << database.error().message;
  const auto loaded = LoadRun(**database);
  EXPECT_EQ(loaded->after, FullReport().after);
  EXPECT_EQ(loaded->suite.statements.total, 0);
  EXPECT_TRUE(SaveRun(**database, FullReport()).ok());
}

TEST_F(RunStore, AFileOfANewerVersionIsRefused) {
  {
    auto database = Open();
    Statement(**database, "PRAGMA user_version = 1000").Next();
    Keep(**database);
  }
  EXPECT_NE(Open().error().message.find("newer Kingbird"), std::string::npos);
}

}  // namespace
}  // namespace kingbird::store
