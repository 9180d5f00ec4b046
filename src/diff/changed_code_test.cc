#include "diff/changed_code.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>

#include "syntax/instrument.h"

namespace kingbird::diff {
namespace {

/// One file on both sides, instrumented as a staged copy is.
struct ChangedCodeTest : testing::Test {
  void Compare(const std::string& before, const std::string& after) {
    sides_[0] = Staged(before);
    sides_[1] = Staged(after);
    code_ = ChangedCode({{"a.js", before, &sides_[0].files[0]}}, {{"a.js", after, &sides_[1].files[0]}});
  }

  static syntax::Manifest Staged(const std::string& source) {
    syntax::Manifest manifest;
    syntax::ManifestFile file;
    file.key = "a.js";
    file.counters = syntax::Instrument(source, "a.js").facts.counters;
    manifest.files = {file};
    return manifest;
  }

  // The counters of the statements that begin on these lines of the second side, or of the first.
  model::Hits HitsOf(std::vector<uint32_t> lines, int side = 1) const {
    const syntax::ManifestFile& file = sides_[side].files[0];
    model::Hits hits = {0};
    for (size_t i = 0; i < file.counters.statements.size(); ++i) {
      if (std::ranges::find(lines, file.counters.statements[i].begin.line) != lines.end())
        hits.push_back(static_cast<uint32_t>(file.counters.StatementIndex(i)));
    }
    return hits;
  }

  // "removed 4-5 ran 2 1": lines, fate, tests, tests that differed.
  std::vector<std::string> Changes(const model::Hits& load_after = {0}, const model::Hits& load_before = {0}) const {
    std::vector<std::string> all;
    for (const model::LineChange& change : code_.Changes(load_before, load_after)) {
      all.push_back(fmt::format("{}{}-{} {} {} {}", change.removed ? "removed " : "", change.first, change.last,
                                ToString(change.fate), change.tests, change.differing));
    }
    return all;
  }

  syntax::Manifest sides_[2];
  ChangedCode code_;
};
using List = std::vector<std::string>;

constexpr char kOld[] =
    "function price(n) {\n"
    "  if (n < 0) {\n"
    "    return 0;\n"
    "  }\n"
    "  return n * 2;\n"
    "}\n"
    "exports.price = price;\n";

TEST_F(ChangedCodeTest, TheSameTextHasNoChanges) {
  Compare(kOld, kOld);
  EXPECT_TRUE(code_.empty());
  EXPECT_EQ(Changes(), List{});
}

TEST_F(ChangedCodeTest, CountsTheTestsThatRanAChangedLine) {
  std::string now = kOld;
  now.replace(now.find("n * 2"), 5, "n * 3");
  Compare(kOld, now);
  EXPECT_EQ(Changes(), List{"5-5 did-not-run 0 0"});
  code_.NoteTest({}, HitsOf({2, 3}), false);
  EXPECT_EQ(Changes(), List{"5-5 did-not-run 0 0"});
  code_.NoteTest({}, HitsOf({2, 5}), true);
  code_.NoteTest({}, HitsOf({2, 5}), false);
  EXPECT_EQ(Changes(), List{"5-5 ran 2 1"});
  ASSERT_EQ(code_.WatchedAfter().size(), 1U);
  code_.NoteScreened({}, {40});
  EXPECT_EQ(Changes(), List{"5-5 ran 42 1"});
}

TEST_F(ChangedCodeTest, LinesOfOneHunkThatFareDifferentlyAreToldApart) {
  std::string now = kOld;
  now.replace(now.find("n < 0"), 5, "n < 1");
  now.replace(now.find("return 0"), 8, "return 1");
  Compare(kOld, now);
  code_.NoteTest({}, HitsOf({2}), false);
  EXPECT_EQ(Changes(), (List{"2-2 ran 1 0", "3-3 did-not-run 0 0"}));
}

TEST_F(ChangedCodeTest, WhatIsGoneIsWatchedOnTheFirstSide) {
  Compare(kOld, "function price(n) {\n  return n * 2;\n}\nexports.price = price;\n");
  EXPECT_EQ(Changes(), List{"removed 2-4 did-not-run 0 0"});
  code_.NoteTest(HitsOf({2}, 0), {}, false);
  EXPECT_EQ(Changes(), (List{"removed 2-2 ran 1 0", "removed 3-4 did-not-run 0 0"}));
  EXPECT_FALSE(code_.WatchedBefore().empty());
}

TEST_F(ChangedCodeTest, CommentsAreNoCode) {
  Compare(kOld, std::string("// Twice.\n\n") + kOld);
  EXPECT_EQ(Changes(), List{"1-2 no-code 0 0"});
  // A comment that grows into code does not hide it.
  std::string now = kOld;
  now.insert(now.find("  return n * 2"), "  // Free of charge.\n  if (n === 7) return 0;\n");
  Compare(kOld, now);
  EXPECT_EQ(Changes(), List{"5-6 did-not-run 0 0"});
}

TEST_F(ChangedCodeTest, ALineHasRunWhenAllOfItHas) {
  std::string now = kOld;
  now.insert(now.find("  return n * 2"), "  if (n === 7) return 0;\n");
  Compare(kOld, now);
  model::Hits all = HitsOf({5});
  ASSERT_EQ(all.size(), 3U) << "loaded, if, return";
  code_.NoteTest({}, {all[0], all[1]}, false);
  EXPECT_EQ(Changes(), List{"5-5 did-not-run 1 0"});
  code_.NoteTest({}, all, false);
  EXPECT_EQ(Changes(), List{"5-5 ran 2 0"});
}

TEST_F(ChangedCodeTest, AHeadRunsWhenItsFunctionDoes) {
  std::string now = kOld;
  now.replace(now.find("(n)"), 3, "(n = 1)");
  Compare(kOld, now);
  const syntax::FileCounters& counters = sides_[1].files[0].counters;
  code_.NoteTest({}, {static_cast<uint32_t>(counters.FirstFunctionIndex())}, false);
  EXPECT_EQ(Changes(), List{"1-1 ran 1 0"});
}

TEST_F(ChangedCodeTest, WhatRunsOnLoadingIsToldSo) {
  std::string now = kOld;
  now.replace(now.find("exports.price"), 13, "exports.cents");
  Compare(kOld, now);
  EXPECT_EQ(Changes(HitsOf({7})), List{"7-7 loaded 0 0"});
  EXPECT_EQ(Changes({}), List{"7-7 not-loaded 0 0"}) << "the counter that says so is not hit";
}

TEST_F(ChangedCodeTest, OfTypeScriptLinesThatMakeNoCodeHaveNone) {
  // Line 1 of the JavaScript is line 3 of the source; lines 1 and 2 are an interface.
  const std::string before = "interface A { a: number }\nconst unused: A[] = [];\nexport const f = () => 1;\n";
  const std::string after = "interface A { b: number }\nconst unused: A[] = [];\nexport const f = () => 2;\n";
  const std::string made = "exports.f = () => 2;\n";
  const auto map = syntax::SourceMap::Parse(R"({"mappings": "AAEO,WAAS"})");
  ASSERT_TRUE(map.ok()) << map.error().message;
  sides_[0] = sides_[1] = Staged(made);
  code_ = ChangedCode({{"a.ts", before, &sides_[0].files[0], *map}}, {{"a.ts", after, &sides_[1].files[0], *map}});
  code_.NoteTest({}, HitsOf({1}), true);
  EXPECT_EQ(Changes(), (List{"1-1 no-code 0 0", "3-3 ran 1 1"}));
}

}  // namespace
}  // namespace kingbird::diff
