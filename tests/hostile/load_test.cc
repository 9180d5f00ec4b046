// Every format a package can have is loaded the way its users would, and a target that cannot be loaded says why.
#include <cstdio>

#include "pool_fixture.h"

namespace kingbird::runtime {
namespace {

struct Format {
  const char* entry;
  const char* base;
  const char* answer;
};

PoolConfig ConfigOf(const std::string& entry, const std::string& base) {
  PoolConfig config = ConfigFor("formats/" + entry);
  config.base = std::string(TARGETS) + "/formats/" + base;
  if (!base.empty()) config.entry = entry;
  return config;
}

TEST(LoadTest, EveryFormatIsLoaded) {
  const Format formats[] = {{"common.cjs", "", "common"},
                            {"module.mjs", "", "module 42"},
                            {"typed/plain.js", "", "type module"},
                            {"only-import", "esm-package", "only-import"},
                            {"only-import/extra", "esm-package", "extra"},
                            {"both", "esm-package", "both as commonjs"}};
  for (const Format& format : formats) {
    const auto pool = StartPool(ConfigOf(format.entry, format.base));
    ASSERT_NE(pool, nullptr) << format.entry;
    const model::Execution execution = RunOne(*pool, Calls({"name"}));
    EXPECT_EQ(Returned(execution, 1), format.answer) << format.entry;
    EXPECT_EQ(execution.end, model::End::kFinished) << format.entry;
  }
}

TEST(LoadTest, JsonIsItsValue) {
  const auto pool = StartPool(ConfigOf("data.json", ""));
  ASSERT_NE(pool, nullptr);
  const auto exports = pool->Inspect();
  ASSERT_TRUE(exports.ok()) << exports.error().ToString();
  EXPECT_NE(base::DumpJson(*exports).find("42"), std::string::npos) << base::DumpJson(*exports);
}

TEST(LoadTest, TypeScriptWhereNodeStripsTypes) {
  const auto plain = StartPool(ConfigOf("data.json", ""));
  ASSERT_NE(plain, nullptr);
  int major = 0;
  int minor = 0;
  ASSERT_EQ(std::sscanf(plain->host().node_version.c_str(), "v%d.%d", &major, &minor), 2);
  auto pool = WorkerPool::Start(ConfigOf("typed/typed.ts", ""));
  if (major < 22 || (major == 22 && minor < 6)) {
    ASSERT_FALSE(pool.ok()) << "types are no JavaScript";
    EXPECT_THAT(pool.error().message, ::testing::HasSubstr("typed.ts"));
    return;
  }
  ASSERT_TRUE(pool.ok()) << pool.error().ToString();
  EXPECT_EQ(Returned(RunOne(**pool, Calls({"name"})), 1), "typed");
}

TEST(LoadTest, WhatCannotBeLoadedSaysWhy) {
  const auto error_of = [](const std::string& entry) {
    PoolConfig config = ConfigOf(entry, "");
    config.zygote.load_time_limit = std::chrono::milliseconds(3000);
    const auto pool = WorkerPool::Start(config);
    return pool.ok() ? "" : pool.error().message + ": " + pool.error().heard;
  };
  EXPECT_THAT(error_of("broken.js"), ::testing::HasSubstr("broken on purpose"));
  EXPECT_THAT(error_of("exits.js"), ::testing::HasSubstr("leaving"));
  EXPECT_THAT(error_of("hangs.js"), ::testing::HasSubstr("hung"));
  EXPECT_THAT(error_of("absent.js"), ::testing::HasSubstr("absent.js"));
}

}  // namespace
}  // namespace kingbird::runtime
