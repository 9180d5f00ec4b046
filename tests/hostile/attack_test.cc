// A target does its worst to the host, in each sandbox; afterwards the host is as it was and every limit is an outcome.
// attacker.js refuses to go on when it finds that it can write outside, so a broken sandbox fails the test harmlessly.
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "base/file_system.h"
#include "pool_fixture.h"

namespace kingbird::runtime {
namespace {

using model::Argument;
using model::End;
using model::Value;

/// Names, modes, times and content of everything below a folder.
std::string Snapshot(const base::Path& folder) {
  std::string text;
  std::vector<base::Path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  for (const base::Path& path : paths) {
    const auto status = std::filesystem::symlink_status(path);
    text += path.string() + " " + std::to_string(static_cast<int>(status.permissions()));
    if (std::filesystem::is_regular_file(status)) {
      text += " " + std::to_string(std::filesystem::last_write_time(path).time_since_epoch().count());
      text += " " + *base::DiskFileSystem().Read(path);
    }
    text += "\n";
  }
  return text;
}

/// A socket of the host that counts who comes.
class Listener {
 public:
  Listener(int family, const base::Path& path) : fd_(socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    if (family == AF_UNIX) {
      sockaddr_un address = {};
      address.sun_family = AF_UNIX;
      path.string().copy(address.sun_path, sizeof address.sun_path - 1);
      EXPECT_EQ(bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    } else {
      sockaddr_in address = {};
      address.sin_family = AF_INET;
      address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      EXPECT_EQ(bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
      socklen_t size = sizeof address;
      getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
      port_ = ntohs(address.sin_port);
    }
    EXPECT_EQ(listen(fd_, 4), 0);
  }
  ~Listener() { close(fd_); }
  int port() const { return port_; }
  bool Visited() const { return accept(fd_, nullptr, nullptr) >= 0; }

 private:
  int fd_;
  int port_ = 0;
};

class AttackTest : public ::testing::TestWithParam<SandboxKind> {
 protected:
  void SetUp() override {
    auto folder = base::TempFolder::Make(base::Disk(), "kingbird-victim");
    ASSERT_TRUE(folder.ok());
    victim_.emplace(std::move(*folder));
    base::DiskFileSystem disk;
    ASSERT_TRUE(disk.Write(victim_->path() / "important.txt", "important").ok());
    ASSERT_TRUE(disk.Write(victim_->path() / "folder/nested.txt", "nested").ok());
    PoolConfig config = ConfigFor("attacker.js");
    config.sandbox = GetParam();
    config.zygote.readable = {victim_->path()};
    pool_ = StartPool(config);
    ASSERT_NE(pool_, nullptr);
  }

  model::Execution Attack(const std::string& name, std::vector<Argument> more = {}, int deadline_ms = 3000) {
    std::vector<Argument> arguments = {Argument::Literal(Value::String(victim_->path().string()))};
    arguments.insert(arguments.end(), more.begin(), more.end());
    RunOptions options;
    options.deadline = std::chrono::milliseconds(deadline_ms);
    options.virtual_time = false;
    const model::Execution execution = RunOne(*pool_, Calls({name}, arguments), options);
    const model::Event* thrown = execution.Find(model::Event::Kind::kThrow, 1);
    EXPECT_EQ(thrown, nullptr) << name << ": " << (thrown != nullptr ? thrown->values[0].text : "");
    return execution;
  }
  std::string Answer(const std::string& name, std::vector<Argument> more = {}) {
    const model::Execution execution = Attack(name, std::move(more));
    const model::Event* settled = execution.Find(model::Event::Kind::kFulfill, 1);
    return settled != nullptr ? settled->values[0].text : Returned(execution, 1);
  }

  std::optional<base::TempFolder> victim_;
  std::unique_ptr<WorkerPool> pool_;
};

TEST_P(AttackTest, FilesOfTheHostStay) {
  const std::string before = Snapshot(victim_->path());
  for (const char* attack : {"remove", "truncate", "change", "create", "shell"}) {
    Attack(attack, {}, 20000);
    EXPECT_EQ(Snapshot(victim_->path()), before) << attack;
  }
  for (const char* place : {"/", "/tmp", "/etc", "/var/tmp", "/dev/shm", "/root"}) {
    std::error_code unreadable;  // what an ordinary user cannot see, it cannot have written
    EXPECT_FALSE(std::filesystem::exists(base::Path(place) / "kingbird-was-here", unreadable)) << place;
    EXPECT_FALSE(std::filesystem::exists(base::Path(place) / "kingbird-was-here-too", unreadable)) << place;
  }
}

// Elsewhere the same test would write to the user's disk.
TEST_P(AttackTest, WhatOnlyAReadOnlyMachineAnswersIsTheMachinesAffair) {
  EXPECT_TRUE(Attack("writesOutside").depends_on_machine);
  // Every attack tries to write outside first, so none of them is an example of the opposite.
  EXPECT_FALSE(Attack("nothing").depends_on_machine);
}

// A sandbox that maps root to its user owns the devices of the host.
TEST_P(AttackTest, DevicesOfTheHostStay) {
  const auto look = [] {
    std::string all;
    for (const char* name : {"null", "zero", "full", "random", "urandom"}) {
      struct stat info = {};
      stat((std::string("/dev/") + name).c_str(), &info);
      all += fmt::format("{} {:o} {} {}\n", name, info.st_mode, info.st_uid, info.st_mtim.tv_sec == 1);
    }
    return all;
  };
  const std::string before = look();
  EXPECT_EQ(Answer("devices"), "undefined") << "/dev/null can be written";
  EXPECT_EQ(look(), before);
}

TEST_P(AttackTest, WhatIsForbiddenSaysSo) {
  EXPECT_THAT(Answer("sysctl"), ::testing::AnyOf("EROFS", "EACCES", "EPERM"));
  EXPECT_EQ(Answer("readOnly"), "EACCES");
}

TEST_P(AttackTest, NoConnectionLeaves) {
  const Listener tcp(AF_INET, "");
  const Listener local(AF_UNIX, victim_->path() / "socket");
  EXPECT_THAT(Answer("connect", {Argument::Literal(Value::Number(tcp.port()))}),
              ::testing::AnyOf("ECONNREFUSED", "EACCES", "ENETUNREACH"));
  EXPECT_THAT(Answer("connectUnix", {Argument::Literal(Value::String((victim_->path() / "socket").string()))}),
              ::testing::AnyOf("EACCES", "EPERM"));
  EXPECT_FALSE(tcp.Visited());
  EXPECT_FALSE(local.Visited());
}

TEST_P(AttackTest, ProcessesOfTheHostStay) {
  const pid_t victim = fork();
  if (victim == 0) {
    pause();
    _exit(0);
  }
  EXPECT_THAT(Answer("kill", {Argument::Literal(Value::Number(victim))}), ::testing::AnyOf("ESRCH", "EPERM"));
  EXPECT_EQ(kill(victim, 0), 0);
  kill(victim, SIGKILL);
  waitpid(victim, nullptr, 0);
  if (GetParam() == SandboxKind::kNamespaces) {
    const model::Execution listed = Attack("processes");
    // Its init, the zygote and itself.
    EXPECT_EQ(listed.Find(model::Event::Kind::kReturn, 1)->values[0].number, 3);
  }
}

TEST_P(AttackTest, LimitsAreOutcomes) {
  const model::Execution bomb = Attack("forkBomb", {}, 10000);
  EXPECT_EQ(ToString(bomb.end), "signal");
  EXPECT_EQ(bomb.halt, model::Halt::kProcesses);
  const model::Execution orphans = Attack("orphanBomb", {}, 10000);
  EXPECT_EQ(orphans.halt, model::Halt::kProcesses);
  for (const char* fill : {"fillDisk", "fillUnseen", "fillDeep"}) {
    const model::Execution disk = Attack(fill, {}, 10000);
    if (GetParam() == SandboxKind::kNamespaces) {
      EXPECT_EQ(Returned(disk, 1), "ENOSPC") << fill;
    } else {
      EXPECT_EQ(disk.halt, model::Halt::kScratch) << fill;
    }
  }
  const model::Execution file = Attack("bigFile", {}, 10000);
  EXPECT_EQ(ToString(file.end), "output-limit");
  EXPECT_TRUE(file.stopped);
  EXPECT_EQ(Attack("readOnly").end, End::kFinished) << "the next test is unaffected";
}

TEST_P(AttackTest, ChildrenOfATestDieWithIt) {
  // Nobody else on this machine sleeps that long.
  const std::string seconds = fmt::format("300.{}", getpid());
  EXPECT_EQ(Answer("daemon", {Argument::Literal(Value::String(seconds))}), "started");
  const auto count_sleepers = [&] {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      std::ifstream file(entry.path() / "cmdline", std::ios::binary);
      std::string line;
      std::getline(file, line);
      if (line == fmt::format("/bin/sleep{0}{1}{0}", '\0', seconds)) ++count;
    }
    return count;
  };
  EXPECT_EQ(count_sleepers(), 0);
}

// The attacks above can fail: without a sandbox the attacker writes its canary, says so, and does nothing more.
TEST(NoSandboxTest, TheAttackerNotices) {
  auto victim = base::TempFolder::Make(base::Disk(), "kingbird-victim");
  ASSERT_TRUE(victim.ok());
  PoolConfig config = ConfigFor("attacker.js");
  config.sandbox = SandboxKind::kNone;
  const auto pool = StartPool(config);
  ASSERT_NE(pool, nullptr);
  const model::TestCase test = Calls({"readOnly"}, {Argument::Literal(Value::String(victim->path().string()))});
  const model::Execution execution = RunOne(*pool, test);
  const model::Event* thrown = execution.Find(model::Event::Kind::kThrow, 1);
  ASSERT_NE(thrown, nullptr);
  EXPECT_EQ(thrown->values[0].text, "not confined");
  EXPECT_TRUE(std::filesystem::exists(victim->path() / "canary"));
}

INSTANTIATE_TEST_SUITE_P(Sandboxes, AttackTest, ::testing::Values(SandboxKind::kNamespaces, SandboxKind::kLandlock),
                         [](const auto& kind) { return std::string(ToString(kind.param)); });

}  // namespace
}  // namespace kingbird::runtime
