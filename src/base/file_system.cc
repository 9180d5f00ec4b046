#include "base/file_system.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace kingbird::base {
namespace {

// Packages under test bring devices, pipes and links to them.
constexpr size_t kMostBytes = size_t{256} << 20;

Error FileError(std::string_view verb, const Path& path, int code) {
  const ErrorCode kind = code == ENOENT ? ErrorCode::kNotFound : ErrorCode::kEnvironment;
  return {kind, fmt::format("cannot {} {}: {}", verb, path.string(), std::strerror(code)), ""};
}

bool IsBelow(const Path& path, const Path& folder) {
  const std::string name = path.lexically_normal().string();
  const std::string prefix = folder.string();
  return name == prefix || name.starts_with(prefix.ends_with('/') ? prefix : prefix + "/");
}

std::string Key(const Path& path) {
  std::string key = path.lexically_normal().string();
  if (key.size() > 1 && key.ends_with('/')) key.pop_back();
  return key;
}

}  // namespace

Result<std::string> DiskFileSystem::Read(const Path& path) const {
  // A pipe without a writer would be waited for.
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return FileError("read", path, errno);
  struct stat info {};
  int code = fstat(fd, &info) == 0 ? 0 : errno;
  if (code == 0 && !S_ISREG(info.st_mode)) code = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
  std::string content;
  char buffer[1 << 16];
  while (code == 0) {
    const ssize_t n = read(fd, buffer, sizeof buffer);
    if (n == 0) break;
    if (n < 0 && errno != EINTR) code = errno;
    if (n > 0) content.append(buffer, static_cast<size_t>(n));
    if (content.size() > kMostBytes) code = EFBIG;
  }
  close(fd);
  if (code != 0) return FileError("read", path, code);
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

Status FakeFileSystem::CheckWritable(const Path& path) const {
  for (const Path& folder : read_only_) {
    if (IsBelow(path, folder)) return FileError("write", path, EROFS);
  }
  return {};
}

Result<std::string> FakeFileSystem::Read(const Path& path) const {
  const auto it = files_.find(Key(path));
  if (it == files_.end()) return FileError("read", path, folders_.contains(Key(path)) ? EISDIR : ENOENT);
  return it->second;
}

Status FakeFileSystem::Write(const Path& path, std::string_view content) {
  TRY(CheckWritable(path));
  if (path.has_parent_path()) TRY(MakeFolder(path.parent_path()));
  files_[Key(path)] = std::string(content);
  return {};
}

Status FakeFileSystem::MakeFolder(const Path& path) {
  for (Path folder = Key(path); !folder.empty(); folder = folder.parent_path()) {
    if (files_.contains(folder.string())) return FileError("make folder", path, ENOTDIR);
    if (!folders_.contains(folder.string())) TRY(CheckWritable(folder));
    folders_[folder.string()] = true;
    if (folder == folder.parent_path()) break;
  }
  return {};
}

Status FakeFileSystem::Remove(const Path& path) {
  TRY(CheckWritable(path));
  const Path top = Key(path);
  std::erase_if(files_, [&](const auto& entry) { return IsBelow(entry.first, top); });
  std::erase_if(folders_, [&](const auto& entry) { return IsBelow(entry.first, top); });
  return {};
}

bool FakeFileSystem::IsFile(const Path& path) const { return files_.contains(Key(path)); }
bool FakeFileSystem::IsFolder(const Path& path) const { return folders_.contains(Key(path)); }

Result<std::vector<std::string>> FakeFileSystem::List(const Path& path) const {
  if (!IsFolder(path)) return FileError("list", path, IsFile(path) ? ENOTDIR : ENOENT);
  std::vector<std::string> names;
  const Path folder = Key(path);
  for (const auto& [name, content] : files_) {
    if (Path(name).parent_path() == folder) names.push_back(Path(name).filename().string());
  }
  for (const auto& [name, present] : folders_) {
    if (Path(name).parent_path() == folder && Path(name) != folder) names.push_back(Path(name).filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<TempFolder> TempFolder::Make(std::string_view prefix) {
  std::error_code code;
  std::string name = (std::filesystem::temp_directory_path(code) / fmt::format("{}-XXXXXX", prefix)).string();
  if (code || mkdtemp(name.data()) == nullptr) return EnvironmentError("cannot make a temporary folder: " + name);
  return TempFolder(Path(name));
}

TempFolder& TempFolder::operator=(TempFolder&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

TempFolder::~TempFolder() {
  std::error_code code;
  if (!path_.empty()) std::filesystem::remove_all(path_, code);
}

}  // namespace kingbird::base
