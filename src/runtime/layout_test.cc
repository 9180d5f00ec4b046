#include "runtime/layout.h"

#include <gtest/gtest.h>

namespace kingbird::runtime {
namespace {

TEST(LayoutTest, FindsAnInstalledTree) {
  base::FakeFileSystem files;
  ASSERT_TRUE(files.Write("/opt/kb/share/kingbird/agent/zygote.js", "").ok());
  ASSERT_TRUE(files.Write("/opt/kb/lib/kingbird/kingbird.node", "").ok());
  const auto layout = FindLayout(files, "/opt/kb/bin/kingbird");
  ASSERT_TRUE(layout.ok());
  EXPECT_EQ(layout->agent, "/opt/kb/share/kingbird/agent");
  EXPECT_EQ(layout->addon, "/opt/kb/lib/kingbird/kingbird.node");
}

TEST(LayoutTest, FindsABuildTreeFromAnyDepth) {
  base::FakeFileSystem files;
  ASSERT_TRUE(files.Write("/src/kb/agent/zygote.js", "").ok());
  ASSERT_TRUE(files.Write("/src/kb/build/dev/addon/kingbird.node", "").ok());
  for (const char* program : {"/src/kb/build/dev/src/kingbird", "/src/kb/build/dev/tests/hostile/hostile_test"}) {
    const auto layout = FindLayout(files, program);
    ASSERT_TRUE(layout.ok()) << program;
    EXPECT_EQ(layout->agent, "/src/kb/agent");
    EXPECT_EQ(layout->addon, "/src/kb/build/dev/addon/kingbird.node");
  }
}

TEST(LayoutTest, SaysWhenAPartIsMissing) {
  base::FakeFileSystem files;
  ASSERT_TRUE(files.Write("/src/kb/agent/zygote.js", "").ok());
  const auto layout = FindLayout(files, "/src/kb/build/dev/src/kingbird");
  ASSERT_FALSE(layout.ok());
  EXPECT_EQ(layout.error().code, base::ErrorCode::kEnvironment);
}

}  // namespace
}  // namespace kingbird::runtime
