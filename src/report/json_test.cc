#include "report/json.h"

#include <gtest/gtest.h>

namespace kingbird::report {
namespace {

TEST(SummaryJson, HoldsTheKeysOfTheContract) {
  model::RunReport report;
  report.kingbird = "0.1.0";
  report.target = "q@1.5.1";
  report.seed = 18446744073709551615ULL;
  report.wall_s = 1.23456;
  report.before.statements = {1, 3};
  report.suite.statements = {2, 3};
  report.after.statements = {3, 3};
  report.curve = {{0, 1}, {10, 2}};
  report.signatures = {{"readFile", {model::Position::kPlain, model::Position::kAsync}}};
  report.types = {{"f", "a", "string", "declared"}};
  report.findings.push_back(
      {"crash-f-1", model::FindingKind::kCrash, "f", "died", "findings/crash-f-1.js", "code", "", 0});
  const base::Json json = SummaryJson(report);
  for (const char* key : {"kingbird", "command", "target", "node", "seed", "sandbox", "time", "tests", "coverage",
                          "curve", "signatures", "types", "findings"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["seed"], 18446744073709551615ULL);
  EXPECT_EQ(json["time"]["wall_s"], 1.235);
  EXPECT_EQ(json["coverage"]["statements"]["pct"], 66.66);
  EXPECT_EQ(json["coverage"]["load_only_pct"], 33.33);
  EXPECT_EQ(json["coverage"]["reached"]["statements"]["pct"], 100);
  EXPECT_TRUE(json["coverage"].contains("suite_pct"));
  EXPECT_EQ(base::DumpJson(json["curve"]), "[[0,1],[10,2]]");
  EXPECT_EQ(base::DumpJson(json["signatures"]), R"([{"function":"readFile","args":["_","async"]}])");
  EXPECT_EQ(json["findings"][0]["repro"], "findings/crash-f-1.js");
  EXPECT_FALSE(json["findings"][0].contains("repro_text"));
}

TEST(SummaryJson, EmptyListsAreThereToo) {
  const base::Json json = SummaryJson({});
  EXPECT_TRUE(json["findings"].is_array());
  EXPECT_TRUE(json["curve"].is_array());
}

}  // namespace
}  // namespace kingbird::report
