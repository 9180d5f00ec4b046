// What if the target changes the objects that every program shares, while it is loaded or during a test? What the agent
// tells of it is the same.
#include <fmt/format.h>

#include <algorithm>

#include "pool_fixture.h"

namespace kingbird::runtime {
namespace {

// Returns its first parameter.
model::CallbackRef Echo(int id) {
  model::Callback callback;
  callback.id = id;
  callback.parameters = 2;
  callback.result = model::Argument::Parameter(id, 0);
  return std::make_shared<model::Callback>(std::move(callback));
}

model::TestCase Of(const std::string& first, const std::vector<std::string>& names, int number) {
  model::TestCase test = Calls({first});
  const model::TestCase rest = Calls(names, {model::Argument::Literal(model::Value::Number(number)),
                                             model::Argument::Literal(model::Value::String("text"))});
  auto root = std::make_shared<model::Callback>(*test.root);
  for (model::Call call : rest.root->body) {
    call.id = test.next_id++;
    if (call.path[0] == "each") call.arguments[1] = model::Argument::Function(Echo(test.next_id++));
    root->body.push_back(std::move(call));
  }
  test.root = root;
  return test;
}

std::vector<base::Json> Questions() {
  const base::Json unknowns = {{"count", 1}, {"values", nullptr}};
  const auto probe = [&](const model::AccessPath& path, const char* member, const char* kind, int count) -> base::Json {
    return {{"ask", "probe"},
            {"path", path},
            {"member", member},
            {"kind", kind},
            {"count", count},
            {"delay", 20},
            {"seed", 1},
            {"constructor", unknowns},
            {"others", base::Json::array({{{"name", "grow"}, {"count", 1}}})}};
  };
  const auto one = [](int number) -> base::Json {
    return {{"test", ToJson(Of("calm", {"classify", "each"}, number))},
            {"hits", base::Json::array()},
            {"calls", {2, 3, 4}}};
  };
  return {{{"ask", "exports"}},
          {{"ask", "classes"}},
          probe({"classify"}, "", "function", 1),
          probe({"each"}, "", "function", 2),
          probe({"Shape"}, "grow", "method", 2),
          probe({"Square"}, "", "constructor", 0),
          {{"ask", "shown"}, {"tests", {one(3), one(7), one(30)}}},
          {{"ask", "natives"},
           {"paths", {{"Array", "prototype", "at"}, {"Date", "prototype", "toISOString"}}},
           {"setup", "var list = [1, 2]; var day = new Date(0);"},
           {"variables", {"list", "day"}}}};
}

// Without the call that pollutes, or does not, and without what it left behind.
std::string StoryOf(const model::Execution& execution) {
  std::string story = fmt::format("{} {} {}", ToString(execution.end), ToString(execution.halt), execution.error.text);
  for (const model::Event& event : execution.events) {
    if (event.node == 1 || event.kind == model::Event::Kind::kPollute) continue;
    story += fmt::format("\n{} {}", static_cast<int>(event.kind), event.node);
    for (const model::Value& value : event.values) story += " " + base::DumpJson(ToJson(value));
  }
  return story;
}

std::vector<model::TestCase> Tests(const std::string& first) {
  std::vector<model::TestCase> tests;
  for (const int number : {3, 7, 30}) tests.push_back(Of(first, {"classify", "each", "later", "Old"}, number));
  tests.push_back(Of(first, {"classify", "nothing"}, 0));
  return tests;
}

// With and without the hooks that tell of unknowns what built-in functions do with them.
TEST(PollutionTest, AnswersAreTheSame) {
  const std::vector<base::Json> questions = Questions();
  for (const bool hooks : {false, true}) {
    const auto pool_of = [&](const char* target) {
      PoolConfig config = ConfigFor(target);
      config.zygote.type_hooks = hooks;
      return StartPool(config);
    };
    const auto calm = pool_of("pollution/rich.js");
    const auto polluted = pool_of("pollution/polluted.js");
    ASSERT_TRUE(calm != nullptr && polluted != nullptr);
    EXPECT_EQ(calm->host().node_version, polluted->host().node_version);
    EXPECT_EQ(calm->host().es_module, polluted->host().es_module);
    EXPECT_EQ(calm->host().starts_timers, polluted->host().starts_timers);
    const auto expected = calm->Ask(questions, std::chrono::milliseconds(10000));
    const auto answers = polluted->Ask(questions, std::chrono::milliseconds(10000));
    ASSERT_TRUE(expected.ok() && answers.ok());
    for (size_t i = 0; i < questions.size(); ++i) {
      EXPECT_FALSE((*expected)[i].is_null()) << questions[i];
      EXPECT_EQ(base::DumpJson((*expected)[i]), base::DumpJson((*answers)[i])) << questions[i];
    }
  }
}

TEST(PollutionTest, SoIsTheListOfWhatCanBeExplored) {
  const auto listed = [](const char* target) {
    PoolConfig config = ConfigFor(target);
    config.zygote.concolic = true;
    const auto pool = StartPool(config);
    if (pool == nullptr) return base::Json();
    const base::Json question = {{"ask", "concolic"}, {"global", {"Array", "prototype", "at"}}};
    auto answers = pool->Ask({&question, 1}, std::chrono::milliseconds(10000));
    return answers.ok() ? answers->at(0) : base::Json();
  };
  const base::Json expected = listed("pollution/rich.js");
  EXPECT_FALSE(expected.is_null());
  EXPECT_EQ(base::DumpJson(expected), base::DumpJson(listed("pollution/polluted.js")));
}

TEST(PollutionTest, RunsThatShareAProcessAreTold) {
  const auto traced_by = [](const char* target) {
    PoolConfig config = ConfigFor(target);
    config.zygote.concolic = true;
    config.zygote.trace_bytes = 4 << 20;
    const auto pool = StartPool(config);
    std::vector<base::Json> jobs;
    for (const int number : {3, 30}) {
      jobs.push_back({{"test", ToJson(Of("calm", {"classify", "each"}, number))},
                      {"holes", {{{"call", 2}, {"position", 0}, {"name", "n"}}}},
                      {"assignment", {{"globals", {{"n", {{"t", "number"}, {"v", number}}}}}}}});
    }
    auto runs = pool == nullptr ? base::InternalError("no pool") : pool->RunTracedTogether(jobs, {});
    return runs.ok() ? std::move(*runs) : std::vector<TracedRun>();
  };
  const std::vector<TracedRun> expected = traced_by("pollution/rich.js");
  const std::vector<TracedRun> told = traced_by("pollution/polluted.js");
  ASSERT_EQ(expected.size(), 2U);
  ASSERT_EQ(told.size(), 2U);
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_FALSE(expected[i].trace.empty());
    EXPECT_EQ(expected[i].trace, told[i].trace);
    EXPECT_EQ(expected[i].execution.events.size(), told[i].execution.events.size());
  }
}

TEST(PollutionTest, EventsAreTheSame) {
  const auto calm = StartPool(ConfigFor("pollution/rich.js"));
  const auto polluted = StartPool(ConfigFor("pollution/polluted.js"));
  ASSERT_TRUE(calm != nullptr && polluted != nullptr);
  RunOptions options;
  options.methods = true;
  const auto expected = calm->Run(Tests("calm"), options);
  const auto at_load = polluted->Run(Tests("calm"), options);
  const auto meanwhile = calm->Run(Tests("pollute"), options);
  ASSERT_TRUE(expected.ok() && at_load.ok() && meanwhile.ok());
  for (size_t i = 0; i < expected->size(); ++i) {
    EXPECT_EQ((*expected)[i].end, model::End::kFinished);
    EXPECT_EQ(StoryOf((*expected)[i]), StoryOf((*at_load)[i]));
    EXPECT_EQ(StoryOf((*expected)[i]), StoryOf((*meanwhile)[i]));
  }
}

class PollutionOfTheLane : public testing::TestWithParam<NewsBy> {};

TEST_P(PollutionOfTheLane, IsToldTheSame) {
  const auto calm = StartPool(ConfigFor("pollution/rich.js"));
  const auto polluted = StartPool(ConfigFor("pollution/polluted.js"));
  ASSERT_TRUE(calm != nullptr && polluted != nullptr);
  RunOptions options;
  options.digests = true;
  options.news_by = GetParam();
  const auto screen = [&](WorkerPool& pool, const std::vector<model::TestCase>& tests, ScreenMemory& memory) {
    auto news = pool.Screen(tests, memory, options);
    EXPECT_TRUE(news.ok());
    return news.ok() ? std::move(*news) : BatchNews();
  };
  ScreenMemory of_calm, of_polluted;
  const BatchNews expected = screen(*calm, Tests("calm"), of_calm);
  const BatchNews news = screen(*polluted, Tests("calm"), of_polluted);
  EXPECT_EQ(expected.tests, news.tests);
  EXPECT_EQ(expected.digests, news.digests);
  EXPECT_EQ(of_calm.outcomes, of_polluted.outcomes);
  EXPECT_EQ(std::ranges::count(expected.digests, ""), 0);
  // What one test leaves behind, the next does not meet.
  std::vector<model::TestCase> tests = Tests("calm");
  tests.insert(tests.begin(), Calls({"pollute"}));
  ScreenMemory of_both;
  const BatchNews behind = screen(*calm, tests, of_both);
  ASSERT_EQ(behind.digests.size(), expected.digests.size() + 1);
  EXPECT_TRUE(std::equal(expected.digests.begin(), expected.digests.end(), behind.digests.begin() + 1));
}

INSTANTIATE_TEST_SUITE_P(News, PollutionOfTheLane, testing::Values(NewsBy::kOutcome, NewsBy::kSubject, NewsBy::kCall));

}  // namespace
}  // namespace kingbird::runtime
