// A table of names; folders are in it, too.
#include <algorithm>
#include <cerrno>

#include "base/file_system.h"

namespace kingbird::base {
namespace {

class FakeLock : public FileSystem::Lock {
 public:
  FakeLock(std::set<std::string>& locked, std::string key) : locked_(locked), key_(std::move(key)) {}
  ~FakeLock() override { locked_.erase(key_); }
  FakeLock(const FakeLock&) = delete;
  FakeLock& operator=(const FakeLock&) = delete;

 private:
  std::set<std::string>& locked_;
  std::string key_;
};

class FakeTemporary : public FileSystem::Lock {
 public:
  FakeTemporary(FakeFileSystem& files, Path path) : files_(files), path_(std::move(path)) {}
  ~FakeTemporary() override { (void)files_.Remove(path_); }
  FakeTemporary(const FakeTemporary&) = delete;
  FakeTemporary& operator=(const FakeTemporary&) = delete;

 private:
  FakeFileSystem& files_;
  Path path_;
};

}  // namespace

Status FakeFileSystem::CheckWritable(const Path& path) const {
  for (const Path& folder : read_only_) {
    if (IsBelow(path, folder)) return FileError("write", path, EROFS);
  }
  return {};
}

Result<std::string> FakeFileSystem::ReadAtMost(const Path& path, size_t bytes) const {
  const auto it = files_.find(PathKey(path));
  if (it == files_.end()) return FileError("read", path, folders_.contains(PathKey(path)) ? EISDIR : ENOENT);
  if (it->second.size() > bytes) return FileError("read", path, EFBIG);
  return it->second;
}

Status FakeFileSystem::Write(const Path& path, std::string_view content) {
  TRY(CheckWritable(path));
  if (path.has_parent_path()) TRY(MakeFolder(path.parent_path()));
  // Renamed into its place: a link there is replaced, not followed.
  links_.erase(PathKey(path));
  files_[PathKey(path)] = std::string(content);
  return {};
}

Status FakeFileSystem::MakeFolder(const Path& path) {
  for (Path folder = PathKey(path); !folder.empty(); folder = folder.parent_path()) {
    if (files_.contains(folder.string())) return FileError("make folder", path, ENOTDIR);
    if (!folders_.contains(folder.string())) TRY(CheckWritable(folder));
    folders_[folder.string()] = true;
    if (folder == folder.parent_path()) break;
  }
  return {};
}

Status FakeFileSystem::Remove(const Path& path) {
  TRY(CheckWritable(path));
  const Path top = PathKey(path);
  std::erase_if(files_, [&](const auto& entry) { return IsBelow(entry.first, top); });
  std::erase_if(folders_, [&](const auto& entry) { return IsBelow(entry.first, top); });
  std::erase_if(links_, [&](const auto& entry) { return IsBelow(entry.first, top); });
  return {};
}

std::string FakeFileSystem::Followed(const Path& path) const {
  const auto link = links_.find(PathKey(path));
  return PathKey(link == links_.end() ? path : link->second);
}

bool FakeFileSystem::IsFile(const Path& path) const { return files_.contains(Followed(path)); }
bool FakeFileSystem::IsFolder(const Path& path) const { return folders_.contains(Followed(path)); }

Result<std::vector<std::string>> FakeFileSystem::List(const Path& path) const {
  if (!IsFolder(path)) return FileError("list", path, IsFile(path) ? ENOTDIR : ENOENT);
  std::vector<std::string> names;
  const Path folder = PathKey(path);
  for (const auto& [name, content] : files_) {
    if (Path(name).parent_path() == folder) names.push_back(Path(name).filename().string());
  }
  for (const auto& [name, present] : folders_) {
    if (Path(name).parent_path() == folder && Path(name) != folder) names.push_back(Path(name).filename().string());
  }
  for (const auto& [name, target] : links_) {
    if (Path(name).parent_path() == folder) names.push_back(Path(name).filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<Path> FakeFileSystem::Real(const Path& path) const {
  const Path name = Followed(path);
  if (!IsFile(name) && !IsFolder(name) && name != "/") return FileError("find", path, ENOENT);
  return name;
}

Result<Path> FakeFileSystem::CurrentFolder() const { return Path("/"); }

FileSystem::Entry FakeFileSystem::Look(const Path& path) const {
  const std::string key = PathKey(path);
  if (links_.contains(key)) return {Kind::kLink, 0};
  if (const auto file = files_.find(key); file != files_.end()) return {Kind::kFile, file->second.size()};
  return {folders_.contains(key) ? Kind::kFolder : Kind::kNothing, 0};
}

Result<Path> FakeFileSystem::LinkTarget(const Path& path) const {
  const auto link = links_.find(PathKey(path));
  if (link == links_.end()) return FileError("read", path, IsFile(path) || IsFolder(path) ? EINVAL : ENOENT);
  return link->second;
}

Status FakeFileSystem::Copy(const Path& from, const Path& to) {
  if (Look(to).kind != Kind::kNothing) return FileError("copy", from, EEXIST);
  ASSIGN_OR_RETURN(const std::string content, Read(from));
  return Write(to, content);
}

Status FakeFileSystem::CopyMode(const Path& from, const Path& to) {
  if (!IsFile(from)) return FileError("read", from, ENOENT);
  return IsFile(to) ? Status() : Status(FileError("write", to, ENOENT));
}

Result<TempFolder> FakeFileSystem::MakeUnfinished(const Path& folder) {
  const Path around = folder / (".unfinished-" + std::to_string(unfinished_++));
  TRY(MakeFolder(around / "files"));
  return TempFolder(around / "files", std::make_unique<FakeTemporary>(*this, around));
}

Status FakeFileSystem::Move(const Path& from, const Path& to) {
  TRY(CheckWritable(from));
  TRY(CheckWritable(to));
  const Kind kind = Look(from).kind;
  const Kind there = Look(to).kind;
  if (kind == Kind::kNothing) return FileError("write", to, ENOENT);
  const bool replaces = kind == Kind::kFolder ? there == Kind::kFolder && List(to)->empty() : there != Kind::kFolder;
  if (there != Kind::kNothing && !replaces)
    return FileError("write", to, there != Kind::kFolder ? ENOTDIR : kind == Kind::kFolder ? ENOTEMPTY : EISDIR);
  TRY(Remove(to));
  Rename(PathKey(from), PathKey(to));
  return {};
}

void FakeFileSystem::Rename(const std::string& from, const std::string& to) {
  const auto move = [&](auto& entries) {
    std::remove_reference_t<decltype(entries)> moved;
    for (auto& [name, content] : entries)
      moved[IsBelow(name, from) ? to + name.substr(from.size()) : name] = std::move(content);
    entries = std::move(moved);
  };
  move(files_);
  move(folders_);
  move(links_);
}

Status FakeFileSystem::Link(const Path& target, const Path& place) {
  TRY(CheckWritable(place));
  if (place.has_parent_path()) TRY(MakeFolder(place.parent_path()));
  const std::string key = PathKey(place);
  if (files_.contains(key) || folders_.contains(key) || !links_.emplace(key, target).second)
    return FileError("link", place, EEXIST);
  return {};
}

Result<std::unique_ptr<FileSystem::Lock>> FakeFileSystem::TryLock(const Path& path) {
  if (!IsFile(path)) TRY(Write(path, ""));
  return LockKey(PathKey(path));
}

std::unique_ptr<FileSystem::Lock> FakeFileSystem::LockKey(const std::string& key) {
  if (!locked_.insert(key).second) return nullptr;
  return std::make_unique<FakeLock>(locked_, key);
}

Status FakeFileSystem::MakePrivate(const Path& folder, const std::string&) { return MakeFolder(folder); }

Result<Path> FakeFileSystem::PrivatePlace() { return Path("/tmp/kingbird-1000"); }

Result<TempFolder> FakeFileSystem::MakeTemporary(std::string_view prefix) {
  const Path path = *PrivatePlace() / (std::string(prefix) + "-" + std::to_string(temporary_++)) / "files";
  TRY(MakeFolder(path));
  return TempFolder(path, std::make_unique<FakeTemporary>(*this, path.parent_path()));
}

}  // namespace kingbird::base
