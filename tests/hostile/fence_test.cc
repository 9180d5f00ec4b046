// Kernels before 6.12 do not keep signals inside Landlock: a filter does, here without any sandbox around it, as newer
// kernels would hide what it lets through.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "pool_fixture.h"
#include "runtime/node.h"
#include "runtime/script.h"

namespace kingbird::runtime {
namespace {

class FenceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    victim_ = fork();
    if (victim_ == 0) {
      setpgid(0, 0);
      for (;;) pause();
    }
    setpgid(victim_, victim_);
  }
  void TearDown() override {
    EXPECT_EQ(waitpid(victim_, nullptr, WNOHANG), 0) << "a process outside was ended";
    kill(victim_, SIGKILL);
    waitpid(victim_, nullptr, 0);
  }
  pid_t victim_ = 0;
};

TEST_F(FenceTest, ATestSignalsNobodyElse) {
  PoolConfig config = ConfigFor("signaller.js");
  config.sandbox = SandboxKind::kNone;
  config.zygote.fence_signals = true;
  const auto pool = StartPool(config);
  ASSERT_NE(pool, nullptr);
  const auto say = [&](const char* name) {
    return Returned(RunOne(*pool, Calls({name}, {model::Argument::Literal(model::Value::Number(victim_))})), 1);
  };
  EXPECT_EQ(say("signal"), "EPERM");
  EXPECT_EQ(say("group"), "EPERM");
  EXPECT_EQ(say("ask"), "true");
}

TEST_F(FenceTest, NorDoesAScript) {
  ScriptConfig config;
  config.node = FindNode(ConfigFor("").node)->path;
  config.arguments = {std::string(TARGETS) + "/signaller.js", std::to_string(victim_)};
  config.sandbox = SandboxKind::kNone;
  config.fence_signals = true;
  const auto run = RunScript(config);
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run->out, "EPERM,EPERM,true") << run->err;
}

}  // namespace
}  // namespace kingbird::runtime
