#include "base/disk_temp_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "base/empty_folder.h"

namespace kingbird::base {
namespace {

/// As they are named, with the process: "kingbird-stage-4711-ab12cd". Those of emitted suites have one more number
/// before that.
bool IsNameOfOurs(const std::string& name) {
  constexpr size_t kRandom = 7;
  if (!name.starts_with("kingbird-") || name.size() < kRandom || name[name.size() - kRandom] != '-') return false;
  const std::string rest = name.substr(0, name.size() - kRandom);
  const size_t dash = rest.rfind('-');
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return dash + 1 < rest.size() && std::all_of(rest.begin() + static_cast<ptrdiff_t>(dash) + 1, rest.end(), is_digit) &&
         !is_digit(rest[dash - 1]);
}

/// -1 where somebody holds it, or it is gone by now.
int LockFolder(const Path& path) {
  const int fd = open(path.c_str(), kOpenFolder);
  struct stat info {};
  if (fd < 0 || (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &info) == 0 && info.st_nlink > 0)) return fd;
  close(fd);
  return -1;
}

/// A process of nobody's removes it: whoever waits for us, or for what we print, does not wait for that.
void RemoveLater(const Path& path, int lock) {
  const pid_t child = fork();
  if (child != 0) {
    if (child > 0) waitpid(child, nullptr, 0);
    return;
  }
  if (fork() != 0) _exit(0);
  setsid();
  const int nothing = open("/dev/null", O_RDWR);
  for (const int standard : {0, 1, 2}) dup2(nothing, standard);
  const unsigned kept = lock < 3 ? 2U : static_cast<unsigned>(lock);
  if (kept > 3) syscall(SYS_close_range, 3U, kept - 1, 0);
  syscall(SYS_close_range, kept + 1, ~0U, 0);
  EmptyFolder(open(path.c_str(), kOpenFolder));
  rmdir(path.c_str());
  _exit(0);
}

/// The lock is held as long as the process lives: who gets it finds nobody's folder.
class OwnFolder : public FileSystem::Lock {
 public:
  OwnFolder(Path path, int lock) : path_(std::move(path)), lock_(lock) {}
  ~OwnFolder() override { RemoveTempFolder(path_, lock_, kPatience); }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

 private:
  Path path_;
  int lock_;
};

}  // namespace

Result<TempFolder> MakeDiskTempFolder(std::string_view prefix) {
  constexpr int kTries = 5;
  const Path place = Disk().TemporaryPlace();
  for (int i = 1;; ++i) {
    std::string name = (place / fmt::format("{}-{}-XXXXXX", prefix, getpid())).string();
    if (place.empty() || mkdtemp(name.data()) == nullptr)
      return EnvironmentError("cannot make a temporary folder: " + name);
    // Before it was ours, somebody's sweep may have taken it. Where nothing can be locked, nobody sweeps, either.
    const int lock = LockFolder(name);
    if (lock >= 0 || i == kTries) return TempFolder(name, std::make_unique<OwnFolder>(name, lock));
    rmdir(name.c_str());
  }
}

int SweepTempFolders() {
  const Path folder = Disk().TemporaryPlace();
  int swept = 0;
  const auto names = Disk().List(folder);
  for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
    if (!IsNameOfOurs(name)) continue;
    const Path path = folder / name;
    struct stat info {};
    if (lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid()) continue;
    // The lock says whether its process lives, not the number in the name: another process may have that by now, and
    // who shares the folder need not share the processes.
    const int lock = LockFolder(path);
    if (lock < 0) continue;
    RemoveTempFolder(path, lock, kPatience);
    ++swept;
  }
  return swept;
}

void RemoveTempFolder(const Path& path, int lock, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  const int folder = open(path.c_str(), kOpenFolder);
  if (folder >= 0 && EmptyFolder(folder, [&] { return std::chrono::steady_clock::now() < end; }))
    rmdir(path.c_str());
  else if (folder >= 0)
    RemoveLater(path, lock);
  if (lock >= 0) close(lock);
}

}  // namespace kingbird::base
