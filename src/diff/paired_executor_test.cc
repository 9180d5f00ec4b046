#include "diff/paired_executor.h"

#include <gtest/gtest.h>

#include "runtime/fake_executor.h"

namespace kingbird::diff {
namespace {

using model::Event;
using model::Execution;
using model::Value;
using runtime::FakeExecutor;
using runtime::RunOptions;

model::TestCase OneCall() {
  model::Callback root;
  root.body.push_back({.id = 1, .path = {"f"}});
  return {std::make_shared<model::Callback>(root), 2};
}

Execution Saying(const std::string& text) {
  Execution execution;
  execution.events = {{.kind = Event::Kind::kCall, .node = 1},
                      {.kind = Event::Kind::kReturn, .node = 1, .values = {Value::String(text), Value()}}};
  return execution;
}

FakeExecutor Side1(const std::string& text) {
  return FakeExecutor([text](const model::TestCase&, const RunOptions& options) {
    EXPECT_FALSE(options.coverage) << "the second side's counters count";
    return Saying(text);
  });
}

FakeExecutor Side2(const std::string& text) {
  return FakeExecutor([text](const model::TestCase&, const RunOptions&) {
    Execution execution = Saying(text);
    execution.hits = {3, 5};
    execution.events.push_back({.kind = Event::Kind::kRead, .node = 1});
    return execution;
  });
}

TEST(PairedExecutor, AGeneratorSeesTheFirstSideWithCoverageAndReadsOfTheSecond) {
  FakeExecutor before = Side1("old");
  FakeExecutor after = Side2("new");
  PairedExecutor both({&before}, {&after});
  int judged = 0;
  both.set_judge([&](const model::TestCase&, const Pair& pair) {
    ++judged;
    EXPECT_EQ(pair.before.events[1].values[0].text, "old");
    EXPECT_EQ(pair.after.events[1].values[0].text, "new");
    return true;
  });
  const auto executions = both.Run(std::vector{OneCall()}, {});
  ASSERT_TRUE(executions.ok());
  const Execution& seen = executions->front();
  EXPECT_EQ(seen.events[1].values[0].text, "old");
  EXPECT_EQ(seen.hits, (model::Hits{3, 5}));
  EXPECT_EQ(seen.events.back().kind, Event::Kind::kRead);
  EXPECT_TRUE(seen.notable);
  EXPECT_EQ(judged, 1);
}

TEST(PairedExecutor, PathsOfASideReadTheSame) {
  FakeExecutor before = Side1("/tmp/a/node_modules/p/x.js");
  FakeExecutor after = Side2("/tmp/b/p/x.js");
  PairedExecutor both({&before, {{"/tmp/a/node_modules/p", "<package>"}}}, {&after, {{"/tmp/b/p", "<package>"}}});
  const auto pairs = both.RunBoth(std::vector{OneCall()}, {});
  ASSERT_TRUE(pairs.ok());
  EXPECT_EQ(pairs->front().before.events[1].values[0].text, "<package>/x.js");
  EXPECT_EQ(pairs->front().after.events[1].values[0].text, "<package>/x.js");
}

TEST(PairedExecutor, ATwinRunsTheFirstSideOnceMore) {
  FakeExecutor before = Side1("old");
  FakeExecutor after = Side2("new");
  FakeExecutor twin = Side1("/stage/2");
  PairedExecutor both({&before}, {&after});
  EXPECT_FALSE(both.RunBoth(std::vector{OneCall()}, {})->front().again.has_value());
  both.set_twin({&twin, {{"/stage/2", "<stage>"}}});
  const auto pairs = both.RunBoth(std::vector{OneCall()}, {});
  ASSERT_TRUE(pairs->front().again.has_value());
  EXPECT_EQ(pairs->front().again->events[1].values[0].text, "<stage>");
}

TEST(PairedExecutor, WhereManyHangThereIsLessPatience) {
  const auto hang = [](const model::TestCase&, const RunOptions&) {
    Execution execution;
    execution.end = model::End::kTimedOut;
    return execution;
  };
  FakeExecutor before(hang);
  FakeExecutor after(hang);
  PairedExecutor both({&before}, {&after});
  const auto first = both.Patience();
  ASSERT_TRUE(both.Run(std::vector(20, OneCall()), {}).ok());
  EXPECT_LT(both.Patience(), first);
}

// Screening that tells so.
class Telling : public FakeExecutor {
 public:
  Telling(std::vector<size_t> news, std::vector<std::string> digests)
      : FakeExecutor([](const model::TestCase&, const RunOptions&) { return Execution(); }),
        news_({std::move(news), {}, std::move(digests)}) {}
  base::Result<runtime::BatchNews> Screen(std::span<const model::TestCase>, runtime::ScreenMemory&,
                                          const RunOptions& options) override {
    EXPECT_TRUE(options.digests);
    return news_;
  }

 private:
  runtime::BatchNews news_;
};

TEST(PairedExecutor, ScreeningFindsWhatIsNewAndWhatDiffers) {
  Telling before({0}, {"a", "b", "c", ""});
  Telling after({2}, {"a", "x", "c", "d"});
  PairedExecutor both({&before}, {&after});
  runtime::ScreenMemory memory;
  EXPECT_EQ(both.Screen(std::vector(4, OneCall()), memory, {})->tests, (std::vector<size_t>{1, 2, 3}));
}

TEST(PairedExecutor, ASubjectThatAlwaysDiffersIsNewsUntilTheJudgeKnowsIt) {
  Telling before({}, {"a", "a"});
  Telling after({}, {"b", "b"});
  PairedExecutor both({&before}, {&after});
  bool notable = false;
  both.set_judge([&](const model::TestCase&, const Pair&) { return notable; });
  runtime::ScreenMemory memory;
  const std::vector<model::TestCase> tests(2, OneCall());
  int screened = 0;
  while (!both.Screen(tests, memory, {})->tests.empty()) ASSERT_LT(++screened, 100);
  EXPECT_GT(screened, 1);
  ASSERT_TRUE(both.Run(tests, {}).ok());
  EXPECT_TRUE(both.Screen(tests, memory, {})->tests.empty()) << "the same as before";
  notable = true;
  ASSERT_TRUE(both.Run(tests, {}).ok());
  EXPECT_FALSE(both.Screen(tests, memory, {})->tests.empty()) << "there was more to it";
}

TEST(PairedExecutor, WithSetupCodeEveryTestIsWorthAProcess) {
  Telling before({}, {"a"});
  Telling after({}, {"a"});
  PairedExecutor both({&before}, {&after});
  both.set_setup("const x = 1;");
  runtime::ScreenMemory memory;
  EXPECT_EQ(both.Screen(std::vector(1, OneCall()), memory, {})->tests, std::vector<size_t>{0});
}

}  // namespace
}  // namespace kingbird::diff
