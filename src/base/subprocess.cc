// fork, exec, then poll both pipes until the child has closed them and exited or the time limit kills its process
// group. An exec failure travels back through a close-on-exec pipe, so "not found" is never confused with exit code
// 127.
#include "base/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/text.h"

namespace kingbird::base {
namespace {

struct Pipe {
  int read = -1;
  int write = -1;
  Pipe() {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) == 0) {
      read = fds[0];
      write = fds[1];
    }
  }
  ~Pipe() {
    CloseRead();
    CloseWrite();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void CloseRead() { Close(read); }
  void CloseWrite() { Close(write); }
  bool ok() const { return read >= 0; }

 private:
  static void Close(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
  }
};

[[noreturn]] void Exec(const Command& command, Pipe& in, Pipe& out, Pipe& err, Pipe& failure) {
  setpgid(0, 0);
  // A run may end at any moment (cli/watchdog.h): what nobody waits for any more ends with it.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(in.read, 0);
  dup2(out.write, 1);
  dup2(err.write, 2);
  if (!command.folder.empty() && chdir(command.folder.c_str()) != 0) {
    const int code = errno;
    (void)!write(failure.write, &code, sizeof code);
    _exit(127);
  }
  setenv("PATH", SearchPath().c_str(), 1);
  for (const auto& [name, value] : command.environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& argument : command.arguments) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  signal(SIGPIPE, SIG_DFL);
  // Last: this process may have more than that itself, and gets no memory any more.
  if (command.most_memory > 0) {
    const rlimit limit = {command.most_memory, command.most_memory};
    setrlimit(RLIMIT_DATA, &limit);
  }
  execvp(arguments[0], arguments.data());
  const int code = errno;
  (void)!write(failure.write, &code, sizeof code);
  _exit(127);
}

// Reads what is there; false at the end of the stream.
bool Drain(int fd, std::string& into) {
  char buffer[1 << 16];
  const ssize_t n = read(fd, buffer, sizeof buffer);
  if (n > 0) into.append(buffer, std::min(static_cast<size_t>(n), kMostOutput - into.size()));
  return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

void Communicate(const Command& command, pid_t pid, Pipe& in, Pipe& out, Pipe& err, ProcessResult& result) {
  const auto deadline = std::chrono::steady_clock::now() + command.time_limit;
  size_t written = 0;
  if (command.input.empty()) in.CloseWrite();
  while (out.read >= 0 || err.read >= 0) {
    const auto left =
        LeftOf(command.deadline,
               std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()));
    if (left.count() <= 0) {
      result.timed_out = true;
      kill(-pid, SIGKILL);
      return;
    }
    std::array<pollfd, 3> fds = {{{out.read, POLLIN, 0}, {err.read, POLLIN, 0}, {in.write, POLLOUT, 0}}};
    if (poll(fds.data(), fds.size(), static_cast<int>(std::min(left, Deadline::kSlice).count())) <= 0) continue;
    if (fds[0].revents != 0 && !Drain(out.read, result.out)) out.CloseRead();
    if (fds[1].revents != 0 && !Drain(err.read, result.err)) err.CloseRead();
    if (fds[2].revents != 0) {
      const ssize_t n = write(in.write, command.input.data() + written, command.input.size() - written);
      if (n > 0) written += static_cast<size_t>(n);
      if (written == command.input.size() || (n < 0 && errno != EINTR && errno != EAGAIN)) in.CloseWrite();
    }
  }
}

}  // namespace

std::string SearchPath() {
  const char* path = std::getenv("PATH");
  std::string kept;
  for (const std::string& folder : Split(path == nullptr ? "" : path, ':')) {
    const Path at(folder);
    if (!at.is_absolute() || std::ranges::find(at, Path("node_modules")) != at.end()) continue;
    kept += (kept.empty() ? "" : ":") + folder;
  }
  // An empty one would be the current folder.
  return kept.empty() ? "/usr/local/bin:/usr/bin:/bin" : kept;
}

Result<ProcessResult> RunCommand(const Command& command) {
  CHECK(!command.arguments.empty());
  Pipe in, out, err, failure;
  if (!in.ok() || !out.ok() || !err.ok() || !failure.ok()) return EnvironmentError("cannot make a pipe");
  signal(SIGPIPE, SIG_IGN);
  const pid_t pid = fork();
  if (pid < 0) return EnvironmentError(fmt::format("cannot start {}: {}", command.arguments[0], std::strerror(errno)));
  if (pid == 0) Exec(command, in, out, err, failure);
  setpgid(pid, pid);
  in.CloseRead();
  out.CloseWrite();
  err.CloseWrite();
  failure.CloseWrite();
  if (!command.input.empty()) fcntl(in.write, F_SETFL, O_NONBLOCK);

  int code = 0;
  ssize_t n = 0;
  do {
    n = read(failure.read, &code, sizeof code);
  } while (n < 0 && errno == EINTR);
  if (n > 0) {
    waitpid(pid, nullptr, 0);
    const ErrorCode kind = code == ENOENT ? ErrorCode::kNotFound : ErrorCode::kEnvironment;
    return Error{kind, fmt::format("cannot start {}: {}", command.arguments[0], std::strerror(code)), ""};
  }

  ProcessResult result;
  Communicate(command, pid, in, out, err, result);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace kingbird::base
