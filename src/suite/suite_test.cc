#include "suite/suite.h"

#include <gtest/gtest.h>

#include "env/fake_surroundings.h"
#include "model/made_by_hand.h"
#include "runtime/fake_executor.h"

namespace kingbird::suite {
namespace {

constexpr std::chrono::seconds kLimit{100};

Selected Calling(int id) { return {model::TestOf({model::CallOf(id, "f")}), {}, {}, 0}; }

/// Runs of one second each, as long as nobody stops them; each test returns a number.
struct StableTests : testing::Test, env::FakeSurroundings {
  StableTests()
      : executor([this](const model::TestCase& test, const runtime::RunOptions& options) {
          model::Execution execution;
          if (options.stop && options.stop()) {
            execution.end = model::End::kNotRun;
            return execution;
          }
          clock.Advance(std::chrono::seconds(1));
          model::Event event;
          event.kind = model::Event::Kind::kCall;
          event.node = test.root->body[0].id;
          execution.events.push_back(event);
          event.kind = model::Event::Kind::kReturn;
          event.values = {model::Value::Number(7)};
          execution.events.push_back(event);
          execution.files = files_touched;
          execution.reads_date = reads_date;
          if (reads_date && !options.still_date) execution.events.back().values = {model::Value::Number(++runs)};
          execution.announced = announced;
          as_root += options.all_writable ? 1 : 0;
          return execution;
        }) {
    config.time_limit = kLimit;
  }

  size_t Written(int tests, std::chrono::seconds elapsed) {
    env::Env env = MakeEnv();
    clock.Advance(elapsed);
    std::vector<Selected> selected;
    for (int i = 1; i <= tests; ++i) selected.push_back(Calling(i));
    const auto written = WriteStableTests(env, selected, executor, {.module_variable = "lib"});
    EXPECT_TRUE(written.ok());
    return written->size();
  }

  bool files_touched = false;
  bool reads_date = false;
  int runs = 0;
  bool announced = false;
  int as_root = 0;
  runtime::FakeExecutor executor;
};

TEST_F(StableTests, AreWrittenWhenTheTimeForMoreRepetitionsIsOver) {
  // Ten tests: three runs of each take thirty seconds, all repetitions more than there is.
  EXPECT_EQ(Written(10, std::chrono::seconds(50)), 10U);
  EXPECT_EQ(stats.Get(kLostToTime), 0);
}

TEST_F(StableTests, AreLostOnlyAsFarAsTheTimeDoesNotReach) {
  // From 75 on there are 13 seconds until checking needs the rest: the first round, and three runs of the second.
  EXPECT_EQ(Written(10, std::chrono::seconds(75)), 3U);
  EXPECT_EQ(stats.Get(kLostToTime), 7);
  EXPECT_EQ(clock.Now() - base::Clock::Time(), std::chrono::seconds(75 + 10 + 3 + 3));
}

TEST_F(StableTests, AreRunAsRootIfTheyTouchFiles) {
  EXPECT_EQ(Written(3, std::chrono::seconds(0)), 3U);
  EXPECT_EQ(as_root, 0);
  files_touched = true;
  EXPECT_EQ(Written(3, std::chrono::seconds(0)), 3U);
  EXPECT_EQ(as_root, 3);
}

TEST_F(StableTests, ThatSpeakOfTheDateAreWrittenForOneMoment) {
  env::Env env = MakeEnv();
  reads_date = true;
  const auto written = WriteStableTests(env, {Calling(1)}, executor, {.module_variable = "lib"});
  ASSERT_TRUE(written.ok());
  ASSERT_EQ(written->size(), 1U);
  EXPECT_TRUE(written->at(0).written.fixed_date);
  EXPECT_EQ(written->at(0).written.function, "f on 15 January 2024");
  EXPECT_EQ(written->at(0).written.body, std::vector<std::string>{"assert.equal(lib.f(), 7);"});
}

// Runners of tests would count it as a failure.
TEST_F(StableTests, AreNotWrittenWhereALibraryAnnouncesARejection) {
  announced = true;
  EXPECT_EQ(Written(3, std::chrono::seconds(0)), 0U);
  EXPECT_EQ(stats.Get("lost.left a rejected promise that nothing handles"), 3);
}

}  // namespace
}  // namespace kingbird::suite
