#include "load/project_copy.h"

#include "base/package_files.h"
#include "load/loaded_target.h"
#include "load/tsconfig.h"
#include "target/source_entry.h"
#include "target/workspace.h"

namespace kingbird::load {
namespace {

using base::Path;

constexpr char kConfig[] = "tsconfig.json";
// What a folder may fill our disk and time with.
constexpr uint64_t kMostBytes = uint64_t{1} << 30;
constexpr size_t kMostFiles = 100'000;

class Copier {
 public:
  Copier(const target::Target& target, const target::Surroundings& surroundings, Path root)
      : target_(target),
        surroundings_(surroundings),
        disk_(surroundings.files),
        root_(std::move(root)),
        config_root_(target::ConfigurationRoot(disk_, target.root)),
        own_(disk_, {target.root}),
        configuration_(disk_, ConfigurationFolders(target, disk_)) {}

  base::Result<std::vector<Path>> Run() {
    TRY(target_.own_files.empty() ? CopyFolder(target_.root, root_) : CopyOwnFiles());
    TRY(CopyConfigAround());
    TRY(LinkDependencies());
    return std::move(sources_);
  }

 private:
  // Of a file without a project.
  base::Status CopyOwnFiles() {
    TRY(disk_.MakeFolder(root_));
    for (const Path& key : target_.own_files) {
      if (!own_.IsFile(target_.root / key)) continue;
      TRY(disk_.MakeFolder((root_ / key).parent_path()));
      TRY(CopyFile(target_.root / key, disk_.Look(target_.root / key).size, root_ / key));
    }
    return {};
  }

  base::Status CopyFolder(const Path& from, const Path& to) {
    TRY(disk_.MakeFolder(to));
    ASSIGN_OR_RETURN(const std::vector<std::string> names, disk_.List(from));
    for (const std::string& name : names) {
      const Path source = from / name;
      if (base::LeftOf(surroundings_.deadline, std::chrono::milliseconds(1)).count() == 0)
        return base::EnvironmentError("the time was over before all files were copied");
      if (name == "node_modules" || name == ".git") continue;
      const base::FileSystem::Entry entry = disk_.Look(source);
      if (entry.kind == base::FileSystem::Kind::kFolder) {
        if (!disk_.IsFile(source / ".kingbird-manifest.json")) TRY(CopyFolder(source, to / name));
        continue;
      }
      if (entry.kind == base::FileSystem::Kind::kFile) TRY(CopyFile(source, entry.size, to / name));
    }
    return {};
  }

  base::Status CopyFile(const Path& source, uint64_t size, const Path& to) {
    if (source.extension() == ".map" || size > base::PackageFiles::kMostFileBytes) return {};
    bytes_ += size;
    if (++copied_ > kMostFiles || bytes_ > kMostBytes)
      return base::UsageError(target_.root.string() + " holds more than can be compiled");
    // Esbuild reads nothing but the copy.
    TRY(source.filename() == kConfig ? WriteConfig(source, to) : disk_.Copy(source, to));
    const Path key = source.lexically_relative(target_.root);
    if (target::IsTypeScript(key) || key.extension() == ".jsx") sources_.push_back(key);
    return {};
  }

  base::Status WriteConfig(const Path& from, const Path& to) {
    return disk_.Write(to, base::PrettyJson(OwnConfig(configuration_, from)));
  }

  // A folder without a configuration of its own has that of a folder above.
  base::Status CopyConfigAround() {
    if (disk_.IsFile(root_ / kConfig)) return {};
    ASSIGN_OR_RETURN(const Path start, disk_.Real(target_.root));
    for (Path at = start; base::IsBelow(at, config_root_); at = at.parent_path()) {
      if (configuration_.IsFile(at / kConfig)) return WriteConfig(at / kConfig, root_ / kConfig);
    }
    return {};
  }

  // Links to every package that Node would find from the user's folder, the nearest one first.
  base::Status LinkDependencies() {
    for (Path at = target_.root; at != at.parent_path(); at = at.parent_path()) {
      if (at.filename() != "node_modules") TRY(LinkPackages(at / "node_modules", root_ / "node_modules", false));
    }
    return {};
  }

  base::Status LinkPackages(const Path& from, const Path& to, bool in_scope) {
    const auto names = disk_.List(from);
    // A scope that is a link to elsewhere would show the names of what is there.
    if (!names.ok() || !configuration_.Real(from).ok()) return {};
    TRY(disk_.MakeFolder(to));
    for (const std::string& name : *names) {
      if (name.starts_with('.')) continue;
      if (name.starts_with('@') && !in_scope) {
        TRY(LinkPackages(from / name, to / name, true));
        continue;
      }
      if (disk_.Look(to / name).kind == base::FileSystem::Kind::kNothing)
        TRY(disk_.Link(InCopy(from / name), to / name));
    }
    return {};
  }

  // Where a package of the workspace is copied to; the package itself where it is no part of the root.
  Path InCopy(const Path& package) const {
    const auto real = disk_.Real(package);
    const auto root = disk_.Real(target_.root);
    if (!real.ok() || !root.ok() || !base::IsBelow(*real, *root)) return package;
    const Path key = real->lexically_relative(*root);
    for (const Path& part : key) {
      if (part == "node_modules") return package;
    }
    return root_ / key;
  }

  const target::Target& target_;
  const target::Surroundings& surroundings_;
  base::FileSystem& disk_;
  Path root_;
  Path config_root_;
  base::PackageFiles own_;            ///< Of the target.
  base::PackageFiles configuration_;  ///< Of its project.
  std::vector<Path> sources_;
  uint64_t bytes_ = 0;
  size_t copied_ = 0;
};

}  // namespace

std::vector<Path> ConfigurationFolders(const target::Target& target, const base::FileSystem& files) {
  std::vector<Path> folders = ReadableFolders(target, files);
  folders.push_back(target::ConfigurationRoot(files, target.root));
  return folders;
}

base::Result<std::vector<Path>> CopyProject(const target::Target& target, const target::Surroundings& surroundings,
                                            const Path& to) {
  return Copier(target, surroundings, to).Run();
}

}  // namespace kingbird::load
