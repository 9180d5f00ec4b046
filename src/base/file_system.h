// Files through an interface, so that what reads and writes them is tested without a disk.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kingbird::base {

using Path = std::filesystem::path;

class FileSystem {
 public:
  static constexpr size_t kMostBytes = size_t{256} << 20;

  virtual ~FileSystem() = default;
  /// Of a regular file of at most kMostBytes; anything else (a device, a pipe, what a link leads to) is refused without
  /// waiting: packages under test bring such things.
  virtual Result<std::string> Read(const Path& path) const = 0;
  /// Whole or not at all: written beside and renamed. Makes the parent folders.
  virtual Status Write(const Path& path, std::string_view content) = 0;
  virtual Status MakeFolder(const Path& path) = 0;
  /// Removes a file or a whole tree; fine when nothing is there.
  virtual Status Remove(const Path& path) = 0;
  virtual bool IsFile(const Path& path) const = 0;
  virtual bool IsFolder(const Path& path) const = 0;
  /// Names in a folder, sorted bytewise.
  virtual Result<std::vector<std::string>> List(const Path& path) const = 0;
};

/// The disk. Stateless, thread-safe.
class DiskFileSystem : public FileSystem {
 public:
  Result<std::string> Read(const Path& path) const override;
  Status Write(const Path& path, std::string_view content) override;
  Status MakeFolder(const Path& path) override;
  Status Remove(const Path& path) override;
  bool IsFile(const Path& path) const override;
  bool IsFolder(const Path& path) const override;
  Result<std::vector<std::string>> List(const Path& path) const override;
};

/// Lives in memory; for tests. Not thread-safe.
class FakeFileSystem : public FileSystem {
 public:
  Result<std::string> Read(const Path& path) const override;
  Status Write(const Path& path, std::string_view content) override;
  Status MakeFolder(const Path& path) override;
  Status Remove(const Path& path) override;
  bool IsFile(const Path& path) const override;
  bool IsFolder(const Path& path) const override;
  Result<std::vector<std::string>> List(const Path& path) const override;

  /// From now on writing below this folder fails, as on a read-only disk.
  void MakeReadOnly(const Path& path) { read_only_.push_back(path.lexically_normal()); }

 private:
  Status CheckWritable(const Path& path) const;

  std::map<std::string, std::string> files_;
  std::map<std::string, bool> folders_;
  std::vector<Path> read_only_;
};

/// A new private folder below the system's temporary folder; removed with the object.
class TempFolder {
 public:
  static Result<TempFolder> Make(std::string_view prefix);
  TempFolder(TempFolder&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  TempFolder& operator=(TempFolder&& other) noexcept;
  ~TempFolder();
  const Path& path() const { return path_; }

 private:
  explicit TempFolder(Path path) : path_(std::move(path)) {}
  Path path_;
};

}  // namespace kingbird::base
