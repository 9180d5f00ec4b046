#include "syntax/stage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "syntax/rewrite_cache.h"

namespace kingbird::syntax {
namespace {

namespace fs = std::filesystem;
using base::Path;

class StageTest : public testing::Test {
 protected:
  void Write(const std::string& path, const std::string& text) { ASSERT_TRUE(disk_.Write(root_ / path, text).ok()); }
  std::string Read(const Path& path) { return *disk_.Read(path); }
  StageConfig Config(const std::string& package) {
    StageConfig config;
    config.root = root_ / package;
    return config;
  }

  base::DiskFileSystem disk_;
  base::TempFolder temp_ = *base::TempFolder::Make(base::Disk(), "kingbird-stage-test-");
  Path root_ = fs::canonical(temp_.path());
};

TEST_F(StageTest, RewritesOwnFilesAndLinksTheRest) {
  Write("app/node_modules/@s/p/package.json", "{}");
  Write("app/node_modules/@s/p/lib/a.js", "foo()");
  Write("app/node_modules/@s/p/readme.md", "# p");
  Write("app/node_modules/@s/p/node_modules/inner/index.js", "bar()");
  Write("app/node_modules/@s/p/test/node_modules/fixture/index.js", "baz()");
  Write("app/node_modules/@s/sibling/index.js", "qux()");
  Write("app/node_modules/dep/index.js", "dep()");
  Write("node_modules/above/index.js", "above()");

  auto stage = StageInstrumented(disk_, Config("app/node_modules/@s/p"));
  ASSERT_TRUE(stage.ok()) << stage.error().ToString();
  const Path staged = stage->root;
  EXPECT_THAT(staged.string(), testing::EndsWith("/node_modules/@s/p"));
  EXPECT_THAT(Read(staged / "lib/a.js"), testing::HasSubstr("__kingbird$"));
  EXPECT_EQ(Read(staged / "readme.md"), "# p");
  EXPECT_EQ(Read(staged / "test/node_modules/fixture/index.js"), "baz()");
  const Path original = root_ / "app/node_modules";
  EXPECT_EQ(fs::canonical(staged / "node_modules/inner"), original / "@s/p/node_modules/inner");
  EXPECT_EQ(fs::canonical(staged.parent_path() / "sibling"), original / "@s/sibling");
  EXPECT_EQ(fs::canonical(staged.parent_path().parent_path() / "dep"), original / "dep");
  EXPECT_EQ(fs::canonical(staged.parent_path().parent_path().parent_path().parent_path() / "node_modules/above"),
            root_ / "node_modules/above");
  ASSERT_EQ(stage->manifest.files.size(), 1u);
  EXPECT_EQ(stage->manifest.files[0].key, "lib/a.js");
  EXPECT_EQ(Read(original / "@s/p/lib/a.js"), "foo()");

  const Path staging = stage->staging;
  { base::Result<Stage> gone = std::move(stage); }
  EXPECT_FALSE(fs::exists(staging));
}

TEST_F(StageTest, PlainFolderWithIncludeExcludeAndBrokenFiles) {
  Write("plain/index.js", "a()");
  Write("plain/lib/b.mjs", "b()");
  Write("plain/lib/c.cjs", "c()");
  Write("plain/broken.js", "var = ;");
  Write("plain/ignored.js", "/* istanbul ignore file */ d()");
  Write("plain/.git/config", "x");
  Write("plain/node_modules/dep/index.js", "dep()");
  fs::create_symlink("index.js", root_ / "plain/link.js");
  fs::create_symlink("../outside", root_ / "plain/out");

  StageConfig config = Config("plain");
  config.exclude = {"lib/*.cjs"};
  auto stage = StageInstrumented(disk_, config);
  ASSERT_TRUE(stage.ok()) << stage.error().ToString();
  EXPECT_EQ(stage->root.filename(), "plain");
  EXPECT_THAT(stage->stats.unparsable, testing::ElementsAre("broken.js"));
  EXPECT_EQ(stage->stats.ignored, 1u);
  EXPECT_EQ(Read(stage->root / "broken.js"), "var = ;");
  EXPECT_EQ(Read(stage->root / "lib/c.cjs"), "c()");
  EXPECT_EQ(stage->manifest.files.size(), 2u);
  EXPECT_FALSE(fs::exists(stage->root / ".git"));
  EXPECT_EQ(fs::read_symlink(stage->root / "link.js"), "index.js");
  EXPECT_EQ(fs::read_symlink(stage->root / "out"), root_ / "outside");

  config.include = {"lib"};
  EXPECT_EQ(StageInstrumented(disk_, config)->manifest.files.size(), 1u);
  EXPECT_FALSE(StageInstrumented(disk_, Config("nowhere")).ok());
}

TEST_F(StageTest, AScriptThatIsTooLargeIsCopied) {
  const std::string large = "a()//" + std::string(10 << 20, 'x');
  Write("p/large.js", large);
  Write("p/index.js", "b()");
  const auto stage = StageInstrumented(disk_, Config("p"));
  ASSERT_TRUE(stage.ok());
  EXPECT_THAT(stage->stats.too_large, testing::ElementsAre("large.js"));
  EXPECT_TRUE(Read(stage->root / "large.js") == large);
  EXPECT_EQ(stage->manifest.files.size(), 1u);
}

TEST_F(StageTest, InHasteOnlyWhatTheEntryLeadsToIsCopied) {
  Write("p/index.js", "require('./lib/a')");
  Write("p/lib/a.js", "a()");
  Write("p/lib/b.js", "b()");
  Write("p/locale/de.js", "c()");
  Write("p/package.json", "{}");
  StageConfig config = Config("p");
  config.entry = "index.js";
  config.hurries = [] { return true; };
  auto stage = StageInstrumented(disk_, config);
  ASSERT_TRUE(stage.ok()) << stage.error().ToString();
  EXPECT_EQ(stage->manifest.files.size(), 2u);
  EXPECT_EQ(fs::read_symlink(stage->root / "locale"), root_ / "p/locale");
  EXPECT_EQ(fs::read_symlink(stage->root / "lib/b.js"), root_ / "p/lib/b.js");
  EXPECT_FALSE(fs::is_symlink(stage->root / "lib/a.js"));
  // Nothing says what is needed: everything is.
  config.entry = "missing.js";
  EXPECT_EQ(StageInstrumented(disk_, config)->manifest.files.size(), 4u);
}

TEST_F(StageTest, SecondStartUsesTheCache) {
  Write("p/a.js", "a()");
  Write("p/b.js", "b ? c : d");
  StageConfig config = Config("p");
  config.cache_folder = root_ / "cache";
  auto first = StageInstrumented(disk_, config);
  auto second = StageInstrumented(disk_, config);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->stats.rewritten, 2u);
  EXPECT_EQ(second->stats.rewritten, 0u);
  EXPECT_EQ(second->stats.cached, 2u);
  EXPECT_EQ(Read(first->root / "b.js"), Read(second->root / "b.js"));
  EXPECT_EQ(ToJson(first->manifest.files[1].counters), ToJson(second->manifest.files[1].counters));

  Write("p/b.js", "changed()");
  EXPECT_EQ(StageInstrumented(disk_, config)->stats.rewritten, 1u);
}

TEST(RewriteCache, WhatOtherCodeOrOtherPassesMadeIsNotFound) {
  base::FakeFileSystem files;
  const auto hits = [&](const PassList& passes, std::string_view code) {
    RewriteCache cache(files, "/cache", passes, code);
    (void)cache.Get("a()", "a.js");
    return cache.hits();
  };
  EXPECT_EQ(hits({PassKind::kCoverage}, "1"), 0u);
  EXPECT_EQ(hits({PassKind::kCoverage}, "2"), 0u);
  EXPECT_EQ(hits({PassKind::kReadTrace}, "1"), 0u);
  EXPECT_EQ(hits({PassKind::kCoverage, PassKind::kReadTrace}, "1"), 0u);
  EXPECT_EQ(hits({PassKind::kCoverage}, "1"), 1u);
  EXPECT_EQ(hits({PassKind::kCoverage}, "2"), 1u);
}

TEST(RewriteCache, SurvivesDamageAndReadOnlyFolders) {
  base::FakeFileSystem files;
  RewriteCache first(files, "/cache");
  const std::string text = first.Get("a()", "a.js").text;
  // Every entry is cut short.
  const auto folders = *files.List("/cache");
  const Path entry = Path("/cache") / folders[0] / files.List(Path("/cache") / folders[0])->front();
  ASSERT_TRUE(files.Write(entry, files.Read(entry)->substr(0, 30)).ok());
  RewriteCache second(files, "/cache");
  EXPECT_EQ(second.Get("a()", "a.js").text, text);
  EXPECT_EQ(second.misses(), 1u);
  files.MakeReadOnly("/cache");
  EXPECT_EQ(second.Get("b()", "b.js").state, Instrumented::State::kRewritten);
}

}  // namespace
}  // namespace kingbird::syntax
