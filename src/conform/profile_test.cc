#include "conform/profile.h"

#include <gtest/gtest.h>

namespace kingbird::conform {
namespace {

using base::Json;

Json Smallest() { return {{"name", "x"}, {"engine", "family"}, {"arguments", {"{script}"}}}; }

std::string ComplaintAbout(const Json& json) {
  const auto profile = ReadProfile(json, "x.json");
  return profile.ok() ? "" : profile.error().message;
}

TEST(EngineProfile, HasDefaultsForWhatIsNotSaid) {
  const auto profile = ReadProfile(Smallest(), "x.json");
  ASSERT_TRUE(profile.ok());
  EXPECT_TRUE(profile->votes);
  EXPECT_FALSE(profile->optional);
  EXPECT_FALSE(profile->through_node);
  EXPECT_EQ(profile->print, "print");
  EXPECT_EQ(profile->arguments, std::vector<std::string>{"{script}"});
}

TEST(EngineProfile, NeedsANameAFamilyAndAWayToStart) {
  for (const char* key : {"name", "engine", "arguments"}) {
    Json json = Smallest();
    json.erase(key);
    EXPECT_EQ(ComplaintAbout(json), std::string("x.json: \"") + key + "\" must be there");
  }
  EXPECT_EQ(ComplaintAbout(Json::array()), "x.json: a profile must be an object");
}

TEST(EngineProfile, SaysWhatIsOfAWrongType) {
  const std::pair<const char*, Json> wrong[] = {{"title", 1},
                                                {"votes", "yes"},
                                                {"programs", "jsc"},
                                                {"programs", {"jsc", 1}},
                                                {"npm", "quickjs"},
                                                {"npm", {{"version", 1}}},
                                                {"debian", {{"packages", "x"}}},
                                                {"version", {{"arguments", 5}}},
                                                {"uses", "deno"},
                                                {"environment", {{"A", 1}}},
                                                {"readable", {{"a", "b"}}}};
  for (const auto& [key, value] : wrong) {
    Json json = Smallest();
    json[key] = value;
    EXPECT_TRUE(ComplaintAbout(json).starts_with("x.json: \"")) << key << ": " << value.dump();
  }
}

TEST(EngineProfile, SaysWhereItIsAndHowItIsStarted) {
  Json json = Smallest();
  json["uses"] = "node";
  json["npm"] = {{"package", "engine262"}, {"version", "1.0.0"}, {"program", "bin/e.js"}, {"source", "lib"}};
  json["debian"] = {{"packages", {"a", "b"}}, {"program", "usr/bin/a"}};
  json["version"] = {{"arguments", {"--version"}}, {"after", "v"}};
  json["environment"] = {{"A", "1"}};
  json["votes"] = false;
  const auto profile = ReadProfile(json, "x.json");
  ASSERT_TRUE(profile.ok());
  EXPECT_TRUE(profile->through_node);
  EXPECT_EQ(profile->npm_package, "engine262");
  EXPECT_EQ(profile->npm_program, "bin/e.js");
  EXPECT_EQ(profile->source, "lib");
  EXPECT_EQ(profile->debian_packages, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(profile->debian_program, "usr/bin/a");
  EXPECT_EQ(profile->version_after, "v");
  EXPECT_EQ(profile->environment, (std::map<std::string, std::string>{{"A", "1"}}));
  EXPECT_FALSE(profile->votes);
}

TEST(EngineProfiles, AreAllFilesOfTheFolderByName) {
  base::FakeFileSystem files;
  Json other = Smallest();
  other["name"] = "y";
  ASSERT_TRUE(files.Write("/engines/b.json", Smallest().dump()).ok());
  ASSERT_TRUE(files.Write("/engines/a.json", other.dump()).ok());
  ASSERT_TRUE(files.Write("/engines/readme.md", "no profile").ok());
  const auto profiles = ReadProfiles(files, "/engines");
  ASSERT_TRUE(profiles.ok());
  ASSERT_EQ(profiles->size(), 2U);
  EXPECT_EQ((*profiles)[0].name, "y");
  ASSERT_TRUE(files.Write("/engines/c.json", "{").ok());
  const auto broken = ReadProfiles(files, "/engines");
  ASSERT_FALSE(broken.ok());
  EXPECT_NE(broken.error().message.find("/engines/c.json"), std::string::npos);
}

}  // namespace
}  // namespace kingbird::conform
