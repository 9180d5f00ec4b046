// One system call after the other that could lead out of the sandbox, made by native code (raw.cc) in each kind of it.
// The promise that an attack tests is the name of its group; docs/security.md has the list.
#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <csignal>

#include "base/file_system.h"
#include "base/text.h"
#include "pool_fixture.h"
#include "runtime/control_group.h"

namespace kingbird::runtime {
namespace {

using model::Argument;
using model::Value;

/// A socket of the host that knows whether something came.
class Mailbox {
 public:
  Mailbox(const base::Path& path, int type)
      : fd_(socket(AF_UNIX, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)), stream_(type == SOCK_STREAM) {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    EXPECT_EQ(bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_TRUE(!stream_ || listen(fd_, 4) == 0);
  }
  /// Of UDP.
  Mailbox() : fd_(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    socklen_t size = sizeof address;
    getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = std::to_string(ntohs(address.sin_port));
  }
  ~Mailbox() { close(fd_); }
  const std::string& port() const { return port_; }
  bool HasMail() const {
    char byte = 0;
    return stream_ ? accept(fd_, nullptr, nullptr) >= 0 : recv(fd_, &byte, 1, 0) > 0;
  }

 private:
  int fd_;
  bool stream_ = false;
  std::string port_;
};

/// A process of the host that ends with any signal.
class Bystander {
 public:
  Bystander() : pid_(fork()) {
    if (pid_ != 0) return;
    for (;;) pause();
  }
  ~Bystander() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  std::string pid() const { return std::to_string(pid_); }
  bool IsUnharmed() const {
    return waitpid(pid_, nullptr, WNOHANG) == 0 && getpriority(PRIO_PROCESS, Id()) == getpriority(PRIO_PROCESS, 0);
  }

 private:
  id_t Id() const { return static_cast<id_t>(pid_); }
  pid_t pid_;
};

class WallTest : public ::testing::TestWithParam<SandboxKind> {
 protected:
  void SetUp() override {
    victim_.emplace(*base::TempFolder::Make(base::Disk(), "kingbird-victim"));
    ASSERT_TRUE(base::DiskFileSystem().Write(victim_->path() / "important.txt", "important").ok());
    pool_ = StartPool(Attacker());
    ASSERT_NE(pool_, nullptr);
  }

  PoolConfig Attacker() const {
    PoolConfig config = ConfigFor("attacker.js");
    config.sandbox = GetParam();
    config.zygote.readable = {victim_->path(), RAW_ATTACK};
    return config;
  }
  std::string Raw(const std::vector<std::string>& attack) {
    std::vector<Argument> arguments = {Argument::Literal(Value::String(victim_->path().string())),
                                       Argument::Literal(Value::String(RAW_ATTACK))};
    for (const std::string& word : attack) arguments.push_back(Argument::Literal(Value::String(word)));
    RunOptions options;
    options.virtual_time = false;
    options.deadline = std::chrono::milliseconds(10000);
    return Returned(RunOne(*pool_, Calls({"raw"}, arguments), options), 1);
  }
  void ExpectHeld(const std::vector<std::string>& attack) {
    EXPECT_THAT(Raw(attack), ::testing::AnyOf("EPERM", "EACCES", "ENOSYS", "ENOTTY", "ESRCH", "EROFS", "ENOENT",
                                              "EXDEV", "ECONNREFUSED", "EISCONN", "EINVAL", "SIGSYS"))
        << ::testing::PrintToString(attack);
  }
  bool namespaces() const { return GetParam() == SandboxKind::kNamespaces; }

  std::optional<base::TempFolder> victim_;
  std::unique_ptr<WorkerPool> pool_;
};

TEST_P(WallTest, NoSocketLeadsOut) {
  const base::Path letters = victim_->path() / "letters";
  const base::Path visits = victim_->path() / "visits";
  const Mailbox local(letters, SOCK_DGRAM);
  const Mailbox door(visits, SOCK_STREAM);
  const Mailbox loopback;
  for (const char* attack : {"unix high", "pair to host"}) ExpectHeld({attack, letters.string()});
  ExpectHeld({"stream pair to host", visits.string()});
  for (const char* attack : {"udp", "udp high"}) ExpectHeld({attack, loopback.port()});
  for (const char* attack :
       {"unix", "unix top bit", "unix high type", "vsock", "vsock high", "packet", "packet high", "crypto", "bluetooth",
        "key", "family of tomorrow", "audit", "audit high", "uevent", "socket of 32 bits", "socket of x32", "ring"}) {
    ExpectHeld({attack});
  }
  EXPECT_FALSE(local.HasMail());
  EXPECT_FALSE(door.HasMail());
  EXPECT_FALSE(loopback.HasMail());
}

TEST_P(WallTest, ProcessesOfTheHostAreOutOfReach) {
  const Bystander bystander;
  for (const char* attack :
       {"signal", "signal to thread", "signal by descriptor", "signal by owner", "trace", "read memory",
        "steal descriptor", "limit", "priority", "pin", "input priority", "compare"}) {
    ExpectHeld({attack, bystander.pid()});
  }
  const std::string folder = "/proc/" + bystander.pid();
  for (const char* name : {"/environ", "/mem", "/maps", "/fd/0", "/root/etc/passwd"})
    ExpectHeld({"read", folder + name});
  for (const char* name : {"/mem", "/oom_score_adj", "/comm"}) ExpectHeld({"write", folder + name});
  EXPECT_TRUE(bystander.IsUnharmed());
}

TEST_P(WallTest, TheKernelIsNotSpokenTo) {
  for (const char* attack : {"shared memory",
                             "message queue",
                             "semaphores",
                             "posix queue",
                             "memory file",
                             "mount",
                             "unmount",
                             "new mount interface",
                             "tree of mounts",
                             "chroot",
                             "pivot",
                             "new user",
                             "new user by clone",
                             "new user by clone3",
                             "other namespace",
                             "bpf",
                             "perf",
                             "keys",
                             "page faults",
                             "module",
                             "other kernel",
                             "reboot",
                             "host name",
                             "clock",
                             "kernel log",
                             "ports",
                             "file by handle",
                             "watch everything",
                             "swap",
                             "typing",
                             "pasting",
                             "call of tomorrow"}) {
    EXPECT_THAT(Raw({attack}), ::testing::AnyOf("EPERM", "ENOSYS")) << attack;
  }
}

TEST_P(WallTest, FilesOfTheHostKeepTheirAttributes) {
  const std::string file = (victim_->path() / "important.txt").string();
  EXPECT_EQ(Raw({"read", file}), "done") << "it was shown on purpose";
  for (const char* attack : {"write", "flags", "link in", "mode", "attribute"}) ExpectHeld({attack, file});
  ExpectHeld({"device"});
}

TEST_P(WallTest, NobodyWaitsForIt) {
  ExpectHeld({"lease", (victim_->path() / "important.txt").string()});
  EXPECT_EQ(Raw({"flush"}), "done") << "disks are not kept busy, and nobody is told";
}

TEST_P(WallTest, ADeviceAmongItsFilesDoesNotOpen) {
  const std::string zero = victim_->path() / "zero";
  if (!namespaces()) GTEST_SKIP() << "Landlock does not tell devices from files";
  if (mknod(zero.c_str(), S_IFCHR | 0666, makedev(1, 5)) != 0) GTEST_SKIP() << "only root makes devices";
  EXPECT_EQ(Raw({"read", zero}), "EACCES");
}

TEST_P(WallTest, FilesOfTheUserAreNotSeen) {
  const base::TempFolder secret = *base::TempFolder::Make(base::Disk(), "kingbird-secret");
  ASSERT_TRUE(base::DiskFileSystem().Write(secret.path() / "key", "secret").ok());
  const std::string key = secret.path() / "key";
  const std::string project = base::Path(TARGETS).parent_path().parent_path().parent_path();
  for (const std::string& path : {key,
                                  "/proc/self/root" + key,
                                  "/proc/1/root" + key,
                                  "/proc/self/cwd/../../../../.." + key,
                                  secret.path().string(),
                                  std::string("/etc/shadow"),
                                  std::string("/etc/sudoers"),
                                  std::string("/etc/machine-id"),
                                  std::string("/etc/ssl/private"),
                                  std::string("/root"),
                                  std::string("/root/.bashrc"),
                                  std::string("/home"),
                                  std::string("/var/log"),
                                  std::string("/var/lib"),
                                  std::string("/srv"),
                                  std::string("/usr/src"),
                                  std::string("/usr/local/etc"),
                                  std::string("/mnt"),
                                  std::string("/dev/mem"),
                                  std::string("/dev/kmsg"),
                                  std::string("/dev/shm"),
                                  std::string("/dev/tty"),
                                  std::string("/sys/kernel"),
                                  project + "/CMakeLists.txt",
                                  project + "/.git"}) {
    if (base::IsBelow(TARGETS, path)) continue;  // On the way to what is shown.
    EXPECT_THAT(Raw({"read", path}), ::testing::AnyOf("ENOENT", "EACCES", "EPERM", "ENXIO")) << path;
  }
}

TEST_P(WallTest, NothingIsToldOfHiddenFiles) {
  const base::TempFolder hidden = *base::TempFolder::Make(base::Disk(), "kingbird-hidden");
  const std::string file = hidden.path() / "file";
  ASSERT_TRUE(base::DiskFileSystem().Write(file, "hidden").ok());
  // Not all disks have attributes; the calls fail in any case.
  setxattr(file.c_str(), "user.kingbird", "hidden", 6, 0);
  for (const std::string attack :
       {"watch", "read attribute", "read attribute of link", "list attributes", "list attributes of link"})
    EXPECT_THAT(Raw({attack, file}), ::testing::AnyOf("ENOENT", "EACCES", "EOPNOTSUPP", "ENOTSUP")) << attack;
  EXPECT_THAT(Raw({"watch", hidden.path().string()}), ::testing::AnyOf("ENOENT", "EACCES"));
}

TEST_P(WallTest, ALinkOutOfTheScratchFolderLeadsNowhere) {
  const base::TempFolder secret = *base::TempFolder::Make(base::Disk(), "kingbird-secret");
  const std::string key = secret.path() / "key";
  ASSERT_TRUE(base::DiskFileSystem().Write(key, "secret").ok());
  EXPECT_THAT(Raw({"read through link", key}), ::testing::AnyOf("ENOENT", "EACCES"));
}

TEST_P(WallTest, SharedMemoryCountsAsMemory) {
  PoolConfig config = Attacker();
  config.zygote.memory_mb = 300;
  pool_ = StartPool(config);
  ASSERT_NE(pool_, nullptr);
  std::vector<Argument> arguments;
  for (const std::string& text :
       {victim_->path().string(), std::string(RAW_ATTACK), std::string("hoard"), std::string("600")}) {
    arguments.push_back(Argument::Literal(Value::String(text)));
  }
  RunOptions options;
  options.virtual_time = false;
  options.deadline = std::chrono::milliseconds(15000);
  EXPECT_EQ(ToString(RunOne(*pool_, Calls({"raw"}, arguments), options).end), "out-of-memory");
}

TEST_P(WallTest, AStoppedZygoteIsReplaced) {
  // The core by itself would notice when that is over.
  const ShortRun run(std::chrono::seconds(20));
  PoolConfig config = Attacker();
  config.zygote.run = &run;
  pool_ = StartPool(config);
  ASSERT_NE(pool_, nullptr);
  RunOptions options;
  options.virtual_time = false;
  const model::TestCase stop = Calls({"stopParent"}, {Argument::Literal(Value::String(victim_->path().string()))});
  const model::Execution execution = RunOne(*pool_, stop, options);
  EXPECT_EQ(ToString(execution.end), "signal");
  EXPECT_EQ(execution.halt, model::Halt::kZygote);
  EXPECT_EQ(Raw({"unix"}), "EACCES") << "the next test is unaffected";
}

TEST_P(WallTest, ProcessesThatRunAwayAreCaught) {
  const std::string mark = std::to_string(getpid()) + "-comet";
  const std::string line = std::string(RAW_ATTACK) + '\0' + "comets" + '\0' + "20" + '\0' + mark;
  const auto alive = [&] {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      const auto said = base::DiskFileSystem().ReadAtMost(entry.path() / "cmdline", 4096);
      if (said.ok() && said->starts_with(line)) ++count;
    }
    return count;
  };
  std::vector<Argument> arguments;
  for (const std::string& text : {victim_->path().string(), std::string(RAW_ATTACK), mark})
    arguments.push_back(Argument::Literal(Value::String(text)));
  RunOptions options;
  options.virtual_time = false;
  EXPECT_EQ(Returned(RunOne(*pool_, Calls({"comets"}, arguments), options), 1), "started");
  EXPECT_EQ(alive(), 0);
  EXPECT_EQ(pool_->restarts(), 0);
}

TEST_P(WallTest, TheZygoteIsNotDebugged) {
  RunOptions options;
  options.virtual_time = false;
  options.deadline = std::chrono::milliseconds(5000);
  const std::vector<Argument> arguments = {Argument::Literal(Value::String(victim_->path().string())),
                                           Argument::Literal(Value::Number(9229))};
  // The zygote itself waits for its core; the next test begins as its copy.
  for (const char* attack : {"debugParent", "connect"}) {
    const model::Execution execution = RunOne(*pool_, Calls({attack}, arguments), options);
    const model::Event* settled = execution.Find(model::Event::Kind::kFulfill, 1);
    ASSERT_NE(settled, nullptr) << attack << ": " << ToString(execution.halt);
    EXPECT_THAT(settled->values[0].text, ::testing::AnyOf("ECONNREFUSED", "EACCES")) << attack;
    EXPECT_EQ(execution.err, "") << attack;
  }
}

TEST_P(WallTest, NobodyDebugsItWhileItIsLoaded) {
  PoolConfig config = ConfigFor("debugged.js");
  config.sandbox = GetParam();
  pool_ = StartPool(config);
  ASSERT_NE(pool_, nullptr);
  RunOptions options;
  options.virtual_time = false;
  options.deadline = std::chrono::milliseconds(5000);
  const auto fulfilled = [&](const char* name) {
    const model::Execution execution = RunOne(*pool_, Calls({name}), options);
    const model::Event* settled = execution.Find(model::Event::Kind::kFulfill, 1);
    return settled == nullptr ? std::string(ToString(execution.halt)) : settled->values[0].text;
  };
  EXPECT_THAT(fulfilled("connect"), ::testing::AnyOf("ECONNREFUSED", "EACCES"));
  EXPECT_EQ(fulfilled("hear"), "heard");
}

TEST_P(WallTest, NobodyWaitsForAZygoteThatDoesNotRead) {
  const ShortRun run(std::chrono::seconds(5));
  PoolConfig config = ConfigFor("deaf.js");
  config.sandbox = GetParam();
  config.zygote.run = &run;
  config.zygote.environment = {"PROTOCOL=" + std::to_string(wire::kProtocolVersion),
                               "READY=" + std::to_string(static_cast<int>(wire::FrameType::kReady))};
  pool_ = StartPool(config);
  ASSERT_NE(pool_, nullptr);
  // More than a socket holds.
  const model::TestCase test = Calls({"f"}, {Argument::Literal(Value::String(std::string(4 << 20, 'x')))});
  EXPECT_EQ(ToString(RunOne(*pool_, test).end), "not-run");
}

TEST_P(WallTest, TheAgentIsOutOfReach) {
  PoolConfig config = ConfigFor("reach.js");
  config.sandbox = GetParam();
  pool_ = StartPool(config);
  ASSERT_NE(pool_, nullptr);
  EXPECT_EQ(Returned(RunOne(*pool_, Calls({"search"})), 1), "");
  EXPECT_EQ(Returned(RunOne(*pool_, Calls({"addon"})), 1), "");
  for (const char* door : {"debugger", "nativeDebugger"})
    EXPECT_EQ(Returned(RunOne(*pool_, Calls({door})), 1), "ERR_INSPECTOR_NOT_AVAILABLE") << door;
}

TEST_P(WallTest, LoadingIsWatchedToo) {
  for (const char* target : {"bomb.js", "hoarder.js", "filler.js"}) {
    PoolConfig config = ConfigFor(target);
    config.sandbox = GetParam();
    config.zygote.limits.tree_processes = 50;
    config.zygote.limits.tree_memory_mb = 500;
    const auto pool = WorkerPool::Start(config);
    ASSERT_FALSE(pool.ok()) << target;
    EXPECT_THAT(pool.error().message, ::testing::HasSubstr("ended or hung while it was loaded")) << target;
  }
}

TEST_P(WallTest, TheKernelKeepsTheWhole) {
  if (!ControlGroup::Make({64, 64})) GTEST_SKIP() << "no control groups that we may use here";
  const base::DiskFileSystem files;
  const GroupPlaces places =
      FindGroupPlaces(*files.Read("/proc/self/mountinfo"), *files.Read("/proc/self/cgroup"), files);
  for (const base::Path& place : places.folders) {
    ExpectHeld({"write", (place / "cgroup.procs").string()});
    size_t processes = 0;
    const auto names = files.List(place);
    for (const std::string& name : *names) {
      if (!name.starts_with("kingbird-" + std::to_string(getpid()) + "-")) continue;
      processes += base::Split(*files.Read(place / name / "cgroup.procs"), '\n').size() - 1;
      ExpectHeld({"write", (place / name / "cgroup.procs").string()});
    }
    EXPECT_GE(processes, 2U) << "supervisor and Node, in " << place;
  }
}

INSTANTIATE_TEST_SUITE_P(Sandboxes, WallTest, ::testing::Values(SandboxKind::kNamespaces, SandboxKind::kLandlock),
                         [](const auto& kind) { return std::string(ToString(kind.param)); });

}  // namespace
}  // namespace kingbird::runtime
