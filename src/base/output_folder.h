// A folder that a run shares with its user: results go in, and nothing of the user's is lost. A manifest in the folder
// says what Kingbird wrote there, with SHA-256 hashes; a file that the manifest names and that is unchanged may be
// replaced, everything else stays as it is. The folder, its manifest included, may have come with somebody's
// repository: all reading and writing goes through a HeldFolder.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/held_folder.h"
#include "base/output_journal.h"
#include "base/result.h"

namespace kingbird::base {

struct OutputEntry {
  std::string content;  ///< Of a file; where a link leads.
  bool is_link = false;
};
/// By path below the folder they are put into.
using OutputEntries = std::map<std::string, OutputEntry>;

/// Held by one process at a time. Thread-safe as far as writing goes.
class OutputFolder {
 public:
  /// Makes the folder where there is none. Refuses a link, a folder that is neither empty nor Kingbird's, one with a
  /// link or something else in the place of a folder of results, and one that another run holds. `journals` is a folder
  /// in the user's own cache that remembers what runs have begun (base/output_journal.h); "": a killed run's leftovers
  /// stay. `files` outlives the result.
  static Result<std::unique_ptr<OutputFolder>> Take(FileSystem& files, const Path& path, const Path& journals);
  /// A folder that was made and not used is gone.
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  const Path& path() const { return path_; }
  /// What is not Kingbird's, or was edited since, when the folder was taken; of a foreign folder only its name.
  const std::vector<std::string>& others() const { return others_; }
  /// `wanted` ("findings/crash-1.cjs") or, where that is somebody else's, a name like it that is free. `wanted` itself
  /// where no such name is free.
  std::string NameFor(const std::string& wanted) const;

  /// Puts a folder (one of "suite", "findings", "report", "test262", "node_modules") in the place of what Kingbird put
  /// there before, whole or not at all. Where something of the user's has the name of a new entry, it stays and the
  /// entry is not written.
  Status Replace(const std::string& folder, const OutputEntries& wanted);
  /// The same for a file beside the folders.
  Status Put(const std::string& file, const std::string& content);
  /// Like Put, but fails if another thread is writing to the folder right now, and blocks all later writers for ever.
  /// For the last file that is written before the process ends.
  Status PutLast(const std::string& file, const std::string& content);
  /// Whether a file is one that Kingbird replaces even where it was edited ("results.sqlite"): Kingbird wrote the file,
  /// or there is none. From now on the file is Kingbird's.
  Result<bool> Claim(const std::string& file);
  /// Replaces a claimed file.
  Status PutClaimed(const std::string& file, const std::string& content);
  /// A regular file of the folder, which may be anybody's, of at most `most` bytes.
  Result<std::string> Read(const std::string& file, size_t most) const;

 private:
  using Hashes = std::set<std::string>;

  OutputFolder(FileSystem& files, Path path) : files_(files), path_(std::move(path)) {}
  Status Make(const Path& journals);
  Status Lock();
  Status ReadManifest();
  Status WriteManifest();
  Status CheckKinds() const;
  Status Begin();
  std::string NewName(const std::string& what);
  Status WriteOver(const std::string& name, const std::string& content);
  FileSystem::Kind KindOf(const std::string& name) const { return folder_->Look(name).kind; }
  bool IsThere(const std::string& name) const { return KindOf(name) != FileSystem::Kind::kNothing; }
  bool IsFolder(const std::string& name) const { return KindOf(name) == FileSystem::Kind::kFolder; }
  std::vector<std::string> NamesIn(const std::string& folder) const;
  Status ChangePlaces(const std::string& a, const std::string& b);
  bool IsKnown(const std::string& name, const std::string& hash) const;
  bool IsKnownAt(const std::string& place, const std::string& name) const;
  bool IsOwn(const std::string& name) const { return IsKnownAt(name, name); }
  bool IsTaken(const std::string& name) const;
  bool HoldsOwn(const std::string& folder) const;
  bool HasMarker(const std::string& folder, const std::string& number) const;
  void FindOthers(const std::string& folder);
  void Recover(const std::string& number);
  Status Stage(const std::string& staged, const OutputEntries& entries);
  void MoveForeign(const std::string& from, const std::string& folder);
  void RemoveOwn(const std::string& from, const std::string& folder);

  Status PutFile(const std::string& file, const std::string& content);

  FileSystem& files_;
  Path path_;
  std::unique_ptr<HeldFolder> around_;  ///< The innermost folder that was there before.
  std::vector<std::string> made_;       ///< Folders below around_ that were not there before, outermost first.
  std::unique_ptr<HeldFolder> folder_;
  std::mutex writing_;
  std::unique_ptr<FileSystem::Lock> lock_;
  std::optional<OutputJournal> journal_;
  std::string number_;  ///< Of this run. The names of what is not finished hold it.
  int names_ = 0;
  mutable size_t hashed_ = 0;  ///< Bytes read to compare them with the manifest.
  bool used_ = false;
  std::map<std::string, Hashes> own_;  ///< By path; several while they are being replaced.
  std::vector<std::string> others_;
};

}  // namespace kingbird::base
