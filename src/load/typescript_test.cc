// That a project compiles is tested in tests/projects, with esbuild.
#include "load/typescript.h"

#include <gtest/gtest.h>

namespace kingbird::load {
namespace {

target::Target TargetOf(target::Target::Kind kind, const base::Path& entry) {
  target::Target target;
  target.kind = kind;
  target.root = "/home/u/app";
  target.entry = entry;
  return target;
}

TEST(TypeScript, IsWhatNodeCannotLoadByItself) {
  using Kind = target::Target::Kind;
  for (const char* entry : {"a.ts", "src/a.tsx", "a.mts", "a.cts"})
    EXPECT_TRUE(IsTypeScript(TargetOf(Kind::kFile, entry))) << entry;
  for (const char* entry : {"a.js", "a.mjs", "ts", "a.ts.js", ""})
    EXPECT_FALSE(IsTypeScript(TargetOf(Kind::kFile, entry))) << entry;
  target::Target folder = TargetOf(Kind::kFolder, "");
  folder.modules = {{"a", "a.js"}, {"b", "b.ts"}};
  EXPECT_TRUE(IsTypeScript(folder)) << "one module is enough";
  EXPECT_FALSE(IsTypeScript(TargetOf(Kind::kPackage, ""))) << "packages are published as JavaScript";
}

struct WrittenSourceTest : testing::Test {
  WrittenSourceTest() {
    compiled.origin = "/home/u/app";
    compiled.root = "/tmp/copy/app";
  }
  void Put(const base::Path& path, const std::string& text) { ASSERT_TRUE(files.Write(path, text).ok()); }

  base::FakeFileSystem files;
  target::Target compiled = TargetOf(target::Target::Kind::kFolder, "src/a.js");
  const std::string map = R"({"version": 3, "sources": ["a.ts"], "mappings": "AACA"})";
};

TEST_F(WrittenSourceTest, OfJavaScriptIsTheFileItself) {
  const target::Target plain = TargetOf(target::Target::Kind::kFolder, "src/a.js");
  Put("/home/u/app/src/a.js.map", map);
  Put("/home/u/app/src/a.ts", "");
  const WrittenSource written = FindWritten(plain, "src/a.js", files);
  EXPECT_EQ(written.file, "/home/u/app/src/a.js");
  EXPECT_EQ(written.key, "src/a.js");
  EXPECT_FALSE(written.map) << "what its author compiled is not ours to undo";
}

TEST_F(WrittenSourceTest, OfTypeScriptIsInTheUsersFolder) {
  for (const char* name : {"a.ts", "a.tsx", "a.jsx"}) {
    const base::Path source = base::Path("src") / name;
    Put(compiled.origin / source, "text");
    Put("/tmp/copy/app/src/a.js.map", map);
    const WrittenSource written = FindWritten(compiled, "src/a.js", files);
    EXPECT_EQ(written.file, compiled.origin / source);
    EXPECT_EQ(written.key, source);
    ASSERT_TRUE(written.map) << name;
    EXPECT_EQ(written.map->Original({1, 0}), (syntax::Position{2, 0}));
    ASSERT_TRUE(files.Remove(compiled.origin / source).ok());
  }
}

TEST_F(WrittenSourceTest, KindsOfModulesDoNotGetMixedUp) {
  Put("/home/u/app/src/a.ts", "text");
  Put("/home/u/app/src/a.mts", "text");
  Put("/tmp/copy/app/src/a.mjs.map", map);
  EXPECT_EQ(FindWritten(compiled, "src/a.mjs", files).key, "src/a.mts");
}

TEST_F(WrittenSourceTest, JavaScriptAmongTypeScriptIsTheUsersFile) {
  Put("/home/u/app/src/b.js", "text");
  EXPECT_EQ(FindWritten(compiled, "src/b.js", files).file, "/home/u/app/src/b.js");
  Put("/home/u/app/src/a.ts", "text");
  Put("/tmp/copy/app/src/a.js.map", "no map");
  EXPECT_FALSE(FindWritten(compiled, "src/a.js", files).map);
}

}  // namespace
}  // namespace kingbird::load
