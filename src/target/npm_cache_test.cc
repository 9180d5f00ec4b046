#include "target/npm_cache.h"

#include <gtest/gtest.h>

namespace kingbird::target {
namespace {

class NpmCacheTest : public testing::Test {
 protected:
  base::Result<base::Path> Fetch(const std::string& name, const std::string& wanted) {
    // What npm would do: any package may say that it is this version.
    const auto npm = [this, name](const base::Command& command) -> base::Result<base::ProcessResult> {
      ++installed_;
      const base::Path package = command.folder / "node_modules" / name;
      EXPECT_TRUE(files_.Write(package / "package.json", R"({"version": "0.25.12"})").ok());
      return base::ProcessResult{0, false, "", ""};
    };
    return FetchPackage(name, wanted, {.files = files_, .log = log_, .folder = "/work", .cache = "/cache", .run = npm});
  }

  base::FakeFileSystem files_;
  int installed_ = 0;

 private:
  base::Log log_{base::LogLevel::kQuiet};
};

// The cache names a package's folder for the package, and esbuild is run from there. A project's own settings may name
// a package as well ("impl").
TEST_F(NpmCacheTest, NothingGetsIntoThePlaceOfAnotherPackage) {
  const base::Path place = "/cache/packages/esbuild@0.25.12";
  for (const char* wanted : {"npm:evil@0.25.12", "file:../evil", "https://example.org/evil.tgz"}) {
    ASSERT_TRUE(Fetch("esbuild", wanted).ok()) << wanted;
    EXPECT_FALSE(files_.IsFolder(place)) << wanted;
  }
  EXPECT_EQ(installed_, 3);
  EXPECT_EQ(Fetch("esbuild", "0.25.12").value(), place / "node_modules/esbuild");
  EXPECT_EQ(Fetch("esbuild", "0.25.12").value(), place / "node_modules/esbuild");
  EXPECT_EQ(installed_, 4);
}

TEST_F(NpmCacheTest, ANameLeadsOutOfNothing) {
  for (const char* name : {"../../esbuild", "..", "-g", "", "@a/../b", "/etc"})
    EXPECT_EQ(Fetch(name, "1.0.0").error().code, base::ErrorCode::kUsage) << name;
  EXPECT_EQ(installed_, 0);
}

}  // namespace
}  // namespace kingbird::target
