#include "loop/uncovered_code.h"

#include <gtest/gtest.h>

namespace kingbird::loop {
namespace {

syntax::Range Columns(uint32_t begin, uint32_t end) { return {{1, begin}, {1, end}}; }

// outer (0 to 100) holds inner (20 to 60), which holds innermost (30 to 40); aside (120 to 140) is beside them.
// Statements: 1 before all, 2 in outer, 3 to 5 in inner, with innermost's 4 between, 6 in outer behind it, 7 in aside.
// Functions: 8 outer, 9 innermost, 10 inner, 11 aside, in no order.
struct UncoveredCodeTest : testing::Test {
  static syntax::Manifest Nested() {
    syntax::ManifestFile file;
    file.key = "nested.js";
    file.counters.statements = {Columns(0, 1),   Columns(10, 15), Columns(22, 28),  Columns(32, 38),
                                Columns(50, 55), Columns(70, 80), Columns(125, 130)};
    file.counters.functions = {{"outer", Columns(2, 5), Columns(5, 100)},
                               {"innermost", Columns(29, 30), Columns(30, 40)},
                               {"inner", Columns(18, 20), Columns(20, 60)},
                               {"aside", Columns(118, 120), Columns(120, 140)}};
    syntax::Manifest manifest;
    manifest.files = {file};
    return manifest;
  }

  std::map<std::string, double> Left(model::Hits covered) const {
    syntax::CoverageMap map(manifest.size());
    map.Add(covered);
    return code.Left(map);
  }

  const syntax::Manifest manifest = Nested();
  UncoveredCode code{manifest};
};

TEST_F(UncoveredCodeTest, AFunctionLeadsToWhatItEnteredAndToWhatIsWrittenInside) {
  code.Note({"outer"}, {8});
  EXPECT_EQ(Left({})["outer"], 5) << "2 to 6";
  EXPECT_EQ(Left({2, 4})["outer"], 3);
  code.Note({"aside"}, {11});
  EXPECT_EQ(Left({})["aside"], 1);
}

TEST_F(UncoveredCodeTest, WhatIsEmphasizedCountsForMore) {
  code.Note({"outer"}, {8});
  code.Note({"aside"}, {11});
  code.Emphasize({7}, 20);
  EXPECT_EQ(Left({})["aside"], 21) << "the function that holds statement 7";
  EXPECT_EQ(Left({7})["aside"], 20) << "for good";
  EXPECT_EQ(Left({})["outer"], 5);
  code.Emphasize({4, 10}, 30);
  EXPECT_EQ(Left({})["outer"], 35) << "innermost and inner share it";
}

TEST_F(UncoveredCodeTest, AStatementBelongsToTheInnermostFunction) {
  code.Note({"innermost"}, {9});
  code.Note({"inner"}, {10});
  EXPECT_EQ(Left({})["innermost"], 1);
  EXPECT_EQ(Left({})["inner"], 3);
  EXPECT_EQ(Left({4})["innermost"], 0);
  EXPECT_EQ(Left({4})["inner"], 2);
}

TEST_F(UncoveredCodeTest, WhatATestOfOneFunctionExplainsIsNobodyElses) {
  code.Note({"aside"}, {11});
  code.Note({"aside", "method"}, {11, 10});
  EXPECT_EQ(Left({})["method"], 3) << "inner, not what aside is known to enter";
  EXPECT_EQ(Left({})["aside"], 1);
}

}  // namespace
}  // namespace kingbird::loop
