#include "model/scratch_tree.h"

#include <gtest/gtest.h>

#include <set>

namespace kingbird::model {
namespace {

TEST(ScratchTreeTest, ParentsComeBeforeTheirContent) {
  std::set<std::string> folders = {""};
  for (const ScratchEntry& entry : ScratchTree()) {
    const size_t slash = entry.path.rfind('/');
    EXPECT_TRUE(folders.count(slash == std::string::npos ? "" : entry.path.substr(0, slash))) << entry.path;
    if (entry.kind == ScratchEntry::Kind::kFolder) folders.insert(entry.path);
  }
}

TEST(ScratchTreeTest, JsonFilesAreWhatTheirNamesSay) {
  for (const ScratchEntry& entry : ScratchTree()) {
    if (!entry.path.ends_with(".json")) continue;
    EXPECT_EQ(base::ParseJson(entry.content, entry.path).ok(), entry.path != "malformed.json") << entry.path;
  }
}

TEST(ScratchTreeTest, EveryMemberIsInTheJson) {
  const base::Json json = ToJson(ScratchTree());
  ASSERT_EQ(json.size(), ScratchTree().size());
  EXPECT_EQ(json[0]["path"], "file.txt");
  EXPECT_EQ(json[0]["kind"], "file");
  EXPECT_EQ(json[0]["mode"], 0644);
}

}  // namespace
}  // namespace kingbird::model
