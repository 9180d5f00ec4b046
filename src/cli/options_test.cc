#include "cli/options.h"

#include <gtest/gtest.h>

namespace kingbird::cli {
namespace {

class OptionsTest : public testing::Test {
 protected:
  base::Result<env::Config> Parse(std::vector<std::string> arguments) {
    CLI::App app;
    Options options;
    options.AddTo(app, {"seed", "tests", "include", "color"});
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them last first
    app.parse(arguments);
    return options.Resolve(files_, "/work");
  }
  base::FakeFileSystem files_;
};

TEST_F(OptionsTest, FlagsWinOverTheConfigFile) {
  ASSERT_TRUE(files_.Write("/work/kingbird.config.json", R"({"tests": 5, "seed": 1, "include": ["a", "b"]})").ok());
  const auto config = Parse({"--tests", "7", "--include", "c", "--include=d"});
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config->tests, 7);
  EXPECT_EQ(config->seed, 1U);
  EXPECT_EQ(config->include, (std::vector<std::string>{"c", "d"}));
}

TEST_F(OptionsTest, PackageJsonServesWhenThereIsNoConfigFile) {
  ASSERT_TRUE(files_.Write("/work/package.json", R"({"name": "x", "kingbird": {"tests": 9}})").ok());
  EXPECT_EQ(Parse({})->tests, 9);
  ASSERT_TRUE(files_.Write("/work/kingbird.config.json", R"({"tests": 5})").ok());
  EXPECT_EQ(Parse({})->tests, 5);
}

TEST_F(OptionsTest, NamedConfigFileMustExist) {
  ASSERT_TRUE(files_.Write("/work/ci.json", R"({"tests": 3})").ok());
  EXPECT_EQ(Parse({"--config", "ci.json"})->tests, 3);
  EXPECT_EQ(Parse({"--config", "no.json"}).error().message, "the config file no.json does not exist");
}

TEST_F(OptionsTest, BrokenConfigFileIsAnErrorBrokenPackageJsonIsNot) {
  ASSERT_TRUE(files_.Write("/work/package.json", "{").ok());
  EXPECT_TRUE(Parse({}).ok());
  ASSERT_TRUE(files_.Write("/work/kingbird.config.json", "{").ok());
  EXPECT_EQ(Parse({}).error().code, base::ErrorCode::kUsage);
}

TEST_F(OptionsTest, TheUsersOwnFileComesFirstAndMaySayMore) {
  setenv("XDG_CONFIG_HOME", "/home/me/.config", 1);
  ASSERT_TRUE(files_
                  .Write("/home/me/.config/kingbird/config.json",
                         R"({"sandbox": "landlock", "tests": 2, "seed": 4, "include": ["a"]})")
                  .ok());
  ASSERT_TRUE(files_.Write("/home/me/.config/kingbird/ci.json", R"({"sandbox": "none"})").ok());
  ASSERT_TRUE(files_.Write("/work/kingbird.config.json", R"({"tests": 5, "include": ["b"]})").ok());
  const auto config = Parse({});
  EXPECT_EQ(config->sandbox, env::SandboxMode::kLandlock);
  EXPECT_EQ(config->tests, 5);
  EXPECT_EQ(config->seed, 4U);
  EXPECT_EQ(config->include, std::vector<std::string>{"b"});
  EXPECT_EQ(Parse({"--config", "/home/me/.config/kingbird/ci.json"})->sandbox, env::SandboxMode::kNone);
  ASSERT_TRUE(files_.Write("/work/kingbird.config.json", R"({"sandbox": "none"})").ok());
  EXPECT_EQ(Parse({}).error().code, base::ErrorCode::kUsage);
  unsetenv("XDG_CONFIG_HOME");
}

TEST_F(OptionsTest, JobsAndSeedAreAlwaysFilled) {
  const auto config = Parse({});
  ASSERT_TRUE(config.ok());
  EXPECT_GE(config->jobs, 1);
  EXPECT_NE(config->seed, 0U);
  EXPECT_EQ(config->Tests(), 1000);
}

}  // namespace
}  // namespace kingbird::cli
