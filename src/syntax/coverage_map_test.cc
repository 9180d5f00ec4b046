#include "syntax/coverage_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "syntax/instrument.h"

namespace kingbird::syntax {
namespace {

/// Two files: counters 0 to 7 (loaded, 3 statements, 2 paths, 1 function, in a.js) and b.js.
Manifest Example() {
  Manifest manifest;
  manifest.files.push_back({"b.js", 0, Instrument("foo()", "b.js").facts.counters, {}});
  manifest.files.push_back(
      {"a.js", 0, Instrument("f();\nfunction f() {\n  if (x) return 1\n}\n", "a.js").facts.counters, {}});
  manifest.Layout();
  return manifest;
}

TEST(CoverageMap, AddTellsWhatIsNew) {
  CoverageMap map(100);
  EXPECT_EQ(map.Add(model::Hits{1, 64, 99}), 3u);
  EXPECT_EQ(map.CountNew({1, 2}), 1u);
  EXPECT_EQ(map.Add(model::Hits{1, 2}), 1u);
  EXPECT_EQ(map.Count(), 4u);
  EXPECT_THAT(map.ToHits(), testing::ElementsAre(1, 2, 64, 99));
  CoverageMap other(10);
  other.Add(model::Hits{3, 1});
  EXPECT_EQ(map.Add(other), 1u);
  EXPECT_EQ(map.Add(model::Hits{500}), 1u);  // grows
}

TEST(Manifest, LaysOutFilesByKey) {
  const Manifest manifest = Example();
  EXPECT_EQ(manifest.files[0].key, "a.js");
  EXPECT_EQ(manifest.files[0].size(), 7u);
  EXPECT_EQ(manifest.files[1].offset, 7u);
  EXPECT_EQ(manifest.size(), 9u);
  EXPECT_EQ(manifest.FileOf(6)->key, "a.js");
  EXPECT_EQ(manifest.FileOf(7)->key, "b.js");
  EXPECT_EQ(manifest.FileOf(9), nullptr);
  EXPECT_EQ(manifest.Find("b.js")->offset, 7u);
  EXPECT_EQ(manifest.Find("c.js"), nullptr);
  EXPECT_EQ(base::DumpJson(manifest.AgentJson()),
            R"({"a.js":{"offset":0,"size":7,"functions":[]},"b.js":{"offset":7,"size":2,"functions":[]}})");
}

TEST(Manifest, CountersAreTheSameInACopyThatLacksFiles) {
  const Manifest whole = Example();
  Manifest part = whole;
  part.files.erase(part.files.begin());
  part.Layout();
  EXPECT_EQ(part.Renumber({0, 1, 99}, whole), (model::Hits{7, 8}));
  EXPECT_EQ(whole.Renumber({0, 6, 8}, part), (model::Hits{1}));
}

TEST(Manifest, FactsSurviveJson) {
  const FileFacts facts = Instrument("class A { constructor() { f() } static async m() { if (this.x) y() } }", "a.js",
                                     {PassKind::kCoverage, PassKind::kConcolic})
                              .facts;
  ASSERT_EQ(facts.sites.size(), 3u);
  const auto back = FileFactsFromJson(ToJson(facts));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(ToJson(*back), ToJson(facts));
  EXPECT_FALSE(FileFactsFromJson(base::Json::parse(R"({"counters": {"s": [[1]]}})")).ok());
}

TEST(Summary, CountsLoadedFilesOnly) {
  const Manifest manifest = Example();
  // a.js: loaded, f(), the if, the path of else, the function.
  const CoverageSummary summary = Summarize(manifest, model::Hits{0, 1, 2, 5, 6});
  EXPECT_EQ(summary.files, 1u);
  EXPECT_EQ(summary.statements.covered, 2u);
  EXPECT_EQ(summary.statements.total, 3u);
  EXPECT_EQ(summary.branches.covered, 1u);
  EXPECT_EQ(summary.branches.total, 2u);
  EXPECT_EQ(summary.functions.covered, 1u);
  EXPECT_EQ(summary.functions.total, 1u);
  EXPECT_EQ(CoverageTotal{}.Percent(), 100.0);
}

}  // namespace
}  // namespace kingbird::syntax
