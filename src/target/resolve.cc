#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/json.h"
#include "target/git_revision.h"
#include "target/npm_cache.h"
#include "target/package_entry.h"
#include "target/target.h"

namespace kingbird::target {
namespace {

using base::Path;

struct Spec {
  std::string text;  // before '#'
  std::string member;
  std::string name;     // of a package, "" when it cannot be one
  std::string version;  // after '@'
};

bool IsPackageName(std::string_view name) {
  if (name.starts_with("@")) {
    const size_t slash = name.find('/');
    if (slash == std::string_view::npos || slash == 1) return false;
    const std::string_view scope = name.substr(1, slash - 1);
    return IsPackageName(scope) && IsPackageName(name.substr(slash + 1));
  }
  const auto allowed = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '~';
  };
  return !name.empty() && name.size() <= 214 && name[0] != '.' && name[0] != '-' &&
         std::all_of(name.begin(), name.end(), allowed);
}

// Ranges and tags, nothing that makes npm fetch from elsewhere.
bool IsVersionSpec(std::string_view version) {
  return !version.empty() &&
         version.find_first_not_of(
             "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
             ".-+^~<>=*| _") == std::string_view::npos &&
         version[0] != '-';
}

Spec Parse(const std::string& text) {
  const size_t hash = text.rfind('#');
  Spec spec{text.substr(0, hash), hash == std::string::npos ? "" : text.substr(hash + 1), "", ""};
  const size_t at = spec.text.find('@', 1);
  const std::string name = spec.text.substr(0, at);
  const std::string version = at == std::string::npos ? "" : spec.text.substr(at + 1);
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

// The nearest folder at or above that has a package.json; the folder itself when none has.
Path PackageRoot(const base::FileSystem& files, const Path& folder) {
  for (Path at = folder;; at = at.parent_path()) {
    if (at.filename() == "node_modules") break;
    if (files.IsFile(at / "package.json")) return at;
    if (at == at.parent_path()) break;
  }
  return folder;
}

base::Result<Target> PackageAt(const Path& root, const Spec& spec, const base::FileSystem& files) {
  ASSIGN_OR_RETURN(const base::Json manifest, ReadManifest(files, root));
  ASSIGN_OR_RETURN(const Entry entry, FindEntry(files, root, manifest));
  Target target{
      Target::Kind::kPackage, spec.name, StringOf(manifest, "version"), root, {}, entry.is_module, spec.member, ""};
  target.display = Shown(target.version.empty() ? spec.name : spec.name + "@" + target.version, spec.member);
  return target;
}

base::Result<Target> FolderAt(const Path& folder, const Spec& spec, const base::FileSystem& files) {
  ASSIGN_OR_RETURN(const base::Json manifest, ReadManifest(files, folder));
  ASSIGN_OR_RETURN(const Entry entry, FindEntry(files, folder, manifest));
  Target target{Target::Kind::kFolder,
                StringOf(manifest, "name"),
                StringOf(manifest, "version"),
                folder,
                entry.file.lexically_relative(folder),
                entry.is_module,
                spec.member,
                Shown(spec.text, spec.member)};
  if (target.name.empty()) target.name = folder.filename().string();
  return target;
}

base::Result<Target> FileAt(const Path& file, const Spec& spec, const base::FileSystem& files) {
  const std::string extension = file.extension().string();
  if (extension == ".ts" || extension == ".tsx" || extension == ".mts" || extension == ".cts") {
    return base::UsageError(fmt::format("{} is TypeScript, which Node does not load", spec.text),
                            "compile it and point at the JavaScript");
  }
  const Path root = PackageRoot(files, file.parent_path());
  ASSIGN_OR_RETURN(const base::Json manifest, ReadManifest(files, root));
  return Target{Target::Kind::kFile,
                file.stem().string(),
                StringOf(manifest, "version"),
                root,
                file.lexically_relative(root),
                IsModule(file, manifest),
                spec.member,
                Shown(spec.text, spec.member)};
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

}  // namespace

Path CacheFolder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  std::error_code code;
  if (const std::string own = variable("KINGBIRD_CACHE"); !own.empty()) return std::filesystem::absolute(own, code);
  if (const std::string xdg = variable("XDG_CACHE_HOME"); !xdg.empty()) return Path(xdg) / "kingbird";
  if (const std::string home = variable("HOME"); !home.empty()) return Path(home) / ".cache/kingbird";
  return std::filesystem::temp_directory_path(code) / "kingbird-cache";
}

base::Result<Target> Resolve(const std::string& text, const Surroundings& surroundings) {
  const base::FileSystem& files = surroundings.files;
  const Spec spec = Parse(text);
  if (spec.text.empty()) return base::UsageError("the target is empty", "name a package, a folder or a file");
  if (spec.text.starts_with("git:")) {
    ASSIGN_OR_RETURN(const Path folder, FetchRevision(spec.text.substr(4), surroundings));
    return FolderAt(folder.has_filename() ? folder : folder.parent_path(), spec, base::DiskFileSystem());
  }
  if (text.ends_with("#")) return base::UsageError(fmt::format("nothing follows the # of '{}'", text));

  const bool may_be_package = !spec.name.empty();
  if (may_be_package) {
    if (const auto root = InstalledPackage(spec, surroundings)) return PackageAt(*root, spec, files);
  }
  const Path path = (surroundings.folder / spec.text).lexically_normal();
  if (files.IsFile(path)) return FileAt(path, spec, files);
  if (files.IsFolder(path)) {
    return FolderAt(path.has_filename() ? path : path.parent_path(), spec, files);
  }
  if (!may_be_package) return base::NotFoundError(fmt::format("{} does not exist", spec.text));

  const auto root = FetchPackage(spec.name, spec.version, surroundings);
  if (root.ok()) return PackageAt(*root, spec, base::DiskFileSystem());
  base::Error error = root.error();
  const bool unknown_name = error.code == base::ErrorCode::kNotFound && spec.version.empty();
  if (unknown_name) error.message = fmt::format("'{}' is neither a file, a folder nor a package npm knows", spec.text);
  return error;
}

}  // namespace kingbird::target
