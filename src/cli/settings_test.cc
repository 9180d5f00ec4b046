#include "cli/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/file_system.h"

namespace kingbird::cli {
namespace {

using std::chrono::milliseconds;

TEST(Settings, DurationsInTheUsualSpellings) {
  EXPECT_EQ(*ParseDuration("90"), milliseconds(90'000));
  EXPECT_EQ(*ParseDuration("90s"), milliseconds(90'000));
  EXPECT_EQ(*ParseDuration("1m30s"), milliseconds(90'000));
  EXPECT_EQ(*ParseDuration("0.5h"), milliseconds(1'800'000));
  EXPECT_EQ(*ParseDuration("250ms"), milliseconds(250));
  for (const char* bad : {"", "s", "-1", "1x", "0", "1e3", "nan"}) EXPECT_FALSE(ParseDuration(bad).ok()) << bad;
}

TEST(Settings, KeysAreFlagsInCamelCase) {
  EXPECT_EQ(FindSetting("time-limit").Key(), "timeLimit");
  EXPECT_EQ(FindSetting("seed").Key(), "seed");
}

std::string ErrorOf(std::string_view name, const std::string& value) {
  env::Config config;
  const auto status = Apply(FindSetting(name), "--" + std::string(name), value, config);
  return status.ok() ? "" : status.error().message;
}

TEST(Settings, RefusalsSayWhatIsWanted) {
  EXPECT_EQ(ErrorOf("tests", "0"), "--tests wants a whole number from 1, not '0'");
  EXPECT_EQ(ErrorOf("tests", "12x"), "--tests wants a whole number from 1, not '12x'");
  EXPECT_EQ(ErrorOf("mined-share", "101"), "--mined-share wants a whole number from 0 to 100, not '101'");
  EXPECT_EQ(ErrorOf("format", "ava"), "--format wants one of auto, node, mocha, jest, vitest, not 'ava'");
}

TEST(Settings, ConfigFileSetsEveryKind) {
  env::Config config;
  const auto json = base::ParseJson(
      R"({"$schema": "x", "seed": 5, "timeLimit": "2m", "include": ["lib/**"], "nesting": false, "threshold": 80.5,
          "format": "jest", "out": "o"})",
      "test");
  ASSERT_TRUE(ApplyJson(base::FakeFileSystem(), *json, {"test", "/work"}, config).ok());
  EXPECT_EQ(config.seed, 5U);
  EXPECT_EQ(config.time_limit, std::chrono::minutes(2));
  EXPECT_EQ(config.include, std::vector<std::string>{"lib/**"});
  EXPECT_FALSE(config.nesting);
  EXPECT_EQ(config.threshold, 80.5);
  EXPECT_EQ(config.format, model::SuiteFormat::kJest);
  EXPECT_EQ(config.out, "o");
}

TEST(Settings, ConfigFileErrorsNameFileAndKey) {
  env::Config config;
  const auto error = [&](const char* text) {
    return ApplyJson(base::FakeFileSystem(), *base::ParseJson(text, "f"), {"f.json", "/work"}, config).error().message;
  };
  EXPECT_EQ(error(R"({"test": 5})"), "f.json: there is no setting \"test\"");
  EXPECT_EQ(error(R"({"tests": "5"})"), "f.json: \"tests\" wants an integer, not \"5\"");
  EXPECT_EQ(error(R"({"tests": 1.5})"), "f.json: \"tests\" wants a whole number from 1, not '1.5'");
  EXPECT_EQ(error(R"({"include": "x"})"), "f.json: \"include\" wants an array of strings, not \"x\"");
  EXPECT_EQ(error("[]"), "f.json: the settings must be an object");
}

TEST(Settings, ATargetsFilesDoNotSayWhatIsSafe) {
  env::Config config;
  const auto error = [&](const char* text, const base::Path& project) {
    const base::Status status =
        ApplyJson(base::FakeFileSystem(), *base::ParseJson(text, "f"), {"f.json", project}, config);
    return status.ok() ? "" : status.error().message;
  };
  for (const char* text : {R"({"sandbox": "none"})", R"({"node": "./node"})", R"({"allow": "processes"})"}) {
    EXPECT_NE(error(text, "/work").find("is not for a target's files to say"), std::string::npos) << text;
    EXPECT_EQ(error(text, ""), "") << text;
  }
  for (const char* text : {R"({"out": "../x"})", R"({"out": "/tmp/x"})", R"({"out": "a/../../work2"})",
                           R"({"mine": ["lib", "/home"]})", R"({"setup": "../x.js"})", R"({"impl": ["../x.js"]})"}) {
    EXPECT_NE(error(text, "/work").find("leads out of the folder"), std::string::npos) << text;
    EXPECT_EQ(error(text, ""), "") << text;
  }
  EXPECT_EQ(error(R"({"out": "tests/generated", "mine": ["lib"], "impl": ["q@1.5.1"]})", "/work"), "");
}

// Checked as the system goes the path: a name that does not exist, "..", then a link.
TEST(Settings, ALinkOfTheTargetLeadsResultsNowhere) {
  base::FakeFileSystem files;
  ASSERT_TRUE(files.MakeFolder("/work/deep/er").ok());
  ASSERT_TRUE(files.Link("../victim", "/work/way").ok());
  ASSERT_TRUE(files.Link("deep/er", "/work/within").ok());
  ASSERT_TRUE(files.Link("/nowhere", "/work/dangling").ok());
  ASSERT_TRUE(files.Link("circle", "/work/circle").ok());
  env::Config config;
  const auto error = [&](const std::string& out) {
    const base::Status status = ApplyJson(files, base::Json{{"out", out}}, {"f.json", "/work"}, config);
    return status.ok() ? "" : status.error().message;
  };
  for (const char* out :
       {"way", "way/x", "missing/../way/x", "deep/../way/x", "within/../../../x", "dangling", "circle/x"})
    EXPECT_NE(error(out).find("leads out of the folder"), std::string::npos) << out;
  for (const char* out : {"out", "deep/out", "within/out", "within/../out", "missing/../out", "/work/out"})
    EXPECT_EQ(error(out), "") << out;
  for (const char* out : {".git", ".git/hooks", ".GIT/x", "deep/.git/x", "node_modules", "missing/../node_modules/x"})
    EXPECT_NE(error(out).find("leads into a folder of another program"), std::string::npos) << out;
}

TEST(Settings, ATargetsFilesDoNotLeadOutByLinks) {
  base::FakeFileSystem files;
  ASSERT_TRUE(files.MakeFolder("/work/lib").ok());
  ASSERT_TRUE(files.MakeFolder("/elsewhere").ok());
  ASSERT_TRUE(files.Link("/elsewhere", "/work/link").ok());
  ASSERT_TRUE(files.Link("/work/lib", "/work/inside").ok());
  env::Config config;
  const auto ok = [&](const char* text) {
    return ApplyJson(files, *base::ParseJson(text, "f"), {"f.json", "/work"}, config).ok();
  };
  EXPECT_TRUE(ok(R"({"out": "inside/out"})"));
  EXPECT_TRUE(ok(R"({"out": "not/there/yet"})"));
  EXPECT_FALSE(ok(R"({"out": "link/out"})"));
  EXPECT_FALSE(ok(R"({"mine": ["link"]})"));
}

// After a change of the table: KINGBIRD_UPDATE=1 build/dev/src/cli_test writes the file anew.
TEST(Settings, PublishedSchemaIsTheOneOfTheProgram) {
  base::DiskFileSystem files;
  const base::Path path = base::Path(KINGBIRD_DOCS) / "kingbird.config.schema.json";
  const std::string schema = base::PrettyJson(ConfigSchema());
  if (std::getenv("KINGBIRD_UPDATE") != nullptr) {
    ASSERT_TRUE(files.Write(path, schema).ok());
  }
  EXPECT_EQ(*files.Read(path), schema);
}

}  // namespace
}  // namespace kingbird::cli
