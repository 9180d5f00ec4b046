#include "explore/precondition_file.h"

#include <gtest/gtest.h>

#include "env/fake_surroundings.h"

namespace kingbird::explore {
namespace {

using base::Json;

const base::Path kPath = "/cache/preconditions.json";

Json FileOf(const env::Config& config) {
  return {{"format", kPreconditionFormat},
          {"way", WayOf(config)},
          {"files", {{"lib.js", {{"functions", {{{"name", "f"}, {"line", 7}}}}}}}}};
}

TEST(PreconditionFile, WhatIsKeptIsReadAgain) {
  env::FakeSurroundings around;
  ASSERT_TRUE(KeepPreconditions(kPath, around.files, FileOf(around.config)).ok());
  const auto entries = ReadPreconditions(kPath, around.files, around.config);
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries.at("lib.js").at(0).at("name"), "f");
}

TEST(PreconditionFile, OfAnotherWayIsNotRead) {
  env::FakeSurroundings around;
  ASSERT_TRUE(KeepPreconditions(kPath, around.files, FileOf(around.config)).ok());
  around.config.levels += 1;
  EXPECT_TRUE(ReadPreconditions(kPath, around.files, around.config).empty());
}

TEST(PreconditionFile, WhatWasDamagedIsNotRead) {
  env::FakeSurroundings around;
  ASSERT_TRUE(KeepPreconditions(kPath, around.files, FileOf(around.config)).ok());
  const std::string whole = around.files.Read(kPath).value();
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    ASSERT_TRUE(around.files.Write(kPath, changed).ok());
    EXPECT_TRUE(ReadPreconditions(kPath, around.files, around.config).empty()) << at;
    ASSERT_TRUE(around.files.Write(kPath, whole.substr(0, at)).ok());
    EXPECT_TRUE(ReadPreconditions(kPath, around.files, around.config).empty()) << at;
  }
}

}  // namespace
}  // namespace kingbird::explore
