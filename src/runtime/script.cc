#include "runtime/script.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "runtime/process_tree.h"

namespace kingbird::runtime {
namespace {

constexpr uint32_t kOtherUser = 1729;
// npm opens as many files as it unpacks packages at once.
constexpr uint64_t kHelpersOpenFiles = 65536;
constexpr uint64_t kReserved = uint64_t{1} << 42;
// Between closing its output and its end.
constexpr std::chrono::milliseconds kLastMoment{2000};

struct Stream {
  int read = -1;
  int write = -1;
  size_t most;        // What is printed beyond it is drained and forgotten.
  bool full = false;  // More than that was printed.
  std::string text;

  explicit Stream(size_t most_in) : most(most_in) {
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
    full |= count > 0 && static_cast<size_t>(count) > most - text.size();
    if (count > 0) text.append(buffer, std::min(static_cast<size_t>(count), most - text.size()));
    if (count == 0 || (count < 0 && errno != EINTR)) Close(read);
  }
};

/// How long a program has printed nothing, by its own time (ScriptConfig::silence).
class Silence {
 public:
  explicit Silence(pid_t root) : root_(root) {}
  void Break() {
    known_ = false;
    own_ = {};
  }
  /// To be asked again and again while it lasts.
  std::chrono::milliseconds Length() {
    const TreeUse use = MeasureBelow(root_);
    const auto now = std::chrono::steady_clock::now();
    if (known_) {
      const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(now - asked_);
      own_ += use.running ? std::clamp(use.computed - computed_, std::chrono::milliseconds(0), passed) : passed;
    }
    known_ = true;
    asked_ = now;
    computed_ = use.computed;
    return own_;
  }

 private:
  pid_t root_;
  bool known_ = false;
  std::chrono::milliseconds own_{0};
  std::chrono::steady_clock::time_point asked_;
  std::chrono::milliseconds computed_{0};
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
  spec.folder = config.folder;
  if (config.most_memory > 0) spec.limits.data_size = config.most_memory;
  spec.finds_libraries = config.finds_libraries;
  if (config.helper) {
    spec.helper = config.helper;
    spec.limits.file_size = config.helper->most_bytes;
    spec.limits.open_files = kHelpersOpenFiles;
  }
  spec.fence_signals = config.fence_signals || NeedsSignalFence(config.sandbox);
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
    ASSIGN_OR_RETURN(base::TempFolder made, base::TempFolder::Make(base::Disk(), "kingbird-script"));
    scratch = made.path();
    folder.emplace(std::move(made));
  }
  Stream out(config.most_output), err(config.most_output);
  LaunchSpec spec = SpecOf(config, scratch);
  spec.descriptors[1] = out.write;
  spec.descriptors[2] = err.write;
  ASSIGN_OR_RETURN(SandboxedProcess process, SandboxedProcess::Launch(spec));
  Stream::Close(out.write);
  Stream::Close(err.write);

  ScriptResult result;
  const auto deadline = std::chrono::steady_clock::now() + config.time_limit;
  Silence silence(process.pid());
  while (out.read >= 0 || err.read >= 0) {
    const auto own = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    const auto left = base::LeftOf(config.deadline, own);
    if (left.count() <= 0) {
      result.timed_out = true;
      result.cut = own.count() > 0;
      break;
    }
    pollfd fds[] = {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}};
    if (poll(fds, 2, static_cast<int>(std::min(left, base::Deadline::kSlice).count())) <= 0) {
      if (config.silence.count() == 0) continue;
      const bool begun = !out.text.empty() || !err.text.empty();
      result.timed_out = silence.Length() >= (begun ? config.silence : std::max(config.start, config.silence));
      if (result.timed_out) break;
      continue;
    }
    silence.Break();
    if (fds[0].revents != 0) out.Drain();
    if (fds[1].revents != 0) err.Drain();
    if (config.helper && (out.full || err.full)) {
      result.too_large = true;
      break;
    }
  }
  if (!result.timed_out && !result.too_large) result.exit_code = process.WaitFor(kLastMoment).value_or(-1);
  if (config.helper && result.exit_code == kBeyondLimits) result.too_large = true;
  result.out = std::move(out.text);
  result.err = std::move(err.text);
  return result;
}

}  // namespace kingbird::runtime
