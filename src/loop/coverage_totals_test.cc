#include "loop/coverage_totals.h"

#include <gtest/gtest.h>

namespace kingbird::loop {
namespace {

using model::Ratio;

/// Two files alike: counters 0 (loaded), 1 and 2 (statements), 3 and 4 (the ways of an if), 5 (a function); then the
/// same from 6 on.
syntax::Manifest TwoFiles() {
  syntax::Manifest manifest;
  for (const char* key : {"a.js", "b.js"}) {
    syntax::ManifestFile file;
    file.key = key;
    file.counters.statements.resize(2);
    file.counters.branches = {{syntax::BranchKind::kIf, {}, {{}, {}}}};
    file.counters.functions.resize(1);
    manifest.files.push_back(file);
  }
  manifest.Layout();
  return manifest;
}

model::CoverageTotals Within(const model::Hits& covered, const std::optional<model::Hits>& goal) {
  const syntax::Manifest manifest = TwoFiles();
  syntax::CoverageMap map(manifest.size());
  map.Add(covered);
  return TotalsWithin(manifest, map, goal);
}

TEST(CoverageTotals, WithoutAGoalAreThoseOfFilesThatWereLoaded) {
  EXPECT_EQ(Within({0, 1, 4}, std::nullopt), (model::CoverageTotals{{1, 2}, {1, 2}, {0, 1}}));
  EXPECT_EQ(Within({0, 1, 4, 6, 11}, std::nullopt), (model::CoverageTotals{{1, 4}, {1, 4}, {1, 2}}));
  EXPECT_EQ(Within({}, std::nullopt), model::CoverageTotals());
}

TEST(CoverageTotals, OfAGoalWithoutCountersAreNone) {
  EXPECT_EQ(Within({0, 1, 4}, model::Hits()), model::CoverageTotals()) << "and not those of everything around it";
}

TEST(CoverageTotals, OfAGoalAreWhatItConsistsOfInWhicheverFile) {
  EXPECT_EQ(Within({0, 1, 2, 4, 8, 11}, model::Hits{2, 4, 7, 8, 9, 11}),
            (model::CoverageTotals{{2, 3}, {1, 2}, {1, 1}}));
  EXPECT_EQ(Within({0, 1, 2}, model::Hits{9, 10}), (model::CoverageTotals{{0, 0}, {0, 2}, {0, 0}}));
}

TEST(CoverageTotals, WhatNoFileHasDoesNotCount) {
  EXPECT_EQ(Within({1}, model::Hits{1, 12, 1000}), (model::CoverageTotals{{1, 1}, {0, 0}, {0, 0}}));
}

}  // namespace
}  // namespace kingbird::loop
