// That a project compiles is tested in tests/projects, with esbuild.
#include "load/compile.h"

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

/// A project, and an esbuild, in memory.
struct CompileTest : testing::Test {
  CompileTest() {
    for (const auto& [path, text] : {std::pair("/home/u/app/package.json", R"({"name": "app"})"),
                                     {"/home/u/app/src/a.ts", "export const a: number = await 1;"},
                                     {"/home/u/app/src/b.ts", "export const b: = 1;"},
                                     {"/cache/packages/esbuild@0.25.12/node_modules/esbuild/bin/esbuild", ""}})
      EXPECT_TRUE(files.Write(path, text).ok());
  }
  // b.ts never compiles, a.ts as a module only.
  base::Result<base::ProcessResult> Esbuild(const base::Command& command) {
    const bool modules = std::ranges::count(command.arguments, "--format=esm") > 0;
    formats.emplace_back(modules ? "esm" : "cjs");
    std::string errors = forged;
    const auto has = [&](const char* file) { return std::ranges::count(command.arguments, file) > 0; };
    if (has("./src/a.ts") && !modules)
      errors +=
          "[ERROR] Top-level await is currently not supported with the \"cjs\" output format\n\n    src/a.ts:1:26:\n";
    if (has("./src/b.ts")) errors += "[ERROR] Unexpected \"=\"\n\n    src/b.ts:1:16:\n";
    if (!errors.empty()) return base::ProcessResult{1, false, "", errors};
    EXPECT_TRUE(files.Write(command.folder / "src/a.js", compiled).ok());
    return base::ProcessResult{};
  }
  base::Result<Compiled> Made(const base::Path& entry) {
    return Compile(TargetOf(target::Target::Kind::kFolder, entry), {},
                   {.files = files,
                    .log = log,
                    .folder = "/home/u/app",
                    .cache = "/cache",
                    .run = [this](const base::Command& command) { return Esbuild(command); }},
                   "/usr/bin/node");
  }

  base::FakeFileSystem files;
  base::Log log{base::LogLevel::kQuiet};
  std::vector<std::string> formats;
  std::string compiled = "export const a = await 1;\n";
  std::string forged;  ///< Printed by the compiler in any case.
};

TEST_F(CompileTest, WhatWaitsAtItsTopLevelMakesAllOfItModules) {
  {
    const auto made = Made("src/a.ts");
    ASSERT_TRUE(made.ok()) << made.error().message;
    EXPECT_EQ(formats, (std::vector<std::string>{"cjs", "esm", "esm"}));
    EXPECT_EQ(made->target.entry, "src/a.js");
    EXPECT_EQ(made->target.origin, "/home/u/app");
    EXPECT_TRUE(made->target.is_module);
    EXPECT_EQ(made->target.root.parent_path(), made->folder.path());
    EXPECT_TRUE(files.IsFile(made->target.root / "src/a.js"));
    EXPECT_NE(files.Read(made->target.root / "package.json")->find("module"), std::string::npos);
  }
  EXPECT_TRUE(files.List(*files.PrivatePlace())->empty()) << "the copy goes with its owner";
  EXPECT_FALSE(files.IsFile("/home/u/app/src/a.js"));
}

TEST_F(CompileTest, AFileThatIsNeededMustCompile) {
  const auto made = Made("src/b.ts");
  ASSERT_FALSE(made.ok());
  EXPECT_TRUE(made.error().message.ends_with(" does not compile: src/b.ts:1:16: Unexpected \"=\""))
      << made.error().message;
  EXPECT_TRUE(files.List(*files.PrivatePlace())->empty());
}

// A file's name may hold a line break, and the compiler prints names as they are.
TEST_F(CompileTest, AFileThatWasNotCompiledIsNotWritten) {
  forged = "[ERROR] Unexpected\n\n    /home/u/other.ts:1:1:\n";
  EXPECT_FALSE(Made("src/a.ts").ok());
  EXPECT_FALSE(files.IsFile("/home/u/other.js"));
}

TEST_F(CompileTest, WhatAnImportAsksForIsNoPath) {
  ASSERT_TRUE(files.Write("/home/u/app/src/data.json", "{\"a\": 1}").ok());
  compiled = "import d from './data.json?x/../../../../evil';\nexport const a = d;\n";
  const auto made = Made("src/a.ts");
  ASSERT_TRUE(made.ok()) << made.error().message;
  const base::Path outside = made->target.root / "src/data.json.x/../../../../evil.js";
  EXPECT_FALSE(files.IsFile(outside.lexically_normal()));
  const auto names = files.List(made->target.root);
  EXPECT_TRUE(std::ranges::any_of(*names, [](const auto& name) { return name.starts_with("kingbird-stub-"); }));
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
