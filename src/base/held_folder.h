// A folder whose content somebody else may have chosen: a clone of a repository, results that somebody sent, a folder
// that several users share.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"

namespace kingbird::base {

/// An open folder. Every name is a path below that folder ("suite/a.test.js"). A name with an empty part, "." or ".."
/// is an error, and so is a name that leads through a link. Nothing outside of the folder is read, written or removed,
/// even while somebody else puts a link into the place of a folder. Not thread-safe.
class HeldFolder {
 public:
  using Kind = FileSystem::Kind;
  /// Tells the folder from every other folder that exists.
  struct Identity {
    uint64_t device = 0;
    uint64_t inode = 0;
    bool operator==(const Identity&) const = default;
  };

  virtual ~HeldFolder() = default;
  virtual Identity identity() const = 0;
  /// The lock of the folder itself; null while somebody else holds it, kNotFound where somebody removed the folder.
  virtual Result<std::unique_ptr<FileSystem::Lock>> TryLock() = 0;
  /// A folder below this one.
  virtual Result<std::unique_ptr<HeldFolder>> Hold(const std::string& name) const = 0;

  /// What has this name; a link is a link, wherever it leads.
  virtual FileSystem::Entry Look(const std::string& name) const = 0;
  /// A regular file of at most `most` bytes. A device or a pipe is an error, and nothing waits for it.
  virtual Result<std::string> Read(const std::string& name, size_t most = FileSystem::kMostBytes) const = 0;
  virtual Result<Path> LinkTarget(const std::string& name) const = 0;
  /// The names in a folder, sorted bytewise; "" is this folder.
  virtual Result<std::vector<std::string>> List(const std::string& name) const = 0;

  /// Makes one folder; false where there is a folder of that name already.
  virtual Result<bool> MakeFolder(const std::string& name) = 0;
  /// Makes the folders above a name, unless they exist.
  Status MakeFoldersAbove(const std::string& name);
  /// A new file. Fails where anything has that name, a link to nowhere included.
  virtual Status WriteNew(const std::string& name, std::string_view content) = 0;
  /// A new link. Fails where anything has that name.
  virtual Status Link(const Path& target, const std::string& name) = 0;
  /// Fails where anything has the new name.
  virtual Status Move(const std::string& from, const std::string& to) = 0;
  /// Moves a file into the place of another file or link, in one step.
  virtual Status MoveOver(const std::string& from, const std::string& to) = 0;
  /// Two entries change places in one step. Some file systems of networks cannot do that.
  virtual Status Exchange(const std::string& a, const std::string& b) = 0;
  /// A file, a link or an empty folder. A folder that holds something stays.
  virtual Status RemoveOne(const std::string& name) = 0;
  /// A file, a link or a folder with all that is in it.
  virtual Status RemoveAll(const std::string& name) = 0;
};

/// HeldFolder for the disk; see FileSystem::Hold.
Result<std::unique_ptr<HeldFolder>> HoldOnDisk(const Path& folder);

/// FileError(), in words of this file for a name that leads through a link or out of the folder.
Error HeldError(std::string_view verb, const Path& path, int code);

/// 32 hexadecimal digits from the kernel's source of random numbers. Nobody can know them beforehand.
std::string FreshNumber();

}  // namespace kingbird::base
