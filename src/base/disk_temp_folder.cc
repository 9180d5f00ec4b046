#include "base/disk_temp_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <string>

#include "base/empty_folder.h"

namespace kingbird::base {
namespace {

constexpr char kMark[] = ".kingbird-temporary";
constexpr char kFiles[] = "files";

/// The descriptor of the locked folder; -1 where somebody holds the lock, or where the folder was removed meanwhile.
int LockFolder(const Path& path) {
  const int fd = open(path.c_str(), kOpenFolder);
  struct stat info {};
  if (fd < 0 || (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &info) == 0 && info.st_nlink > 0)) return fd;
  close(fd);
  return -1;
}

/// Whether MakeDiskTempFolder of this user made the folder.
bool HasMark(int folder) {
  struct stat info {};
  struct stat mark {};
  return fstat(folder, &info) == 0 && info.st_uid == geteuid() &&
         fstatat(folder, kMark, &mark, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(mark.st_mode) && mark.st_uid == geteuid();
}

/// False: `goes_on` ended the removal. The marker goes last, so that a later sweep finishes what was begun.
bool RemoveNow(const Path& path, const std::function<bool()>& goes_on) {
  const int folder = open(path.c_str(), kOpenFolder);
  if (folder < 0) return true;
  int files = openat(folder, kFiles, kOpenFolder);
  // Code of a target may have taken its own rights away.
  if (files < 0 && errno == EACCES && fchmodat(folder, kFiles, 0700, 0) == 0)
    files = openat(folder, kFiles, kOpenFolder);
  const bool clean = files < 0 || EmptyFolder(files, goes_on);
  if (clean) {
    unlinkat(folder, kFiles, AT_REMOVEDIR);
    unlinkat(folder, kMark, 0);
    rmdir(path.c_str());
  }
  close(folder);
  return clean;
}

/// Removes the folder in a process of its own, which nobody waits for: neither this process nor whoever reads what this
/// process prints.
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
  RemoveNow(path, {});
  _exit(0);
}

/// Holds the lock of a temporary folder as long as the process lives.
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

Status MakePrivateOnDisk(const Path& folder, const std::string& instead) {
  if (folder.has_parent_path()) TRY(Disk().MakeFolder(folder.parent_path()));
  if (mkdir(folder.c_str(), 0700) == 0) return {};
  if (errno != EEXIST) return FileError("make folder", folder, errno);
  struct stat link {};
  struct stat info {};
  if (lstat(folder.c_str(), &link) != 0 || stat(folder.c_str(), &info) != 0) return FileError("use", folder, errno);
  const auto is_foreign = [](const struct stat& what) { return what.st_uid != geteuid() && what.st_uid != 0; };
  if (!S_ISDIR(info.st_mode)) return EnvironmentError(fmt::format("{} is not a folder", folder.string()), instead);
  if (is_foreign(link) || is_foreign(info))
    return EnvironmentError(fmt::format("{} belongs to another user", folder.string()), instead);
  if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return EnvironmentError(fmt::format("other users may write to {}", folder.string()),
                            fmt::format("run chmod go-w on it, or {}", instead));
  return {};
}

Result<Path> PrivatePlaceOnDisk() {
  const std::string instead = "set TMPDIR to a folder of your own";
  std::error_code code;
  const Path temporary = std::filesystem::temp_directory_path(code);
  struct stat above {};
  if (code || stat(temporary.c_str(), &above) != 0)
    return EnvironmentError("there is no folder for temporary files", instead);
  // The owner of the folder may rename what is in the folder. So may everybody who can write to the folder, unless the
  // folder has the sticky bit.
  const bool foreign = above.st_uid != 0 && above.st_uid != geteuid();
  if (foreign || ((above.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (above.st_mode & S_ISVTX) == 0))
    return EnvironmentError(fmt::format("other users may rename folders in {}", temporary.string()), instead);
  Path place = temporary / fmt::format("kingbird-{}", geteuid());
  if (mkdir(place.c_str(), 0700) != 0 && errno != EEXIST) return FileError("make folder", place, errno);
  struct stat info {};
  if (lstat(place.c_str(), &info) != 0) return FileError("use", place, errno);
  if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid() || (info.st_mode & 0077) != 0)
    return EnvironmentError(
        fmt::format("{} must be a folder that belongs to you and that nobody else can enter", place.string()),
        "remove it, or " + instead);
  return place;
}

Result<TempFolder> MakeDiskTempFolder(const Path& place, std::string_view prefix) {
  constexpr int kTries = 5;
  for (int i = 1;; ++i) {
    std::string name = (place / fmt::format("{}-{}-XXXXXX", prefix, getpid())).string();
    if (mkdtemp(name.data()) == nullptr) return EnvironmentError("cannot make a temporary folder: " + name);
    // Where nothing can be locked, the lock is -1 each time, and nobody sweeps.
    const int lock = LockFolder(name);
    if (lock < 0 && i < kTries) {
      rmdir(name.c_str());
      continue;
    }
    auto hold = std::make_unique<OwnFolder>(name, lock);
    const int mark = open((Path(name) / kMark).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (mark >= 0) close(mark);
    Path files = Path(name) / kFiles;
    if (mark < 0 || mkdir(files.c_str(), 0700) != 0) return FileError("make folder", files, errno);
    return TempFolder(std::move(files), std::move(hold));
  }
}

int SweepTempFolders(const Path& place, std::string_view prefix) {
  int swept = 0;
  const auto names = Disk().List(place);
  for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
    if (!name.starts_with(prefix)) continue;
    // The lock says whether the process that made the folder lives: another process may have its number by now.
    const int lock = LockFolder(place / name);
    if (lock < 0) continue;
    if (HasMark(lock)) {
      RemoveTempFolder(place / name, lock, kPatience);
      ++swept;
    } else {
      close(lock);
    }
  }
  return swept;
}

int SweepPrivatePlace() {
  const auto place = Disk().PrivatePlace();
  return place.ok() ? SweepTempFolders(*place) : 0;
}

void RemoveTempFolder(const Path& folder, int lock, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  if (!RemoveNow(folder, [&] { return std::chrono::steady_clock::now() < end; })) RemoveLater(folder, lock);
  if (lock >= 0) close(lock);
}

}  // namespace kingbird::base
