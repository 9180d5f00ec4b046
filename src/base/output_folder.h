// A folder that a run shares with its user: results go in, and nothing of the user's is lost. A manifest says what
// Kingbird wrote there, with hashes; what is in it and unchanged may be replaced, everything else stays as it is.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"

namespace kingbird::base {

struct OutputEntry {
  std::string content;  ///< Of a file; where a link leads.
  bool is_link = false;
};
/// By path below the folder they are put into.
using OutputEntries = std::map<std::string, OutputEntry>;

/// Held by one process at a time. Not thread-safe.
class OutputFolder {
 public:
  /// Makes the folder where there is none. Refuses a link, a folder that is neither empty nor Kingbird's, one with
  /// links in it where results go, and one that another run holds.
  /// `files` outlives it.
  static Result<std::unique_ptr<OutputFolder>> Take(FileSystem& files, const Path& path);
  /// A folder that was made and not used is gone.
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  const Path& path() const { return path_; }
  /// What is not Kingbird's, or was edited since, when the folder was taken; of a foreign folder only its name.
  const std::vector<std::string>& others() const { return others_; }
  /// `wanted` ("findings/crash-1.cjs") or, where that is somebody else's, a name like it that is free.
  std::string NameFor(const std::string& wanted) const;

  /// Puts a folder ("suite") in the place of what Kingbird put there before, whole or not at all. Where something of
  /// the user's has the name of a new entry, it stays and the entry is not written.
  Status Replace(const std::string& folder, const OutputEntries& wanted);
  /// The same for a file beside the folders.
  Status Put(const std::string& file, const std::string& content);
  /// Whether Kingbird may write to this file in place: it is its own, edited or not, or is not there yet.
  Result<bool> Claim(const std::string& file);

 private:
  using Hashes = std::set<std::string>;

  OutputFolder(FileSystem& files, Path path) : files_(files), path_(std::move(path)) {}
  Status Make();
  Status Open();
  Status ReadManifest();
  Status WriteManifest() const;
  Status CheckLinks() const;
  bool IsThere(const Path& path) const;
  bool IsLink(const Path& path) const;
  bool IsRealFolder(const Path& path) const;
  std::vector<std::string> NamesIn(const Path& folder) const;
  std::string HashAt(const Path& path) const;
  Status ChangePlaces(const Path& a, const Path& b);
  bool IsOwn(const std::string& name) const;
  bool IsTaken(const std::string& name) const;
  bool HoldsOwn(const std::string& folder) const;
  void FindOthers(const std::string& folder);
  void Recover();
  Status Stage(const Path& staged, const std::string& folder, const OutputEntries& entries);
  void MoveForeign(const Path& from, const std::string& folder);
  void RemoveOwn(const Path& from, const std::string& folder);

  FileSystem& files_;
  Path path_;
  std::vector<Path> made_;  ///< Folders that were not there before, outermost first.
  std::unique_ptr<FileSystem::Lock> lock_;
  bool used_ = false;
  std::map<std::string, Hashes> own_;  ///< By path; several while they are being replaced.
  std::vector<std::string> others_;
};

}  // namespace kingbird::base
