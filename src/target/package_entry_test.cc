#include "target/package_entry.h"

#include <gtest/gtest.h>

namespace kingbird::target {
namespace {

class PackageEntry : public testing::Test {
 protected:
  // "file", "file (module)" or the error.
  std::string Find(const std::string& manifest, const std::vector<std::string>& present) {
    base::FakeFileSystem files;
    for (const std::string& name : present) EXPECT_TRUE(files.Write("/p/" + name, "").ok());
    const auto entry = FindEntry(files, "/p", *base::ParseJson(manifest, "test"));
    if (!entry.ok()) return entry.error().message;
    return entry->file.lexically_relative("/p").string() + (entry->is_module ? " (module)" : "");
  }
};

TEST_F(PackageEntry, MainWithAndWithoutExtension) {
  EXPECT_EQ(Find(R"({"main": "lib/a.js"})", {"lib/a.js"}), "lib/a.js");
  EXPECT_EQ(Find(R"({"main": "./lib/a"})", {"lib/a.js"}), "lib/a.js");
  EXPECT_EQ(Find(R"({"main": "lib"})", {"lib/index.js"}), "lib/index.js");
  EXPECT_EQ(Find(R"({"main": "lib/"})", {"lib/index.js"}), "lib/index.js");
}

TEST_F(PackageEntry, IndexServesWithoutMainAndForAWrongOne) {
  EXPECT_EQ(Find("{}", {"index.js"}), "index.js");
  EXPECT_EQ(Find(R"({"main": "gone.js"})", {"index.js"}), "index.js");
  EXPECT_EQ(Find("null", {"index.js"}), "index.js");
}

TEST_F(PackageEntry, TypeAndExtensionDecideWhatIsAModule) {
  EXPECT_EQ(Find(R"({"type": "module"})", {"index.js"}), "index.js (module)");
  EXPECT_EQ(Find(R"({"main": "a.mjs"})", {"a.mjs"}), "a.mjs (module)");
  EXPECT_EQ(Find(R"({"type": "module", "main": "a.cjs"})", {"a.cjs"}), "a.cjs");
}

TEST_F(PackageEntry, ExportsWinOverMain) {
  EXPECT_EQ(Find(R"({"main": "a.js", "exports": "./b.js"})", {"a.js", "b.js"}), "b.js");
  EXPECT_EQ(Find(R"({"exports": {".": "./b.js", "./x": "./a.js"}})", {"a.js", "b.js"}), "b.js");
}

TEST_F(PackageEntry, ConditionsForRequireComeFirst) {
  EXPECT_EQ(Find(R"({"exports": {"import": "./a.mjs", "require": "./b.cjs"}})", {"a.mjs", "b.cjs"}), "b.cjs");
  EXPECT_EQ(Find(R"({"exports": {".": {"browser": "./w.js", "node": {"import": "./a.mjs"}, "default": "./b.js"}}})",
                 {"a.mjs", "b.js", "w.js"}),
            "b.js");
}

TEST_F(PackageEntry, ImportOnlyPackagesAreModules) {
  EXPECT_EQ(Find(R"({"type": "module", "exports": {"types": "./a.d.ts", "import": "./a.js"}})", {"a.js"}),
            "a.js (module)");
}

TEST_F(PackageEntry, SaysWhatIsWrong) {
  EXPECT_EQ(Find(R"({"name": "n"})", {"readme.md"}), "n has nothing to load: neither \"main\" nor index.js");
  EXPECT_EQ(Find(R"({"name": "n", "exports": {"./x": "./x.js"}})", {"x.js", "index.js"}),
            "n exports nothing under its own name");
  EXPECT_EQ(Find(R"({"name": "n", "exports": "./x.js"})", {"index.js"}),
            "n says it exports ./x.js, which does not exist");
}

}  // namespace
}  // namespace kingbird::target
