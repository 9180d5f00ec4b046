// Files through an interface, so that what reads and writes them is tested without a disk.
#pragma once

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

class HeldFolder;
class TempFolder;

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
  /// Where the process stands: relative paths begin there.
  virtual Result<Path> CurrentFolder() const = 0;
  /// Opens a folder for writing where somebody else may have chosen the content of the folder (base/held_folder.h).
  /// The folder itself must not be a link.
  virtual Result<std::unique_ptr<HeldFolder>> Hold(const Path& folder) = 0;
  /// Makes a folder that only this user may write to, unless the folder exists. An error where the existing folder
  /// belongs to another user (other than root) or where other users may write to it; `instead` says to the user what to
  /// do about that.
  virtual Status MakePrivate(const Path& folder, const std::string& instead) = 0;
  /// This user's own folder for temporary files, which nobody else can read: $TMPDIR/kingbird-<user id>.
  virtual Result<Path> PrivatePlace() = 0;
  /// Where a path leads: links are followed one by one, links to what does not exist included, and ".." leaves the
  /// folder that was reached. What does not exist is taken by its name. An error for links in a circle.
  Result<Path> Resolve(const Path& path) const;
  /// A path from the root, by names alone. As it is given where nobody knows any more where we stand.
  Path Absolute(const Path& path) const;
  /// A file with its mode, where nothing is.
  virtual Status Copy(const Path& from, const Path& to) = 0;
  /// Of a file, to another one.
  virtual Status CopyMode(const Path& from, const Path& to) = 0;
  /// A new folder below `folder`, which is made too: what is complete is moved from there to its place in `folder`. The
  /// rest is removed with the object, or by a later call when this process is killed.
  virtual Result<TempFolder> MakeUnfinished(const Path& folder) = 0;
  /// A file, a link or a whole folder, within one disk. A folder fails where another one is already, unless that is
  /// empty.
  virtual Status Move(const Path& from, const Path& to) = 0;
  /// A link to `target`, where nothing is. Makes the parent folders.
  virtual Status Link(const Path& target, const Path& place) = 0;

  /// Held until it is destroyed.
  class Lock {
   public:
    virtual ~Lock() = default;
  };
  /// Makes the file, unless it is there; null while somebody else holds it. An error for what is no regular file.
  virtual Result<std::unique_ptr<Lock>> TryLock(const Path& path) = 0;
  /// See TempFolder::Make.
  virtual Result<TempFolder> MakeTemporary(std::string_view prefix) = 0;
};

/// A new private folder; removed with the object.
class TempFolder {
 public:
  /// The prefix begins with "kingbird-". `files` outlives it.
  static Result<TempFolder> Make(FileSystem& files, std::string_view prefix) { return files.MakeTemporary(prefix); }
  /// For file systems: `hold` removes the folder when it is destroyed.
  TempFolder(Path path, std::unique_ptr<FileSystem::Lock> hold) : path_(std::move(path)), hold_(std::move(hold)) {}
  const Path& path() const { return path_; }

 private:
  Path path_;
  std::unique_ptr<FileSystem::Lock> hold_;
};

/// "cannot <verb> <path>: …", kNotFound where nothing is there; `code` is an errno, whose text is `Error::heard`.
Error FileError(std::string_view verb, const Path& path, int code);

/// The content of an open file, which must be a regular file of at most `most` bytes. `path` is for messages.
Result<std::string> ReadRegularFile(int fd, const Path& path, size_t most);

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
  Result<Path> CurrentFolder() const override;
  Result<std::unique_ptr<HeldFolder>> Hold(const Path& folder) override;
  Status MakePrivate(const Path& folder, const std::string& instead) override;
  Result<Path> PrivatePlace() override;
  Status Copy(const Path& from, const Path& to) override;
  Status CopyMode(const Path& from, const Path& to) override;
  Result<TempFolder> MakeUnfinished(const Path& folder) override;
  Status Move(const Path& from, const Path& to) override;
  Status Link(const Path& target, const Path& place) override;
  Result<std::unique_ptr<Lock>> TryLock(const Path& path) override;
  Result<TempFolder> MakeTemporary(std::string_view prefix) override;
};

/// The one disk: for programs and tests. Everybody else is handed a file system.
FileSystem& Disk();

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
  Result<Path> CurrentFolder() const override;
  Result<std::unique_ptr<HeldFolder>> Hold(const Path& folder) override;
  Status MakePrivate(const Path& folder, const std::string& instead) override;
  Result<Path> PrivatePlace() override;
  Status Copy(const Path& from, const Path& to) override;
  Status CopyMode(const Path& from, const Path& to) override;
  Result<TempFolder> MakeUnfinished(const Path& folder) override;
  Status Move(const Path& from, const Path& to) override;
  Status Link(const Path& target, const Path& place) override;
  Result<std::unique_ptr<Lock>> TryLock(const Path& path) override;
  Result<TempFolder> MakeTemporary(std::string_view prefix) override;

  class Held;

  /// From now on nothing changes places in one step, as on some network disks.
  void RefuseExchange() { exchanges_ = false; }
  /// From now on writing below this folder fails, as on a read-only disk.
  void MakeReadOnly(const Path& path) { read_only_.push_back(path.lexically_normal()); }

 private:
  Status CheckWritable(const Path& path) const;
  void Rename(const std::string& from, const std::string& to);
  std::string Followed(const Path& path) const;
  std::unique_ptr<Lock> LockKey(const std::string& key);

  std::map<std::string, std::string> files_;
  std::map<std::string, bool> folders_;
  std::map<std::string, Path> links_;
  std::set<std::string> locked_;
  int unfinished_ = 0;
  int temporary_ = 0;
  bool exchanges_ = true;
  std::vector<Path> read_only_;
};

}  // namespace kingbird::base
