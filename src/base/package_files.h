// The files of packages that nobody trusts yet. What somebody put there does not lead elsewhere, block or fill the
// memory.
#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/file_system.h"

namespace kingbird::base {

/// Reads regular files below the real paths of folders, and nothing else: links that lead out, devices and pipes,
/// large files and what comes after very many are as if they were not there, and are counted. Never writes.
/// Thread-safe if `files` is.
class PackageFiles : public FileSystem {
 public:
  /// Of one file: more than anybody writes by hand.
  static constexpr size_t kMostFileBytes = size_t{32} << 20;
  /// Of all lists of folders together.
  static constexpr size_t kMostNames = 1'000'000;

  /// `files` must outlive it.
  explicit PackageFiles(const FileSystem& files, const std::vector<Path>& folders = {});

  /// One more folder whose files may be read.
  void Admit(const Path& folder);
  /// How many there were that were asked for and not read; of very many, some.
  size_t skipped() const;

  Result<std::string> ReadAtMost(const Path& path, size_t bytes) const override;
  bool IsFile(const Path& path) const override;
  bool IsFolder(const Path& path) const override;
  /// Without what cannot be read, and without links to folders: who follows them may walk in circles.
  Result<std::vector<std::string>> List(const Path& path) const override;
  Entry Look(const Path& path) const override;
  Result<Path> LinkTarget(const Path& path) const override;
  Result<Path> Real(const Path& path) const override;
  Result<Path> CurrentFolder() const override { return files_.CurrentFolder(); }
  Result<std::unique_ptr<HeldFolder>> Hold(const Path& folder) override;
  Status MakePrivate(const Path& folder, const std::string& instead) override;
  Result<Path> PrivatePlace() override;
  Status Copy(const Path& from, const Path& to) override;
  Status CopyMode(const Path& from, const Path& to) override;
  Status Write(const Path& path, std::string_view content) override;
  Status MakeFolder(const Path& path) override;
  Status Remove(const Path& path) override;
  Result<TempFolder> MakeUnfinished(const Path& folder) override;
  Status Move(const Path& from, const Path& to) override;
  Status Link(const Path& target, const Path& place) override;
  Result<std::unique_ptr<Lock>> TryLock(const Path& path) override;
  Result<TempFolder> MakeTemporary(std::string_view prefix) override;

 private:
  bool IsAdmitted(const Path& real) const;
  void Skip(const Path& path) const;

  const FileSystem& files_;
  mutable std::mutex mutex_;
  std::vector<Path> folders_;  // Real paths.
  mutable std::atomic<size_t> names_ = 0;
  mutable std::set<Path> skipped_;
};

}  // namespace kingbird::base
