// A test changes what it can in its own process and folder; the next test on the same zygote finds everything as it
// was.
#include <unistd.h>

#include "base/file_system.h"
#include "pool_fixture.h"

namespace kingbird::runtime {
namespace {

class IsolationTest : public ::testing::TestWithParam<SandboxKind> {
 protected:
  void SetUp() override {
    PoolConfig config = ConfigFor("vandal.js");
    config.sandbox = GetParam();
    pool_ = StartPool(config);
    ASSERT_NE(pool_, nullptr);
  }
  std::unique_ptr<WorkerPool> pool_;
};

TEST_P(IsolationTest, NothingOfATestReachesTheNext) {
  RunOptions options;
  options.virtual_time = false;
  // Landlock cannot keep a test from changing times, so nobody may there, not even to make them the same.
  const bool times = GetParam() == SandboxKind::kNamespaces;
  const model::TestCase look = Calls({"state"}, {model::Argument::Literal(model::Value::Boolean(times))});
  const model::Execution before = RunOne(*pool_, look, options);
  ASSERT_NE(Returned(before, 1), "(none)") << before.err;
  EXPECT_EQ(before.out, "printed\n");
  for (const std::string act : {"deletePrototypes", "replaceConsole", "replaceStdout", "replaceJson", "replacePromise",
                                "closeStdout", "changeFolder", "changeUmask", "changeEnvironment",
                                "removeWorkingFolder", "lockFolders", "linkOut", "poisonModules"}) {
    const model::Execution vandal = RunOne(*pool_, Calls({act}), options);
    EXPECT_NE(vandal.end, model::End::kTimedOut) << act;
    const bool refused = GetParam() == SandboxKind::kLandlock && act == "lockFolders";
    EXPECT_EQ(vandal.Find(model::Event::Kind::kThrow, 1) != nullptr, refused) << act << " did not do what it should";
    const model::Execution after = RunOne(*pool_, look, options);
    EXPECT_EQ(Returned(after, 1), Returned(before, 1)) << "after " << act;
    EXPECT_EQ(after.out, "printed\n") << "after " << act;
  }
  EXPECT_EQ(pool_->restarts(), 0);
}

// Where nobody may give permissions back, the zygote cannot clear them away and is replaced, with another folder.
TEST_P(IsolationTest, FoldersThatResistAreGoneAllTheSame) {
  RunOptions options;
  options.virtual_time = false;
  for (const char* act : {"digDeep", "hideFolders"}) {
    RunOne(*pool_, Calls({act}), options);
    const model::Execution after = RunOne(*pool_, Calls({"names"}), options);
    EXPECT_THAT(Returned(after, 1), ::testing::HasSubstr("readonly.txt")) << act;
    EXPECT_THAT(Returned(after, 1), ::testing::Not(::testing::ContainsRegex("deep|hidden"))) << act;
  }
  pool_.reset();
  const std::string own = "kingbird-scratch-" + std::to_string(getpid()) + "-";
  const base::Path place = *base::Disk().PrivatePlace();
  // What takes long is removed by a process of its own.
  std::vector<std::string> left = {""};
  for (int i = 0; i < 500 && !left.empty(); ++i) {
    left = *base::DiskFileSystem().List(place);
    std::erase_if(left, [&](const std::string& name) { return !name.starts_with(own); });
    if (!left.empty()) usleep(10000);
  }
  EXPECT_THAT(left, ::testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Sandboxes, IsolationTest, ::testing::Values(SandboxKind::kNamespaces, SandboxKind::kLandlock),
                         [](const auto& kind) { return std::string(ToString(kind.param)); });

// A few hundred here, ten thousand in bench/isolation.
TEST(OrderTest, ResultsDoNotDependOnTheOrderOrTheJobs) {
  std::vector<model::TestCase> tests;
  for (int i = 0; i < 100; ++i) {
    for (const char* name : {"fine", "throws", "logs"}) tests.push_back(Calls({name}));
  }
  tests.push_back(Calls({"exits"}));
  PoolConfig config = ConfigFor("outcomes.js");
  const auto one = StartPool(config);
  config.jobs = 2;
  const auto two = StartPool(config);
  ASSERT_TRUE(one && two);
  const auto straight = one->Run(tests, {});
  std::reverse(tests.begin(), tests.end());
  auto backwards = two->Run(tests, {});
  ASSERT_TRUE(straight.ok() && backwards.ok());
  std::reverse(backwards->begin(), backwards->end());
  for (size_t i = 0; i < tests.size(); ++i) {
    const model::Execution& a = straight->at(i);
    const model::Execution& b = backwards->at(i);
    ASSERT_EQ(a.end, b.end) << i;
    ASSERT_EQ(a.out + a.err, b.out + b.err) << i;
    ASSERT_EQ(a.events.size(), b.events.size()) << i;
    for (size_t e = 0; e < a.events.size(); ++e) ASSERT_EQ(a.events[e].values, b.events[e].values) << i;
  }
}

TEST(OrderTest, TheTargetIsLoadedWhereTestsRun) {
  const auto pool = StartPool(ConfigFor("visitors.js"));
  ASSERT_NE(pool, nullptr);
  EXPECT_EQ(Returned(RunOne(*pool, Calls({"stays"})), 1), "true");
}

TEST(OrderTest, WithDisorderCallsOvertakeEachOther) {
  const auto pool = StartPool(ConfigFor("visitors.js"));
  ASSERT_NE(pool, nullptr);
  const auto said = [&](Disorder disorder, int call) {
    RunOptions options;
    options.virtual_time = false;
    options.disorder = disorder;
    const model::Execution execution = RunOne(*pool, Calls({"anna", "bert"}), options);
    const model::Event* event = execution.Find(model::Event::Kind::kFulfill, call);
    return event == nullptr ? "nothing" : event->values[0].text;
  };
  EXPECT_EQ(said(Disorder::kEarlySlow, 2), "bb");
  EXPECT_EQ(said(Disorder::kLateSlow, 1), "aa");
}

}  // namespace
}  // namespace kingbird::runtime
