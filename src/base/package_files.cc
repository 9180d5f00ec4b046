// Everything is asked of the real path, which has no links in it. Nothing that runs meanwhile can change files of a
// package, so looking first and reading then is no race.
#include "base/package_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/held_folder.h"

namespace kingbird::base {
namespace {

constexpr size_t kMostCounted = 10'000;

}  // namespace

PackageFiles::PackageFiles(const FileSystem& files, const std::vector<Path>& folders) : files_(files) {
  for (const Path& folder : folders) Admit(folder);
}

void PackageFiles::Admit(const Path& folder) {
  const auto real = files_.Real(folder);
  if (!real.ok()) return;
  const std::lock_guard lock(mutex_);
  if (std::find(folders_.begin(), folders_.end(), *real) == folders_.end()) folders_.push_back(*real);
}

bool PackageFiles::IsAdmitted(const Path& real) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(folders_.begin(), folders_.end(), [&](const Path& folder) { return IsBelow(real, folder); });
}

void PackageFiles::Skip(const Path& path) const {
  const std::lock_guard lock(mutex_);
  if (skipped_.size() < kMostCounted) skipped_.insert(path);
}

size_t PackageFiles::skipped() const {
  const std::lock_guard lock(mutex_);
  return skipped_.size();
}

Result<Path> PackageFiles::Real(const Path& path) const {
  ASSIGN_OR_RETURN(Path real, files_.Real(path));
  if (IsAdmitted(real)) return real;
  Skip(path);
  return NotFoundError(fmt::format("{} leads out of the package", path.string()));
}

Result<std::string> PackageFiles::ReadAtMost(const Path& path, size_t bytes) const {
  ASSIGN_OR_RETURN(const Path real, Real(path));
  auto text = files_.ReadAtMost(real, std::min(bytes, kMostFileBytes));
  if (!text.ok()) Skip(real);
  return text;
}

bool PackageFiles::IsFile(const Path& path) const {
  const auto real = Real(path);
  return real.ok() && files_.IsFile(*real);
}

bool PackageFiles::IsFolder(const Path& path) const {
  const auto real = Real(path);
  return real.ok() && files_.IsFolder(*real);
}

Result<std::vector<std::string>> PackageFiles::List(const Path& path) const {
  ASSIGN_OR_RETURN(const Path folder, Real(path));
  if (names_ >= kMostNames) return EnvironmentError(fmt::format("{} is one folder too many", path.string()));
  ASSIGN_OR_RETURN(std::vector<std::string> names, files_.List(folder));
  names_ += names.size() + 1;
  std::erase_if(names, [&](const std::string& name) {
    const auto real = Real(folder / name);
    if (!real.ok()) return true;
    if (files_.IsFolder(*real)) return *real != folder / name;
    if (files_.IsFile(*real)) return false;
    Skip(*real);
    return true;
  });
  return names;
}

FileSystem::Entry PackageFiles::Look(const Path& path) const {
  const Entry entry = files_.Look(path);
  return entry.kind == Kind::kNothing || !Real(path).ok() ? Entry() : entry;
}

Result<Path> PackageFiles::LinkTarget(const Path& path) const {
  TRY(Real(path));
  return files_.LinkTarget(path);
}

Status PackageFiles::Write(const Path& path, std::string_view) {
  return InternalError(fmt::format("{} belongs to a package", path.string()));
}

Status PackageFiles::MakeFolder(const Path& path) { return Write(path, ""); }

Status PackageFiles::Copy(const Path&, const Path& to) { return Write(to, ""); }

Status PackageFiles::CopyMode(const Path&, const Path& to) { return Write(to, ""); }

Status PackageFiles::Remove(const Path& path) { return Write(path, ""); }

Result<TempFolder> PackageFiles::MakeUnfinished(const Path& folder) { return Write(folder, "").error(); }

Status PackageFiles::Move(const Path& from, const Path&) { return Write(from, ""); }

Status PackageFiles::Link(const Path&, const Path& place) { return Write(place, ""); }

Result<std::unique_ptr<FileSystem::Lock>> PackageFiles::TryLock(const Path& path) { return Write(path, "").error(); }

Result<TempFolder> PackageFiles::MakeTemporary(std::string_view prefix) { return Write(prefix, "").error(); }

Result<std::unique_ptr<HeldFolder>> PackageFiles::Hold(const Path& folder) { return Write(folder, "").error(); }

Status PackageFiles::MakePrivate(const Path& folder, const std::string&) { return Write(folder, ""); }

Result<Path> PackageFiles::PrivatePlace() { return Write("a package", "").error(); }

}  // namespace kingbird::base
