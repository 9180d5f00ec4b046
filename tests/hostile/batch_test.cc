// The batch lane finds the tests worth a process of their own among thousands and survives those that end the child.
#include "base/file_system.h"
#include "pool_fixture.h"

namespace kingbird::runtime {
namespace {

class BatchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto folder = base::TempFolder::Make(base::Disk(), "kingbird-manifest");
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
  /// function(0), function(1), …: the numbers of those that are news.
  std::vector<size_t> Screen(const std::string& function, int count) {
    std::vector<model::TestCase> tests;
    for (int i = 0; i < count; ++i) tests.push_back(CallOf(function, i));
    RunOptions options;
    options.deadline = std::chrono::milliseconds(2000);
    auto news = pool_->Screen(tests, memory_, options);
    EXPECT_TRUE(news.ok());
    return news ? news->tests : std::vector<size_t>();
  }
  static model::TestCase CallOf(const std::string& function, int number) {
    return Calls({function}, {model::Argument::Literal(model::Value::Number(number))});
  }
  std::optional<base::TempFolder> folder_;
  std::unique_ptr<WorkerPool> pool_;
  ScreenMemory memory_;
};

TEST_F(BatchTest, TellsWhatIsNew) {
  EXPECT_EQ(pool_->LoadHits(), model::Hits{0});
  memory_.known = pool_->LoadHits();
  EXPECT_EQ(Screen("classify", 250), (std::vector<size_t>{0, 10}));
  memory_.known = {0, 1, 3};
  EXPECT_EQ(Screen("classify", 10000), std::vector<size_t>{777});
  EXPECT_EQ(memory_.outcomes.size(), 1U) << "one error";
  memory_.known = {0, 1, 2, 3};
  EXPECT_TRUE(Screen("classify", 10000).empty());
}

TEST_F(BatchTest, WhatOthersLeftInTheProcessDoesNotHappenAgain) {
  memory_.known = pool_->LoadHits();
  EXPECT_EQ(Screen("remembers", 200), std::vector<size_t>{100});
  EXPECT_TRUE(RunOne(*pool_, CallOf("remembers", 100)).hits.empty());
}

TEST_F(BatchTest, ATestThatPollutesIsNewsAndThoseBehindItAreClean) {
  EXPECT_EQ(Screen("pollutes", 1000), std::vector<size_t>{500});
}

TEST_F(BatchTest, GoesOnBehindATestThatEndsTheChild) {
  EXPECT_EQ(Screen("leaves", 100), (std::vector<size_t>{50, 60}));
  EXPECT_EQ(RunOne(*pool_, CallOf("leaves", 50)).end, model::End::kExited);
  EXPECT_EQ(Screen("hangs", 100), (std::vector<size_t>{50, 60}));
}

TEST_F(BatchTest, DigestsTellWhatTestsDid) {
  const std::vector<model::TestCase> tests = {CallOf("classify", 1), CallOf("classify", 2),   CallOf("classify", 20),
                                              CallOf("leaves", 50),  CallOf("classify", 777), CallOf("classify", 1)};
  RunOptions options;
  options.digests = true;
  const auto news = pool_->Screen(tests, memory_, options);
  ASSERT_TRUE(news.ok());
  const std::vector<std::string>& digests = news->digests;
  ASSERT_EQ(digests.size(), tests.size());
  EXPECT_FALSE(digests[0].empty());
  EXPECT_NE(digests[0], digests[1]) << "arguments are part of what a call leaves behind";
  EXPECT_NE(digests[0], digests[2]);
  EXPECT_EQ(digests[3], "") << "it ended the process";
  EXPECT_NE(digests[4], digests[2]);
  EXPECT_EQ(digests[5], digests[0]) << "in another process, behind other tests";
}

TEST_F(BatchTest, CountsTheTestsThatReachWatchedCounters) {
  std::vector<model::TestCase> tests;
  for (int i = 0; i < 300; ++i) tests.push_back(CallOf("classify", i));
  RunOptions options;
  options.watched = {{1}, {3}, {1, 3}, {4}};
  const auto news = pool_->Screen(tests, memory_, options);
  ASSERT_TRUE(news.ok());
  EXPECT_EQ(news->reached, (std::vector<int64_t>{10, 290, 300, 0})) << "ten small numbers, and all but them";
}

TEST_F(BatchTest, WhatEachSubjectThrowsIsNewsOfIt) {
  memory_.known = {0, 1, 2, 3, 4};
  const std::vector<model::TestCase> tests = {CallOf("classify", 777), CallOf("classify", 777), CallOf("unlucky", 777)};
  RunOptions options;
  EXPECT_EQ(pool_->Screen(tests, memory_, options)->tests, std::vector<size_t>{0});
  memory_.outcomes.clear();
  options.news_by = NewsBy::kSubject;
  EXPECT_EQ(pool_->Screen(tests, memory_, options)->tests, (std::vector<size_t>{0, 2}));
}

TEST_F(BatchTest, WhatEachFunctionDoesIsNewsOfIt) {
  memory_.known = {0, 1, 2, 3, 4};
  const std::vector<model::TestCase> tests = {CallOf("classify", 5), CallOf("classify", 6), CallOf("classify", 777),
                                              CallOf("pollutes", 500), CallOf("classify", 777)};
  RunOptions options;
  options.news_by = NewsBy::kCall;
  const auto news = pool_->Screen(tests, memory_, options);
  ASSERT_TRUE(news.ok());
  EXPECT_EQ(news->tests, (std::vector<size_t>{0, 2, 3})) << "it returns, it throws, the other one pollutes";
  EXPECT_TRUE(pool_->Screen(tests, memory_, options)->tests.empty());
}

TEST_F(BatchTest, RejectionsCountAsThrown) {
  memory_.known = {0, 1, 2, 3, 4};
  EXPECT_EQ(Screen("rejects", 100), std::vector<size_t>{50});
}

}  // namespace
}  // namespace kingbird::runtime
