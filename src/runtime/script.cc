#include "runtime/script.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>

namespace kingbird::runtime {
namespace {

constexpr uint32_t kOtherUser = 1729;
constexpr uint64_t kReserved = uint64_t{1} << 42;
constexpr size_t kMostOutput = 8 << 20;  // of one stream
// Between closing its output and its end.
constexpr std::chrono::milliseconds kLastMoment{2000};

struct Stream {
  int read = -1;
  int write = -1;
  std::string text;

  Stream() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) == 0) {
      read = ends[0];
      write = ends[1];
    }
  }
  ~Stream() {
    Close(read);
    Close(write);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  static void Close(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
  }
  // Takes what there is; closes at the end.
  void Drain() {
    char buffer[1 << 16];
    const ssize_t count = ::read(read, buffer, sizeof buffer);
    // What is printed beyond it is drained and forgotten.
    if (count > 0) text.append(buffer, std::min(static_cast<size_t>(count), kMostOutput - text.size()));
    if (count == 0 || (count < 0 && errno != EINTR)) Close(read);
  }
};

LaunchSpec SpecOf(const ScriptConfig& config, const base::Path& scratch) {
  LaunchSpec spec;
  spec.sandbox = config.sandbox;
  spec.command = {config.node.string()};
  spec.command.insert(spec.command.end(), config.arguments.begin(), config.arguments.end());
  std::map<std::string, std::string> environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                                                    {"HOME", scratch.string()},
                                                    {"TMPDIR", scratch.string()},
                                                    {"LANG", "C.UTF-8"},
                                                    {"TZ", "UTC"}};
  for (const auto& [name, value] : config.environment) environment[name] = value;
  for (const auto& [name, value] : environment) spec.environment.push_back(name + "=" + value);
  spec.scratch = scratch;
  spec.readable = config.readable;
  spec.system_calls = config.system_calls;
  if (config.reserves) spec.limits.data_size = kReserved;
  if (config.elsewhere) {
    spec.user = kOtherUser;
    spec.limits.file_size *= 1024;
    spec.limits.open_files /= 2;
  }
  return spec;
}

}  // namespace

base::Result<ScriptResult> RunScript(const ScriptConfig& config) {
  std::optional<base::TempFolder> folder;
  base::Path scratch(kScratchMount);
  if (config.sandbox != SandboxKind::kNamespaces) {
    ASSIGN_OR_RETURN(base::TempFolder made, base::TempFolder::Make("kingbird-script"));
    scratch = made.path();
    folder.emplace(std::move(made));
  }
  Stream out, err;
  LaunchSpec spec = SpecOf(config, scratch);
  spec.descriptors[1] = out.write;
  spec.descriptors[2] = err.write;
  ASSIGN_OR_RETURN(SandboxedProcess process, SandboxedProcess::Launch(spec));
  Stream::Close(out.write);
  Stream::Close(err.write);

  ScriptResult result;
  const auto deadline = std::chrono::steady_clock::now() + config.time_limit;
  auto heard = std::chrono::steady_clock::now();
  while (out.read >= 0 || err.read >= 0) {
    const bool begun = !out.text.empty() || !err.text.empty() || config.start.count() == 0;
    const auto silence = begun ? config.silence : std::max(config.start, config.silence);
    const auto until = config.silence.count() > 0 ? std::min(deadline, heard + silence) : deadline;
    const auto own = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    const auto left = base::LeftOf(config.deadline, own);
    if (left.count() <= 0) {
      result.timed_out = true;
      result.cut = own.count() > 0;
      break;
    }
    pollfd fds[] = {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}};
    if (poll(fds, 2, static_cast<int>(std::min(left, base::Deadline::kSlice).count())) <= 0) continue;
    heard = std::chrono::steady_clock::now();
    if (fds[0].revents != 0) out.Drain();
    if (fds[1].revents != 0) err.Drain();
  }
  if (!result.timed_out) result.exit_code = process.WaitFor(kLastMoment).value_or(-1);
  result.out = std::move(out.text);
  result.err = std::move(err.text);
  return result;
}

}  // namespace kingbird::runtime
