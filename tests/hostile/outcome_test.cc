// Every outcome of model::End is provoked by a target, and the test after it on the same zygote is unaffected.
#include "pool_fixture.h"

namespace kingbird::runtime {
namespace {

using model::End;
using model::Halt;

struct Case {
  const char* function;
  End end;
  Halt halt = Halt::kNone;
};

class OutcomeTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { pool_ = StartPool(ConfigFor("outcomes.js")).release(); }
  static void TearDownTestSuite() { delete pool_; }
  void SetUp() override { ASSERT_NE(pool_, nullptr); }

  static model::Execution Provoke(const std::string& function) {
    RunOptions options;
    const bool ends = function == "heap" || function == "buffers" || function == "churns";
    options.deadline = std::chrono::milliseconds(ends ? 20000 : function == "microtasksThatCollect" ? 5000 : 400);
    model::Execution execution = RunOne(*pool_, Calls({function}), options);
    const model::Execution next = RunOne(*pool_, Calls({"fine"}));
    EXPECT_EQ(next.end, End::kFinished) << "after " << function;
    EXPECT_EQ(Returned(next, 1), "fine {\"a\":[1]}") << "after " << function;
    EXPECT_EQ(next.out + next.err, "") << "after " << function;
    return execution;
  }
  static WorkerPool* pool_;
};
WorkerPool* OutcomeTest::pool_ = nullptr;

TEST_F(OutcomeTest, EachEndIsTold) {
  const Case cases[] = {
      {"fine", End::kFinished},
      {"throws", End::kFinished},
      {"churns", End::kFinished},
      {"uncaught", End::kUncaughtException},
      {"rejects", End::kUnhandledRejection},
      {"busy", End::kTimedOut, Halt::kBusy},
      {"busyLater", End::kTimedOut, Halt::kBusy},
      {"pending", End::kTimedOut, Halt::kPending},
      {"microtasks", End::kTimedOut, Halt::kEndless},
      {"microtasksThatCollect", End::kTimedOut, Halt::kEndless},
      {"ticks", End::kTimedOut, Halt::kEndless},
      {"immediates", End::kTimedOut, Halt::kEndless},
      {"exits", End::kExited},
      {"aborts", End::kSignal},
      {"killsItself", End::kSignal},
      {"heap", End::kOutOfMemory},
      {"buffers", End::kOutOfMemory},
      {"prints", End::kOutputLimit},
      {"printsMuch", End::kOutputLimit},
  };
  for (const Case& one : cases) {
    const model::Execution execution = Provoke(one.function);
    EXPECT_EQ(ToString(execution.end), ToString(one.end)) << one.function << " " << execution.err;
    EXPECT_EQ(ToString(execution.halt), ToString(one.halt)) << one.function;
  }
}

TEST_F(OutcomeTest, DetailsOfTheEnd) {
  EXPECT_EQ(Provoke("exits").exit_code, 7);
  EXPECT_EQ(Provoke("killsItself").signal, SIGKILL);
  EXPECT_EQ(Provoke("aborts").signal, SIGABRT);
  EXPECT_EQ(Provoke("uncaught").error.text, "nobody catches this");
  EXPECT_EQ(Provoke("rejects").error.text, "nobody handles this");
}

TEST_F(OutcomeTest, OutputIsCompleteEvenAfterACrash) {
  const model::Execution fine = Provoke("logs");
  EXPECT_EQ(fine.out, "direct hello\n");
  EXPECT_EQ(fine.err, "problem\n");
  const model::Execution crashed = Provoke("printsThenAborts");
  EXPECT_EQ(crashed.out, "out before\n");
  EXPECT_EQ(crashed.err.substr(0, 11), "err before\n");
  EXPECT_NE(crashed.Find(model::Event::Kind::kCall, 1), nullptr) << "events before the crash are kept";
}

TEST_F(OutcomeTest, AZygoteThatDiesIsReplaced) {
  const int before = pool_->restarts();
  const model::Execution execution = Provoke("killsZygote");
  EXPECT_EQ(execution.end, End::kSignal);
  EXPECT_EQ(execution.halt, Halt::kZygote);
  EXPECT_GT(pool_->restarts(), before);
}

}  // namespace
}  // namespace kingbird::runtime
