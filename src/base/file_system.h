// Files through an interface, so that what reads and writes them is tested without a disk.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace kingbird::base {

using Path = std::filesystem::path;

/// A link to the program that runs.
inline constexpr char kOwnProgram[] = "/proc/self/exe";

class FileSystem {
 public:
  static constexpr size_t kMostBytes = size_t{256} << 20;

  virtual ~FileSystem() = default;
  /// A regular file; anything else (a device, a pipe, what is larger) is refused without waiting.
  Result<std::string> Read(const Path& path) const { return ReadAtMost(path, kMostBytes); }
  virtual Result<std::string> ReadAtMost(const Path& path, size_t bytes) const = 0;
  /// Whole or not at all: written beside and renamed. Makes the parent folders.
  virtual Status Write(const Path& path, std::string_view content) = 0;
  virtual Status MakeFolder(const Path& path) = 0;
  /// Removes a file or a whole tree; fine when nothing is there.
  virtual Status Remove(const Path& path) = 0;
  virtual bool IsFile(const Path& path) const = 0;
  virtual bool IsFolder(const Path& path) const = 0;
  /// Names in a folder, sorted bytewise.
  virtual Result<std::vector<std::string>> List(const Path& path) const = 0;
  enum class Kind { kNothing, kFile, kFolder, kLink, kOther };
  struct Entry {
    Kind kind = Kind::kNothing;
    uint64_t size = 0;  ///< Of a file.
  };
  /// What stands there itself: a link is one, wherever it leads.
  virtual Entry Look(const Path& path) const = 0;
  /// What a link says.
  virtual Result<Path> LinkTarget(const Path& path) const = 0;
  /// The absolute path of what is there, without links.
  virtual Result<Path> Real(const Path& path) const = 0;
  /// A file with its mode, where nothing is.
  virtual Status Copy(const Path& from, const Path& to) = 0;
  /// Of a file, to another one.
  virtual Status CopyMode(const Path& from, const Path& to) = 0;
  /// A new folder in this one (which is made), under a name of its own: what is made there is moved when it is whole.
  /// Those that are a day old were somebody's who was killed, and go.
  virtual Result<Path> MakeUnfinished(const Path& folder) = 0;
  /// A whole folder, within one disk. Fails where another one is already, unless that is empty.
  virtual Status Move(const Path& from, const Path& to) = 0;
  /// A link to `target`, where nothing is. Makes the parent folders.
  virtual Status Link(const Path& target, const Path& place) = 0;

  /// Held until it is destroyed.
  class Lock {
   public:
    virtual ~Lock() = default;
  };
  /// Makes the file, unless it is there; null while somebody else holds it.
  virtual Result<std::unique_ptr<Lock>> TryLock(const Path& path) = 0;
};

/// "cannot <verb> <path>: …", kNotFound where nothing is there; `code` is an errno.
Error FileError(std::string_view verb, const Path& path, int code);

/// Every file below a folder, links aside, with its path from there ("a/b.js"): those of a folder in the order of
/// their names, then those of the folders in it.
Status ForEachFile(const FileSystem& files, const Path& folder,
                   const std::function<Status(const std::string& path)>& visit);

/// The same for all ways to write a path.
std::string PathKey(const Path& path);

/// Whether a path is the folder or in it; by their names alone.
bool IsBelow(const Path& path, const Path& folder);

/// The disk. Stateless, thread-safe.
class DiskFileSystem : public FileSystem {
 public:
  Result<std::string> ReadAtMost(const Path& path, size_t bytes) const override;
  Status Write(const Path& path, std::string_view content) override;
  Status MakeFolder(const Path& path) override;
  Status Remove(const Path& path) override;
  bool IsFile(const Path& path) const override;
  bool IsFolder(const Path& path) const override;
  Result<std::vector<std::string>> List(const Path& path) const override;
  Entry Look(const Path& path) const override;
  Result<Path> LinkTarget(const Path& path) const override;
  Result<Path> Real(const Path& path) const override;
  Status Copy(const Path& from, const Path& to) override;
  Status CopyMode(const Path& from, const Path& to) override;
  Result<Path> MakeUnfinished(const Path& folder) override;
  Status Move(const Path& from, const Path& to) override;
  Status Link(const Path& target, const Path& place) override;
  Result<std::unique_ptr<Lock>> TryLock(const Path& path) override;
};

/// Lives in memory; for tests. Not thread-safe. A link to a folder is one, but nothing is found below it.
class FakeFileSystem : public FileSystem {
 public:
  Result<std::string> ReadAtMost(const Path& path, size_t bytes) const override;
  Status Write(const Path& path, std::string_view content) override;
  Status MakeFolder(const Path& path) override;
  Status Remove(const Path& path) override;
  bool IsFile(const Path& path) const override;
  bool IsFolder(const Path& path) const override;
  Result<std::vector<std::string>> List(const Path& path) const override;
  Entry Look(const Path& path) const override;
  Result<Path> LinkTarget(const Path& path) const override;
  Result<Path> Real(const Path& path) const override;
  Status Copy(const Path& from, const Path& to) override;
  Status CopyMode(const Path& from, const Path& to) override;
  Result<Path> MakeUnfinished(const Path& folder) override;
  Status Move(const Path& from, const Path& to) override;
  Status Link(const Path& target, const Path& place) override;
  Result<std::unique_ptr<Lock>> TryLock(const Path& path) override;

  /// From now on writing below this folder fails, as on a read-only disk.
  void MakeReadOnly(const Path& path) { read_only_.push_back(path.lexically_normal()); }

 private:
  Status CheckWritable(const Path& path) const;
  std::string Followed(const Path& path) const;

  std::map<std::string, std::string> files_;
  std::map<std::string, bool> folders_;
  std::map<std::string, Path> links_;
  std::set<std::string> locked_;
  int unfinished_ = 0;
  std::vector<Path> read_only_;
};

/// A new private folder below the system's temporary folder; removed with the object, or by a later Sweep when this
/// process is killed. A large one takes its time, which a run whose time is over does not have: what is not removed
/// within kPatience a process of its own removes.
class TempFolder {
 public:
  /// The prefix begins with "kingbird-".
  static Result<TempFolder> Make(std::string_view prefix);
  /// Removes what processes of this user that are no more left behind. How many folders.
  static int Sweep();
  TempFolder(TempFolder&& other) noexcept : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {
    other.path_.clear();
  }
  TempFolder& operator=(TempFolder&& other) noexcept;
  ~TempFolder();
  const Path& path() const { return path_; }

  static constexpr std::chrono::milliseconds kPatience{200};
  /// Closes the lock, too.
  static void Remove(const Path& path, int lock, std::chrono::milliseconds patience);

 private:
  TempFolder(Path path, int lock) : path_(std::move(path)), lock_(lock) {}
  Path path_;
  int lock_ = -1;  ///< Held as long as the process lives: who gets it finds nobody's folder.
};

}  // namespace kingbird::base
