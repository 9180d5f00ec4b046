// The batch lane finds the inputs worth keeping among thousands, survives those that end the child, and believes
// nothing that does not happen again in a process of its own.
#include "base/file_system.h"
#include "pool_fixture.h"

namespace kingbird::runtime {
namespace {

class BatchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto folder = base::TempFolder::Make("kingbird-manifest");
    ASSERT_TRUE(folder.ok());
    folder_.emplace(std::move(*folder));
    const base::Path manifest = folder_->path() / "manifest.json";
    ASSERT_TRUE(base::DiskFileSystem().Write(manifest, R"({"batch.js": {"offset": 0, "size": 5}})").ok());
    PoolConfig config = ConfigFor("batch.js");
    config.jobs = 2;
    config.zygote.manifest = manifest;
    config.zygote.counters = 5;
    pool_ = StartPool(config);
    ASSERT_NE(pool_, nullptr);
  }
  BatchResult Run(const std::string& function, int count) {
    std::vector<std::vector<model::Value>> inputs;
    for (int i = 0; i < count; ++i) inputs.push_back({model::Value::Number(i)});
    RunOptions options;
    options.deadline = std::chrono::milliseconds(2000);
    auto result = pool_->RunBatch({{function}, false}, inputs, options);
    EXPECT_TRUE(result.ok());
    return result ? *result : BatchResult{};
  }
  std::optional<base::TempFolder> folder_;
  std::unique_ptr<WorkerPool> pool_;
};

TEST_F(BatchTest, KeepsWhatIsNew) {
  EXPECT_EQ(pool_->LoadHits(), model::Hits{0});
  const BatchResult result = Run("classify", 10000);
  EXPECT_EQ(result.executed, 10000U);
  ASSERT_EQ(result.hits.size(), 3U);
  EXPECT_EQ(result.hits[0].input, 0U);
  EXPECT_EQ(result.hits[0].execution.hits, model::Hits{1});
  EXPECT_EQ(result.hits[1].input, 10U);
  EXPECT_EQ(result.hits[1].execution.hits, model::Hits{3});
  EXPECT_EQ(result.hits[2].input, 777U);
  EXPECT_EQ(result.hits[2].execution.hits, model::Hits{2});
  EXPECT_LT(result.replayed, 12U) << "a few per chunk";
}

TEST_F(BatchTest, DropsWhatDoesNotHappenAgain) {
  const BatchResult result = Run("remembers", 1000);
  EXPECT_EQ(result.replayed, 2U);
  ASSERT_EQ(result.hits.size(), 1U);
  EXPECT_EQ(result.hits[0].input, 0U);
}

TEST_F(BatchTest, AnInputThatPollutesIsAmongThoseRunAgainAndTheRestIsClean) {
  const BatchResult result = Run("pollutes", 1000);
  EXPECT_EQ(result.executed, 1000U);
  // The first of all, and those between two looks at the shared objects.
  EXPECT_EQ(result.replayed, 1U + 16U);
}

TEST_F(BatchTest, GoesOnBehindAnInputThatEndsTheChild) {
  const BatchResult left = Run("leaves", 100);
  EXPECT_EQ(left.executed, 100U);
  ASSERT_EQ(left.hits.size(), 2U);
  EXPECT_EQ(left.hits[0].input, 0U);
  EXPECT_EQ(left.hits[1].input, 50U);
  EXPECT_EQ(left.hits[1].execution.end, model::End::kExited);
  const BatchResult hung = Run("hangs", 100);
  EXPECT_EQ(hung.executed, 100U);
  ASSERT_EQ(hung.hits.size(), 2U);
  EXPECT_EQ(hung.hits[1].execution.end, model::End::kTimedOut);
}

}  // namespace
}  // namespace kingbird::runtime
