// What if the target writes in place of the agent? Each lie is told by targets/liars/zygote.js; the core takes it for
// an outcome of that test, or for a target that cannot be loaded, and goes on. In each sandbox.
#include <map>

#include "pool_fixture.h"

namespace kingbird::runtime {
namespace {

class LieTest : public ::testing::TestWithParam<SandboxKind> {
 protected:
  PoolConfig LiarWith(const std::string& lie) const {
    PoolConfig config = ConfigFor("");
    config.entry = lie;
    config.sandbox = GetParam();
    config.layout = *FindLayout();
    config.layout->agent = std::string(TARGETS) + "/liars";
    return config;
  }
};

TEST_P(LieTest, AForgedGreetingIsATargetThatDoesNotLoad) {
  for (const char* lie : {"ready nothing", "ready null", "ready list", "ready text", "ready deep", "ready negative",
                          "ready error", "ready node", "ready twice", "ready and more"}) {
    const auto pool = WorkerPool::Start(LiarWith(lie));
    ASSERT_FALSE(pool.ok()) << lie;
    EXPECT_THAT(pool.error().code, ::testing::AnyOf(base::ErrorCode::kEnvironment, base::ErrorCode::kDoesNotLoad,
                                                    base::ErrorCode::kEndsWhileLoaded))
        << lie;
  }
}

TEST_P(LieTest, ForgedReportsOfABatchCountForNothing) {
  for (const char* lie : {"deep", "index", "negative", "fraction", "shape", "entries", "pairs", "names", "more",
                          "flood", "digests", "list", "nothing", "broken", "true news"}) {
    const auto pool = StartPool(LiarWith(lie));
    ASSERT_NE(pool, nullptr);
    ScreenMemory memory;
    const std::vector<model::TestCase> tests(10, Calls({"f"}));
    const auto news = pool->Screen(tests, memory, {});
    ASSERT_TRUE(news.ok()) << lie;
    EXPECT_LE(news->tests.size(), tests.size()) << lie;
    for (const size_t test : news->tests) EXPECT_LT(test, tests.size()) << lie;
    EXPECT_EQ(memory.outcomes.contains("x"), lie == std::string_view("true news")) << lie;
  }
}

TEST_P(LieTest, ForgedReportsOfTracedRunsCountForNothing) {
  const std::vector<base::Json> jobs(3, base::Json::object());
  for (const auto& [lie, runs] : std::map<const char*, size_t>{{"runs beyond the trace", 0},
                                                               {"runs before it", 0},
                                                               {"runs without shape", 0},
                                                               {"runs of nothing", 0},
                                                               {"runs of wild counters", 0},
                                                               {"runs without end", 3},
                                                               {"deep", 0},
                                                               {"broken", 0}}) {
    const auto pool = StartPool(LiarWith(lie));
    ASSERT_NE(pool, nullptr);
    const auto traced = pool->RunTracedTogether(jobs, {});
    ASSERT_TRUE(traced.ok()) << lie;
    ASSERT_EQ(traced->size(), runs) << lie;
    for (const TracedRun& run : *traced) EXPECT_LE(run.execution.hits, model::Hits{7}) << lie;
  }
}

/// What the lies below are made of.
TEST_P(LieTest, WhatCouldBeTrueIsBelieved) {
  for (const std::string name : {"classes", "probe", "concolic", "shown"}) {
    const auto pool = StartPool(LiarWith("true " + name));
    ASSERT_NE(pool, nullptr);
    const std::vector<base::Json> questions(1, {{"ask", name}});
    const auto answers = pool->Ask(questions, std::chrono::milliseconds(2000));
    ASSERT_TRUE(answers.ok()) << name;
    EXPECT_THAT(*answers, ::testing::ElementsAre(::testing::Property(&base::Json::is_object, true))) << name;
  }
  const auto exports = StartPool(LiarWith("true exports"));
  ASSERT_NE(exports, nullptr);
  EXPECT_TRUE(exports->Inspect().ok());
  const auto log = StartPool(LiarWith("true log"));
  ASSERT_NE(log, nullptr);
  const model::Execution execution = RunOne(*log, Calls({"f"}));
  EXPECT_EQ(ToString(execution.end), "finished");
  EXPECT_EQ(execution.events.size(), 1);
}

TEST_P(LieTest, ForgedAnswersAreNone) {
  for (const char* lie :
       {"deep", "deep value", "broken", "nothing", "list", "half an export", "a wild length", "half a class",
        "a place of texts", "uses of text", "uses of nothing", "wild functions", "half an outcome"}) {
    const auto pool = StartPool(LiarWith(lie));
    ASSERT_NE(pool, nullptr);
    const auto exports = pool->Inspect();
    ASSERT_FALSE(exports.ok()) << lie;
    EXPECT_EQ(exports.error().code, base::ErrorCode::kEnvironment) << lie;
    constexpr std::string_view kNames[] = {KINGBIRD_QUESTIONS_TEXTS};
    std::vector<base::Json> questions;
    for (const std::string_view name : kNames) questions.push_back({{"ask", name}});
    const auto answers = pool->Ask(questions, std::chrono::milliseconds(2000));
    ASSERT_TRUE(answers.ok());
    ASSERT_EQ(answers->size(), questions.size());
    for (const base::Json& answer : *answers) EXPECT_TRUE(answer.is_null()) << lie;
  }
}

TEST_P(LieTest, AForgedLogIsAnOutcome) {
  for (const char* lie :
       {"log without values", "log of unknown events", "log of lost bytes", "log longer than itself",
        "log with a long record", "log of nested values", "log of no value", "log with a wild reference",
        "log with a wild end", "log with a number of code", "log with a path of code"}) {
    const auto pool = StartPool(LiarWith(lie));
    ASSERT_NE(pool, nullptr);
    const model::Execution execution = RunOne(*pool, Calls({"f"}));
    EXPECT_EQ(ToString(execution.end), "lied") << lie;
    EXPECT_TRUE(execution.events.empty()) << lie;
    EXPECT_TRUE(execution.depends_on_machine) << lie;
    EXPECT_EQ(pool->restarts(), 0) << lie;
  }
  const auto pool = StartPool(LiarWith("log of one-byte values"));
  ASSERT_NE(pool, nullptr);
  EXPECT_EQ(ToString(RunOne(*pool, Calls({"f"})).end), "event-limit");
}

INSTANTIATE_TEST_SUITE_P(Sandboxes, LieTest, ::testing::Values(SandboxKind::kNamespaces, SandboxKind::kLandlock),
                         [](const auto& kind) { return std::string(ToString(kind.param)); });

}  // namespace
}  // namespace kingbird::runtime
