#include "base/file_system.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/disk_temp_folder.h"
#include "base/held_folder.h"

namespace kingbird::base {

Error FileError(std::string_view verb, const Path& path, int code) {
  const ErrorCode kind = code == ENOENT ? ErrorCode::kNotFound : ErrorCode::kEnvironment;
  const std::string why = std::strerror(code);
  return {kind, fmt::format("cannot {} {}: {}", verb, path.string(), why), "", why};
}

namespace {

class OpenFile : public FileSystem::Lock {
 public:
  explicit OpenFile(int fd) : fd_(fd) {}
  ~OpenFile() override { close(fd_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

 private:
  int fd_;
};

}  // namespace

std::string PathKey(const Path& path) {
  std::string key = path.lexically_normal().string();
  if (key.size() > 1 && key.ends_with('/')) key.pop_back();
  return key;
}

Result<Path> FileSystem::Resolve(const Path& path) const {
  constexpr int kMostLinks = 40;  // As many as Linux follows.
  int links = 0;
  Path reached = "/";
  const Path whole = Absolute(path);
  std::vector<Path> parts(whole.begin(), whole.end());  // What is still to come, the next one last.
  std::reverse(parts.begin(), parts.end());
  while (!parts.empty()) {
    const Path part = std::move(parts.back());
    parts.pop_back();
    if (part == "/") reached = "/";
    if (part == "/" || part == "." || part.empty()) continue;
    if (part == "..") {
      reached = reached.parent_path();
    } else if (Look(reached / part).kind != Kind::kLink) {
      reached /= part;
    } else {
      if (++links > kMostLinks) return FileError("find", path, ELOOP);
      ASSIGN_OR_RETURN(const Path target, LinkTarget(reached / part));
      const size_t before = parts.size();
      parts.insert(parts.end(), target.begin(), target.end());
      std::reverse(parts.begin() + static_cast<std::ptrdiff_t>(before), parts.end());
    }
  }
  return reached;
}

Path FileSystem::Absolute(const Path& path) const {
  if (path.is_absolute()) return path;
  const auto folder = CurrentFolder();
  return folder.ok() ? *folder / path : path;
}

bool IsBelow(const Path& path, const Path& folder) {
  const std::string name = PathKey(path);
  const std::string prefix = PathKey(folder);
  return name == prefix || name.starts_with(prefix.ends_with('/') ? prefix : prefix + "/");
}

Status ForEachFile(const FileSystem& files, const Path& folder,
                   const std::function<Status(const std::string& path)>& visit) {
  std::vector<std::string> open = {""};  // Folders, the next one last.
  while (!open.empty()) {
    const std::string prefix = std::move(open.back());
    open.pop_back();
    ASSIGN_OR_RETURN(const std::vector<std::string> names, files.List(folder / prefix));
    const size_t before = open.size();
    for (const std::string& name : names) {
      const FileSystem::Kind kind = files.Look(folder / prefix / name).kind;
      if (kind == FileSystem::Kind::kFile) TRY(visit(prefix + name));
      if (kind == FileSystem::Kind::kFolder) open.push_back(prefix + name + "/");
    }
    std::reverse(open.begin() + static_cast<std::ptrdiff_t>(before), open.end());
  }
  return {};
}

Result<std::string> ReadRegularFile(int fd, const Path& path, size_t most) {
  struct stat info {};
  int code = fstat(fd, &info) == 0 ? 0 : errno;
  if (code == 0 && static_cast<uint64_t>(info.st_size) > most) code = EFBIG;
  if (code == 0 && !S_ISREG(info.st_mode)) code = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
  std::string content;
  char buffer[1 << 16];
  while (code == 0) {
    const ssize_t n = read(fd, buffer, sizeof buffer);
    if (n == 0) break;
    if (n < 0 && errno != EINTR) code = errno;
    if (n > 0) content.append(buffer, static_cast<size_t>(n));
    if (content.size() > most) code = EFBIG;
  }
  if (code != 0) return FileError("read", path, code);
  return content;
}

Result<std::string> DiskFileSystem::ReadAtMost(const Path& path, size_t bytes) const {
  // A pipe without a writer would be waited for.
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return FileError("read", path, errno);
  auto content = ReadRegularFile(fd, path, bytes);
  close(fd);
  return content;
}

Status DiskFileSystem::Write(const Path& path, std::string_view content) {
  if (path.has_parent_path()) TRY(MakeFolder(path.parent_path()));
  std::string beside = path.string() + ".XXXXXX";
  const int fd = mkostemp(beside.data(), O_CLOEXEC);
  if (fd < 0) return FileError("write", path, errno);
  fchmod(fd, 0644);
  size_t done = 0;
  while (done < content.size()) {
    const ssize_t n = write(fd, content.data() + done, content.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      const int code = errno;
      close(fd);
      unlink(beside.c_str());
      return FileError("write", path, code);
    }
    done += static_cast<size_t>(n);
  }
  close(fd);
  if (rename(beside.c_str(), path.c_str()) != 0) {
    const int code = errno;
    unlink(beside.c_str());
    return FileError("write", path, code);
  }
  return {};
}

Status DiskFileSystem::MakeFolder(const Path& path) {
  std::error_code code;
  std::filesystem::create_directories(path, code);
  if (code) return FileError("make folder", path, code.value());
  return {};
}

Status DiskFileSystem::Remove(const Path& path) {
  std::error_code code;
  std::filesystem::remove_all(path, code);
  if (code) return FileError("remove", path, code.value());
  return {};
}

bool DiskFileSystem::IsFile(const Path& path) const {
  std::error_code code;
  return std::filesystem::is_regular_file(path, code);
}

bool DiskFileSystem::IsFolder(const Path& path) const {
  std::error_code code;
  return std::filesystem::is_directory(path, code);
}

Result<std::vector<std::string>> DiskFileSystem::List(const Path& path) const {
  std::error_code code;
  std::vector<std::string> names;
  for (auto it = std::filesystem::directory_iterator(path, code); !code && it != std::filesystem::directory_iterator();
       it.increment(code)) {
    names.push_back(it->path().filename().string());
  }
  if (code) return FileError("list", path, code.value());
  std::sort(names.begin(), names.end());
  return names;
}

Result<Path> DiskFileSystem::Real(const Path& path) const {
  std::error_code code;
  Path real = std::filesystem::canonical(path, code);
  if (code) return FileError("find", path, code.value());
  return real;
}

Result<Path> DiskFileSystem::CurrentFolder() const {
  std::error_code code;
  Path folder = std::filesystem::current_path(code);
  if (code) return FileError("find", ".", code.value());
  return folder;
}

FileSystem::Entry DiskFileSystem::Look(const Path& path) const {
  struct stat info {};
  if (lstat(path.c_str(), &info) != 0) return {};
  if (S_ISREG(info.st_mode)) return {Kind::kFile, static_cast<uint64_t>(info.st_size)};
  return {S_ISDIR(info.st_mode) ? Kind::kFolder : S_ISLNK(info.st_mode) ? Kind::kLink : Kind::kOther, 0};
}

Result<Path> DiskFileSystem::LinkTarget(const Path& path) const {
  std::error_code code;
  Path target = std::filesystem::read_symlink(path, code);
  if (code) return FileError("read", path, code.value());
  return target;
}

Status DiskFileSystem::Copy(const Path& from, const Path& to) {
  std::error_code code;
  std::filesystem::copy_file(from, to, code);
  if (code) return FileError("copy", from, code.value());
  return {};
}

Status DiskFileSystem::CopyMode(const Path& from, const Path& to) {
  struct stat info {};
  if (stat(from.c_str(), &info) != 0) return FileError("read", from, errno);
  if (chmod(to.c_str(), info.st_mode & 07777) != 0) return FileError("write", to, errno);
  return {};
}

Status DiskFileSystem::Move(const Path& from, const Path& to) {
  if (rename(from.c_str(), to.c_str()) != 0) return FileError("write", to, errno);
  return {};
}

Status DiskFileSystem::Link(const Path& target, const Path& place) {
  if (place.has_parent_path()) TRY(MakeFolder(place.parent_path()));
  if (symlink(target.c_str(), place.c_str()) != 0) return FileError("link", place, errno);
  return {};
}

Result<std::unique_ptr<FileSystem::Lock>> DiskFileSystem::TryLock(const Path& path) {
  if (path.has_parent_path()) TRY(MakeFolder(path.parent_path()));
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0644);
  if (fd < 0) return FileError("write", path, errno);
  auto lock = std::make_unique<OpenFile>(fd);
  struct stat info {};
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) return FileError("lock", path, EINVAL);
  if (flock(fd, LOCK_EX | LOCK_NB) == 0) return std::unique_ptr<Lock>(std::move(lock));
  if (errno != EWOULDBLOCK) return FileError("lock", path, errno);
  return std::unique_ptr<Lock>();
}

Result<std::unique_ptr<HeldFolder>> DiskFileSystem::Hold(const Path& folder) { return HoldOnDisk(folder); }

Status DiskFileSystem::MakePrivate(const Path& folder, const std::string& instead) {
  return MakePrivateOnDisk(folder, instead);
}

Result<Path> DiskFileSystem::PrivatePlace() { return PrivatePlaceOnDisk(); }

Result<TempFolder> DiskFileSystem::MakeUnfinished(const Path& folder) {
  TRY(MakeFolder(folder));
  SweepTempFolders(folder, kUnfinished);
  return MakeDiskTempFolder(folder, kUnfinished);
}

Result<TempFolder> DiskFileSystem::MakeTemporary(std::string_view prefix) {
  ASSIGN_OR_RETURN(const Path place, PrivatePlace());
  return MakeDiskTempFolder(place, prefix);
}

FileSystem& Disk() {
  static DiskFileSystem disk;
  return disk;
}

}  // namespace kingbird::base
