#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/json.h"
#include "base/package_files.h"
#include "target/git_revision.h"
#include "target/npm_cache.h"
#include "target/package_entry.h"
#include "target/package_name.h"
#include "target/source_entry.h"
#include "target/target.h"
#include "target/workspace.h"

namespace kingbird::target {
namespace {

using base::Path;

struct Spec {
  std::string text;  // before '#'
  std::string member;
  std::string name;     // of a package, "" when it cannot be one
  std::string version;  // after '@'
  std::string subpath;  // of a package: "/v4"
};

Spec Parse(const std::string& text) {
  const size_t hash = text.rfind('#');
  Spec spec{text.substr(0, hash), hash == std::string::npos ? "" : text.substr(hash + 1), "", "", ""};
  // name[@version][/sub]; the first slash of a scoped name belongs to it.
  const size_t from = spec.text.starts_with('@') ? spec.text.find('/') + 1 : 0;
  const size_t slash = spec.text.find('/', from);
  if (slash != std::string::npos && slash + 1 < spec.text.size() && slash > 0) spec.subpath = spec.text.substr(slash);
  const std::string whole = spec.text.substr(0, spec.subpath.empty() ? std::string::npos : slash);
  const size_t at = whole.find('@', 1);
  const std::string name = whole.substr(0, at);
  const std::string version = at == std::string::npos ? "" : whole.substr(at + 1);
  if (IsPackageName(name) && (at == std::string::npos || IsVersionSpec(version))) {
    spec.name = name;
    spec.version = version;
  }
  return spec;
}

std::string StringOf(const base::Json& manifest, const char* key) {
  return manifest.is_object() && manifest.contains(key) && manifest[key].is_string() ? manifest[key].get<std::string>()
                                                                                     : "";
}

std::string Shown(std::string what, const std::string& member) { return member.empty() ? what : what + "#" + member; }

base::Result<Target> PackageAt(const Path& root, const Spec& spec, const base::FileSystem& disk) {
  const base::PackageFiles files(disk, {root});
  ASSIGN_OR_RETURN(const base::Json manifest, ReadManifest(files, root));
  ASSIGN_OR_RETURN(const Entry entry, spec.subpath.empty() ? FindEntry(files, root, manifest)
                                                           : FindSubpath(files, root, manifest, spec.subpath));
  Target target{Target::Kind::kPackage,
                spec.name,
                StringOf(manifest, "version"),
                root,
                {},
                entry.is_module,
                spec.member,
                "",
                spec.subpath,
                entry.file.lexically_relative(root)};
  const std::string name = target.version.empty() ? spec.name : spec.name + "@" + target.version;
  target.display = Shown(name + spec.subpath, spec.member);
  if (const std::string own = StringOf(manifest, "name"); own != spec.name && IsPackageName(own))
    target.published = own;
  return target;
}

base::Result<Entry> EntryOf(const Path& folder, const base::Json& manifest, const Path& wanted,
                            const base::FileSystem& files) {
  if (wanted.empty()) return FindEntry(files, folder, manifest);
  const Path file = (folder / wanted).lexically_normal();
  if (!files.IsFile(file))
    return base::NotFoundError(fmt::format("--entry: {} does not exist in {}", wanted.string(), folder.string()));
  return Entry{file, IsModule(file, manifest)};
}

struct FolderWish {
  Path entry;         // "": what its package.json says
  bool many = false;  // all its modules where it says nothing
};

base::Result<Target> FolderAt(const Path& folder, const Spec& spec, const base::FileSystem& disk,
                              const FolderWish& wish = {}) {
  const base::PackageFiles files(disk, {folder});
  ASSIGN_OR_RETURN(const base::Json manifest, ReadManifest(files, folder));
  const auto entry = EntryOf(folder, manifest, wish.entry, files);
  std::vector<Module> modules;
  if (!entry.ok() && wish.many && wish.entry.empty()) modules = FindModules(files, folder, manifest);
  if (!entry.ok() && modules.empty()) return entry.error();
  Target target{Target::Kind::kFolder,
                StringOf(manifest, "name"),
                StringOf(manifest, "version"),
                folder,
                {},
                false,
                spec.member,
                Shown(spec.text, spec.member),
                ""};
  if (target.name.empty()) target.name = folder.filename().string();
  // "." says nothing to somebody who reads a report.
  if (spec.text.find_first_not_of("./") == std::string::npos) target.display = Shown(target.name, spec.member);
  if (!modules.empty() && Workspaces(files, folder, manifest).empty() && !manifest.contains("exports")) {
    OtherSources others = FindOtherSources(files, folder);
    target.unsupported = std::move(others.unsupported);
    target.programs = std::move(others.programs);
  }
  if (entry.ok()) {
    target.entry = entry->file.lexically_relative(folder);
    target.is_module = entry->is_module;
  } else if (modules.size() == 1) {
    target.entry = modules[0].file;
    target.is_module = modules[0].is_module;
  } else {
    target.modules = std::move(modules);
  }
  return target;
}

base::Result<Target> FileAt(const Path& file, const Spec& spec, const base::FileSystem& disk) {
  const auto project = ProjectAround(disk, file.parent_path());
  const Path root = project.value_or(file.parent_path());
  const base::PackageFiles files(disk, {root});
  if (!files.IsFile(file)) {
    return base::UsageError(fmt::format("{} is a link that leads out of {}", spec.text, root.string()),
                            "name the file that it leads to");
  }
  base::Json manifest;
  if (project) {
    ASSIGN_OR_RETURN(manifest, ReadManifest(files, root));
  }
  Target target{Target::Kind::kFile,
                file.stem().string(),
                StringOf(manifest, "version"),
                root,
                file.lexically_relative(root),
                IsModule(file, manifest),
                spec.member,
                Shown(spec.text, spec.member),
                ""};
  if (!project) target.own_files = {target.entry};
  return target;
}

// What a revision has in the place of a target of the working tree, or of the working directory.
base::Result<Target> RevisionAt(const Spec& spec, const Surroundings& surroundings) {
  const std::string revision = spec.text.substr(4);
  const Target* like = surroundings.counterpart_of;
  Surroundings there = surroundings;
  if (like != nullptr)
    there.folder = like->kind == Target::Kind::kFile ? (like->root / like->entry).parent_path() : like->root;
  ASSIGN_OR_RETURN(Path folder, FetchRevision(revision, there));
  if (!folder.has_filename()) folder = folder.parent_path();
  if (like == nullptr) {
    ASSIGN_OR_RETURN(Target found, FolderAt(folder, spec, surroundings.files, {surroundings.entry, surroundings.many}));
    found.working_tree = surroundings.folder;
    return found;
  }
  Spec same = spec;
  same.member = like->member;
  if (like->kind == Target::Kind::kFile) {
    const Path file = folder / like->entry.filename();
    if (!surroundings.files.IsFile(file))
      return base::NotFoundError(fmt::format("{} has no {}", spec.text, like->entry.generic_string()));
    ASSIGN_OR_RETURN(Target found, FileAt(file, same, surroundings.files));
    found.working_tree = there.folder;
    return found;
  }
  if (!surroundings.files.IsFolder(folder))
    return base::NotFoundError(fmt::format("{} has no folder {}", spec.text, like->display));
  ASSIGN_OR_RETURN(Target found, FolderAt(folder, same, surroundings.files, {surroundings.entry, surroundings.many}));
  // A folder without a name in its package.json is called like the folder, and that one has a name of ours.
  found.name = like->name;
  found.working_tree = there.folder;
  return found;
}

// Where the path stops being there, and what is there.
std::string MissingHint(const Path& path, const base::FileSystem& files) {
  Path folder = path.parent_path();
  while (!files.IsFolder(folder) && folder != folder.parent_path()) folder = folder.parent_path();
  for (const char* extension : {".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx"}) {
    if (files.IsFile(path.string() + extension))
      return fmt::format("did you mean {}{}?", path.filename().string(), extension);
  }
  const auto names = files.List(folder);
  std::string known;
  for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
    const auto inside = files.List(folder / name);
    // What is empty is about to be used by this run, or no help.
    if (name.starts_with('.') || known.size() >= 80 || (inside.ok() && inside->empty())) continue;
    known += (known.empty() ? "" : ", ") + name;
  }
  return known.empty() ? "name a package, a folder or a file" : fmt::format("{} has {}", folder.string(), known);
}

std::optional<Path> InstalledPackage(const Spec& spec, const Surroundings& surroundings) {
  for (Path at = surroundings.folder;; at = at.parent_path()) {
    const Path root = at / "node_modules" / spec.name;
    if (surroundings.files.IsFile(root / "package.json")) {
      if (spec.version.empty()) return root;
      const auto manifest = ReadManifest(surroundings.files, root);
      if (manifest.ok() && StringOf(*manifest, "version") == spec.version) return root;
    }
    if (at == at.parent_path()) return std::nullopt;
  }
}

// The package of that name in the workspace around the folder, whether it is linked into node_modules or not.
std::optional<Path> WorkspacePackage(const Spec& spec, const Surroundings& surroundings) {
  for (Path at = surroundings.folder;; at = at.parent_path()) {
    const base::PackageFiles files(surroundings.files, {at});
    const auto manifest = ReadManifest(files, at);
    for (const Path& folder : manifest.ok() ? Workspaces(files, at, *manifest) : std::vector<Path>()) {
      const auto own = ReadManifest(files, folder);
      if (own.ok() && StringOf(*own, "name") == spec.name) return folder;
    }
    if (at == at.parent_path()) return std::nullopt;
  }
}

}  // namespace

namespace {

base::Result<Path> WantedCache(base::FileSystem& files) {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (const std::string own = variable("KINGBIRD_CACHE"); !own.empty()) return files.Absolute(own);
  if (const std::string xdg = variable("XDG_CACHE_HOME"); !xdg.empty()) return Path(xdg) / "kingbird";
  if (const std::string home = variable("HOME"); !home.empty()) return Path(home) / ".cache/kingbird";
  ASSIGN_OR_RETURN(const Path place, files.PrivatePlace());
  return place / "cache";
}

}  // namespace

base::Result<Path> CacheFolder(base::FileSystem& files) {
  ASSIGN_OR_RETURN(Path cache, WantedCache(files));
  TRY(files.MakePrivate(cache, "name a folder of your own with KINGBIRD_CACHE"));
  return cache;
}

base::Result<Target> Resolve(const std::string& text, const Surroundings& surroundings) {
  const base::FileSystem& files = surroundings.files;
  const Spec spec = Parse(text);
  if (spec.text.empty()) return base::UsageError("the target is empty", "name a package, a folder or a file");
  if (spec.text.starts_with("git:")) return RevisionAt(spec, surroundings);
  if (text.ends_with("#")) return base::UsageError(fmt::format("nothing follows the # of '{}'", text));

  const bool may_be_package = !spec.name.empty();
  const Path path = (surroundings.folder / spec.text).lexically_normal();
  // A subpath of a package looks like a path; one that is there is meant.
  const bool there = !spec.subpath.empty() && (files.IsFile(path) || files.IsFolder(path));
  if (may_be_package && !there) {
    if (const auto root = InstalledPackage(spec, surroundings)) {
      auto found = PackageAt(*root, spec, files);
      if (!found.ok() || !IsTypeScript(found->main)) return found;
      // Nobody publishes that: it is a package of the workspace around.
      ASSIGN_OR_RETURN(const Path real, files.Real(*root));
      return FolderAt(real, spec, files);
    }
  }
  if (files.IsFile(path)) return FileAt(path, spec, files);
  if (files.IsFolder(path)) {
    return FolderAt(path.has_filename() ? path : path.parent_path(), spec, files,
                    {surroundings.entry, surroundings.many});
  }
  if (may_be_package && spec.version.empty() && spec.subpath.empty()) {
    if (const auto folder = WorkspacePackage(spec, surroundings))
      return FolderAt(*folder, spec, files, {surroundings.entry, surroundings.many});
  }
  // Nobody who mistypes a path wants its first folder from npm.
  const bool from_npm = may_be_package && (spec.subpath.empty() || !spec.version.empty() || spec.name.starts_with('@'));
  if (!from_npm) {
    std::string hint = MissingHint(path, files);
    if (may_be_package && !path.has_extension() && !files.IsFolder(surroundings.folder / spec.name))
      hint += fmt::format("; of a package from npm: {}@latest{}", spec.name, spec.subpath);
    return base::NotFoundError(fmt::format("{} does not exist", spec.text), hint);
  }

  const auto root = FetchPackage(spec.name, spec.version, surroundings);
  if (root.ok()) return PackageAt(*root, spec, files);
  base::Error error = root.error();
  const bool unknown_name = error.code == base::ErrorCode::kNotFound && spec.version.empty();
  if (unknown_name) error.message = fmt::format("'{}' is neither a file, a folder nor a package npm knows", spec.text);
  return error;
}

}  // namespace kingbird::target
