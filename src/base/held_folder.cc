// Each call opens the folder above the name with OpenBeneath() and works on the last part of the name from there, with
// calls that follow no link. What somebody exchanges between two calls is therefore always something below the folder.
#include "base/held_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

#include "base/check.h"
#include "base/empty_folder.h"
#include "base/open_beneath.h"

namespace kingbird::base {
namespace {

/// Closes a descriptor; also serves as a lock, since closing gives the lock back.
class Descriptor : public FileSystem::Lock {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() override {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

class DiskHeldFolder : public HeldFolder {
 public:
  DiskHeldFolder(Path path, int fd) : path_(std::move(path)), folder_(fd) {}

  Identity identity() const override {
    struct stat info {};
    fstat(folder_.get(), &info);
    return {info.st_dev, info.st_ino};
  }

  Result<std::unique_ptr<FileSystem::Lock>> TryLock() override {
    auto lock = std::make_unique<Descriptor>(openat(folder_.get(), ".", kOpenFolder));
    if (lock->get() < 0) return Failed("write to", "");
    if (flock(lock->get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return std::unique_ptr<FileSystem::Lock>();
    // Whoever held the lock may have removed the folder. Where nothing can be locked, nobody else holds the lock.
    struct stat info {};
    if (fstat(lock->get(), &info) != 0 || info.st_nlink == 0) return FileError("write to", path_, ENOENT);
    return std::unique_ptr<FileSystem::Lock>(std::move(lock));
  }

  Result<std::unique_ptr<HeldFolder>> Hold(const std::string& name) const override {
    const int fd = OpenBeneath(folder_.get(), name, kOpenFolder);
    if (fd < 0) return Failed("open", name);
    return std::unique_ptr<HeldFolder>(std::make_unique<DiskHeldFolder>(path_ / name, fd));
  }

  FileSystem::Entry Look(const std::string& name) const override {
    const Place at(*this, name);
    struct stat info {};
    if (!at.ok() || fstatat(at.folder(), at.name(), &info, AT_SYMLINK_NOFOLLOW) != 0) return {};
    if (S_ISREG(info.st_mode)) return {Kind::kFile, static_cast<uint64_t>(info.st_size)};
    return {S_ISDIR(info.st_mode) ? Kind::kFolder : S_ISLNK(info.st_mode) ? Kind::kLink : Kind::kOther, 0};
  }

  Result<std::string> Read(const std::string& name, size_t most) const override {
    const Descriptor file(OpenBeneath(folder_.get(), name, O_RDONLY | O_NONBLOCK | O_NOCTTY));
    if (file.get() < 0) return Failed("read", name);
    return ReadRegularFile(file.get(), path_ / name, most);
  }

  Result<Path> LinkTarget(const std::string& name) const override {
    const Place at(*this, name);
    std::string target(4096, '\0');
    const ssize_t size = at.ok() ? readlinkat(at.folder(), at.name(), target.data(), target.size()) : -1;
    if (size < 0) return Failed("read", name);
    target.resize(static_cast<size_t>(size));
    return Path(target);
  }

  Result<std::vector<std::string>> List(const std::string& name) const override {
    const int fd = name.empty() ? openat(folder_.get(), ".", kOpenFolder)
                                : OpenBeneath(folder_.get(), name, O_RDONLY | O_DIRECTORY);
    DIR* entries = fd < 0 ? nullptr : fdopendir(fd);
    if (entries == nullptr) {
      const Error error = Failed("list", name);
      if (fd >= 0) close(fd);
      return error;
    }
    std::vector<std::string> names;
    while (const dirent* entry = readdir(entries)) {
      const std::string_view found = entry->d_name;
      if (found != "." && found != "..") names.emplace_back(found);
    }
    closedir(entries);
    std::sort(names.begin(), names.end());
    return names;
  }

  Result<bool> MakeFolder(const std::string& name) override {
    const Place at(*this, name);
    if (at.ok() && mkdirat(at.folder(), at.name(), 0777) == 0) return true;
    if (errno != EEXIST) return Failed("make folder", name);
    const Kind kind = Look(name).kind;
    if (kind == Kind::kFolder) return false;
    return HeldError("make folder", path_ / name, kind == Kind::kLink ? ELOOP : ENOTDIR);
  }

  Status WriteNew(const std::string& name, std::string_view content) override {
    const Descriptor file(OpenBeneath(folder_.get(), name, O_WRONLY | O_CREAT | O_EXCL | O_NOCTTY, 0644));
    if (file.get() < 0) return Failed("write", name);
    while (!content.empty()) {
      const ssize_t n = write(file.get(), content.data(), content.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) {
        const Error error = Failed("write", name);
        (void)RemoveOne(name);
        return error;
      }
      content.remove_prefix(static_cast<size_t>(n));
    }
    return {};
  }

  Status Link(const Path& target, const std::string& name) override {
    const Place at(*this, name);
    if (at.ok() && symlinkat(target.c_str(), at.folder(), at.name()) == 0) return {};
    return Failed("link", name);
  }

  Status Move(const std::string& from, const std::string& to) override {
    constexpr unsigned kNoReplace = 1;  // RENAME_NOREPLACE
    if (Rename(from, to, kNoReplace)) return {};
    if (errno != EINVAL && errno != ENOSYS) return Failed("write", to);
    // File systems that do not know the flag: a link to a file fails where anything has that name, and renaming a
    // folder fails where anything but an empty folder has that name.
    const Place source(*this, from);
    const Place target(*this, to);
    if (!source.ok() || !target.ok()) return Failed("write", to);
    if (Look(from).kind == Kind::kFolder) return Rename(from, to, 0) ? Status() : Status(Failed("write", to));
    if (linkat(source.folder(), source.name(), target.folder(), target.name(), 0) != 0) return Failed("write", to);
    unlinkat(source.folder(), source.name(), 0);
    return {};
  }

  Status MoveOver(const std::string& from, const std::string& to) override {
    return Rename(from, to, 0) ? Status() : Status(Failed("write", to));
  }

  Status Exchange(const std::string& a, const std::string& b) override {
    constexpr unsigned kExchange = 2;  // RENAME_EXCHANGE
    return Rename(a, b, kExchange) ? Status() : Status(Failed("write", b));
  }

  Status RemoveOne(const std::string& name) override {
    const Place at(*this, name);
    if (at.ok() && unlinkat(at.folder(), at.name(), 0) == 0) return {};
    if (at.ok() && (errno == EISDIR || errno == EPERM) && unlinkat(at.folder(), at.name(), AT_REMOVEDIR) == 0)
      return {};
    return Failed("remove", name);
  }

  Status RemoveAll(const std::string& name) override {
    if (Look(name).kind == Kind::kNothing) return {};
    if (const int fd = OpenBeneath(folder_.get(), name, kOpenFolder); fd >= 0) EmptyFolder(fd);
    return RemoveOne(name);
  }

 private:
  /// The folder above a name, open, and the last part of the name.
  class Place {
   public:
    Place(const DiskHeldFolder& held, const std::string& name) : name_(name.substr(name.rfind('/') + 1)) {
      const size_t slash = name.rfind('/');
      if (!IsNameBelow(name)) {
        errno = EXDEV;
      } else if (slash == std::string::npos) {
        folder_ = held.folder_.get();
      } else {
        folder_ = OpenBeneath(held.folder_.get(), name.substr(0, slash), O_PATH | O_DIRECTORY);
        opened_ = folder_ >= 0;
      }
    }
    ~Place() {
      const int code = errno;
      if (opened_) close(folder_);
      errno = code;
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    bool ok() const { return folder_ >= 0; }
    int folder() const { return folder_; }
    const char* name() const { return name_.c_str(); }

   private:
    std::string name_;
    int folder_ = -1;
    bool opened_ = false;
  };

  bool Rename(const std::string& from, const std::string& to, unsigned flags) const {
    const Place source(*this, from);
    if (!source.ok()) return false;
    const Place target(*this, to);
    return target.ok() &&
           syscall(SYS_renameat2, source.folder(), source.name(), target.folder(), target.name(), flags) == 0;
  }

  Error Failed(std::string_view verb, const std::string& name) const {
    return HeldError(verb, name.empty() ? path_ : path_ / name, errno);
  }

  Path path_;  ///< For messages only.
  Descriptor folder_;
};

}  // namespace

Status HeldFolder::MakeFoldersAbove(const std::string& name) {
  for (size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1)) {
    if (const auto made = MakeFolder(name.substr(0, slash)); !made.ok()) return made.error();
  }
  return {};
}

Result<std::unique_ptr<HeldFolder>> HoldOnDisk(const Path& folder) {
  const int fd = open(folder.has_filename() ? folder.c_str() : folder.parent_path().c_str(), kOpenFolder);
  if (fd < 0) return FileError("open", folder, errno);
  return std::unique_ptr<HeldFolder>(std::make_unique<DiskHeldFolder>(folder, fd));
}

Error HeldError(std::string_view verb, const Path& path, int code) {
  Error error = FileError(verb, path, code);
  if (code != ELOOP && code != EXDEV) return error;
  error.heard = code == ELOOP ? "a link is in the way" : "the name leads out of the folder";
  error.message = fmt::format("cannot {} {}: {}", verb, path.string(), error.heard);
  return error;
}

std::string FreshNumber() {
  std::array<unsigned char, 16> bytes{};
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t n = getrandom(bytes.data() + done, bytes.size() - done, 0);
    CHECK(n > 0 || errno == EINTR, "the kernel gives random numbers");
    if (n > 0) done += static_cast<size_t>(n);
  }
  std::string number;
  for (const unsigned char byte : bytes) number += fmt::format("{:02x}", byte);
  return number;
}

}  // namespace kingbird::base
