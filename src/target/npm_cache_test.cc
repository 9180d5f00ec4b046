#include "target/npm_cache.h"

#include <gtest/gtest.h>

namespace kingbird::target {
namespace {

// The cache names a package's folder for the package; esbuild is run from there. A project's own settings may name a
// package as well ("impl").
TEST(NpmCacheTest, NothingGetsIntoThePlaceOfAnotherPackage) {
  base::FakeFileSystem files;
  base::Log log{base::LogLevel::kQuiet};
  int commands = 0;
  const auto run = [&](const base::Command&) -> base::Result<base::ProcessResult> {
    ++commands;
    return base::ProcessResult{1, false, "", ""};
  };
  const Surroundings surroundings{.files = files, .log = log, .folder = "/work", .cache = "/cache", .run = run};
  for (const auto& [name, wanted] : {std::pair("esbuild", "npm:evil@0.25.12"),
                                     {"esbuild", "file:../evil"},
                                     {"esbuild", "https://example.org/evil.tgz"},
                                     {"esbuild", "-g"},
                                     {"../../esbuild", "0.25.12"},
                                     {"..", ""},
                                     {"-g", ""},
                                     {"", "1.0.0"}}) {
    const auto fetched = FetchPackage(name, wanted, surroundings);
    ASSERT_FALSE(fetched.ok()) << name << " " << wanted;
    EXPECT_EQ(fetched.error().code, base::ErrorCode::kUsage) << name << " " << wanted;
  }
  EXPECT_EQ(commands, 0);
  EXPECT_FALSE(files.IsFolder("/cache"));
  // One that may be asked for.
  EXPECT_FALSE(FetchPackage("@a/b", "^1.0.0", surroundings).ok());
  EXPECT_EQ(commands, 1);
}

}  // namespace
}  // namespace kingbird::target
