#include "model/word.h"

#include <gtest/gtest.h>

#include "model/finding.h"
#include "model/run_kind.h"
#include "model/search_order.h"

namespace kingbird::model {
namespace {

TEST(Word, TakesBackWhatToStringSays) {
  EXPECT_EQ(FromWord<RunKind>("conform"), RunKind::kConform);
  EXPECT_EQ(FromWord<FindingKind>("crash"), FindingKind::kCrash);
  EXPECT_EQ(FromWord<FindingKind>("stderr"), FindingKind::kStderr);
  EXPECT_EQ(FromWord<SearchOrder>("ta-bfs"), SearchOrder::kTypeAwareBreadthFirst);
  EXPECT_EQ(FromWord<Release>(""), Release::kNone) << "a word like any other, where the first is none";
}

TEST(Word, NothingElseIsOne) {
  for (const char* word : {"", "Crash", "crash ", "crashed", "\xff"}) EXPECT_FALSE(FromWord<FindingKind>(word)) << word;
  EXPECT_FALSE(FromWord<SandboxKind>(""));
}

}  // namespace
}  // namespace kingbird::model
