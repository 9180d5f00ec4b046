// "exports" is a tree of conditions; its first branch all of whose conditions hold wins, in the order of the file. We
// resolve for require first, because more targets are CommonJS than not and require reaches them without a turn of the
// loop.
#include "target/package_entry.h"

#include <fmt/format.h>

#include <initializer_list>
#include <optional>
#include <set>

#include "target/source_entry.h"

namespace kingbird::target {
namespace {

using base::Json;
using base::Path;

constexpr size_t kMostNamed = 8;
const std::set<std::string> kForRequire = {"node", "require", "default", "module-sync"};
const std::set<std::string> kForImport = {"node", "import", "default", "module-sync"};

// The target of a conditions tree, or nothing.
std::optional<std::string> Choose(const Json& exports, const std::set<std::string>& conditions) {
  if (exports.is_string()) return exports.get<std::string>();
  if (exports.is_array()) {
    for (const auto& item : exports) {
      if (auto chosen = Choose(item, conditions)) return chosen;
    }
  } else if (exports.is_object()) {
    for (const auto& [key, value] : exports.items()) {
      if (!conditions.contains(key)) continue;
      if (auto chosen = Choose(value, conditions)) return chosen;
    }
  }
  return std::nullopt;
}

// The part of "exports" that is about the package itself.
Json RootExport(const Json& manifest) {
  if (!manifest.is_object() || !manifest.contains("exports")) return nullptr;
  const Json& exports = manifest["exports"];
  const bool has_subpaths = exports.is_object() && !exports.empty() && exports.begin().key().starts_with(".");
  if (!has_subpaths) return exports;
  return exports.contains(".") ? exports["."] : Json::object();
}

// As require() completes a path: the file itself, with an extension, or the index of a folder.
std::optional<Path> Complete(const base::FileSystem& files, const Path& path) {
  if (files.IsFile(path)) return path;
  for (const char* extension : {".js", ".json", ".node"}) {
    if (Path file = path.string() + extension; files.IsFile(file)) return file;
  }
  for (const char* name : {"index.js", "index.json", "index.node"}) {
    if (Path file = path / name; files.IsFile(file)) return file;
  }
  return std::nullopt;
}

// What stands for '*' in a pattern of "exports"; nothing when it does not match.
std::optional<std::string> Star(const std::string& pattern, const std::string& subpath) {
  const size_t star = pattern.find('*');
  if (star == std::string::npos) return pattern == subpath ? std::optional(std::string()) : std::nullopt;
  const std::string head = pattern.substr(0, star);
  const std::string tail = pattern.substr(star + 1);
  if (subpath.size() < head.size() + tail.size() || !subpath.starts_with(head) || !subpath.ends_with(tail))
    return std::nullopt;
  return subpath.substr(head.size(), subpath.size() - head.size() - tail.size());
}

// What the user could mean instead, in the order of how likely it is.
std::string Hint(const base::FileSystem& files, const Path& root, const Json& manifest) {
  if (const std::vector<Path> packages = Workspaces(files, root, manifest); !packages.empty()) {
    std::string names;
    for (size_t i = 0; i < packages.size() && i < kMostNamed; ++i)
      names += (i > 0 ? ", " : "") + packages[i].lexically_relative(root).string();
    return fmt::format("it is a workspace; name one of its packages: {}{}", names,
                       packages.size() > kMostNamed ? ", …" : "");
  }
  if (manifest.is_object() && manifest.contains("scripts") && manifest["scripts"].is_object() &&
      manifest["scripts"].contains("build"))
    return "it may have to be built first: npm run build";
  const auto names = files.List(root);
  std::string scripts;
  for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
    if ((IsJavaScript(name) || IsTypeScript(name)) && name.find(".config.") == std::string::npos)
      scripts += (scripts.empty() ? "" : ", ") + name;
  }
  if (!scripts.empty()) return fmt::format("choose a file with --entry FILE: {}", scripts);
  if (manifest.is_object() && manifest.contains("bin"))
    return "it is a program without a library; choose a file with --entry FILE";
  return "name a package, a folder with package.json, or a .js file";
}

std::string NameOf(const Json& manifest, const Path& root) {
  if (manifest.is_object() && manifest.contains("name") && manifest["name"].is_string()) return manifest["name"];
  return root.string();
}

}  // namespace

base::Result<Json> ReadManifest(const base::FileSystem& files, const Path& root) {
  const Path path = root / "package.json";
  if (!files.IsFile(path)) return Json(nullptr);
  ASSIGN_OR_RETURN(const std::string text, files.Read(path));
  return base::ParseJson(text, path.string());
}

bool IsModule(const Path& file, const Json& manifest) {
  const std::string extension = file.extension();
  if (extension == ".mjs" || extension == ".mts") return true;
  if (extension != ".js" && extension != ".jsx" && extension != ".ts" && extension != ".tsx") return false;
  return manifest.is_object() && base::ValueOr(manifest, "type", Json()) == "module";
}

namespace {

base::Result<Entry> FindBuilt(const base::FileSystem& files, const Path& root, const Json& manifest) {
  const std::string name = NameOf(manifest, root);
  if (const Json exports = RootExport(manifest); !exports.is_null()) {
    const auto required = Choose(exports, kForRequire);
    const auto chosen = required ? required : Choose(exports, kForImport);
    if (!chosen) {
      std::string known;
      const Json all = manifest["exports"].is_object() ? manifest["exports"] : Json::object();
      for (const auto& [key, value] : all.items()) {
        if (key.starts_with("./") && key.find('*') == std::string::npos && !key.ends_with("package.json"))
          known += (known.empty() ? "" : ", ") + name + key.substr(1);
      }
      return base::UsageError(fmt::format("{} exports nothing under its own name", name),
                              known.empty() ? "point at one of its files" : "it exports " + known);
    }
    const Path file = (root / *chosen).lexically_normal();
    if (!files.IsFile(file)) {
      return base::UsageError(fmt::format("{} says it exports {}, which does not exist", name, *chosen),
                              Hint(files, root, manifest));
    }
    return Entry{file, !required || IsModule(file, manifest)};
  }
  if (manifest.is_object() && manifest.contains("main") && manifest["main"].is_string()) {
    const Path main = (root / manifest["main"].get<std::string>()).lexically_normal();
    if (const auto file = Complete(files, main)) return Entry{*file, IsModule(*file, manifest)};
    if (!Complete(files, root / "index"))
      return base::UsageError(fmt::format("{} has nothing to load: its \"main\", {}, does not exist, nor does index.js",
                                          name, manifest["main"].get<std::string>()),
                              Hint(files, root, manifest));
  }
  if (const auto file = Complete(files, root / "index")) return Entry{*file, IsModule(*file, manifest)};
  return base::UsageError(fmt::format("{} has nothing to load: neither \"main\" nor index.js", name),
                          Hint(files, root, manifest));
}

}  // namespace

base::Result<Entry> FindEntry(const base::FileSystem& files, const Path& root, const Json& manifest) {
  auto built = FindBuilt(files, root, manifest);
  if (built.ok()) return built;
  if (const auto source = FindSource(files, root, manifest)) return *source;
  return built;
}

base::Result<Entry> FindSubpath(const base::FileSystem& files, const Path& root, const Json& manifest,
                                const std::string& subpath) {
  const std::string name = NameOf(manifest, root);
  if (RootExport(manifest).is_null()) {
    if (const auto file = Complete(files, root / subpath.substr(1))) return Entry{*file, IsModule(*file, manifest)};
    return base::NotFoundError(fmt::format("{} has no file {}", name, subpath.substr(1)));
  }
  std::string known;
  const Json exports = manifest["exports"].is_object() ? manifest["exports"] : Json::object();
  for (const auto& [key, value] : exports.items()) {
    if (!key.starts_with("./")) continue;
    known += (known.empty() ? "" : ", ") + name + key.substr(1);
    const auto star = Star(key, "." + subpath);
    if (!star) continue;
    const auto required = Choose(value, kForRequire);
    auto chosen = required ? required : Choose(value, kForImport);
    if (!chosen) continue;
    if (const size_t at = chosen->find('*'); at != std::string::npos) chosen->replace(at, 1, *star);
    const Path file = (root / *chosen).lexically_normal();
    if (files.IsFile(file)) return Entry{file, !required || IsModule(file, manifest)};
  }
  return base::NotFoundError(fmt::format("{} does not export {}", name, name + subpath),
                             known.empty() ? "it exports nothing but itself" : "it exports " + known);
}

std::vector<Path> Workspaces(const base::FileSystem& files, const Path& root, const Json& manifest) {
  if (!manifest.is_object() || !manifest.contains("workspaces")) return {};
  const Json& workspaces = manifest["workspaces"];
  const Json& list = workspaces.is_object() && workspaces.contains("packages") ? workspaces["packages"] : workspaces;
  std::vector<Path> found;
  for (const Json& pattern : list.is_array() ? list : Json::array()) {
    if (!pattern.is_string()) continue;
    const Path path = root / pattern.get<std::string>();
    if (files.IsFile(path / "package.json")) found.push_back(path.lexically_normal());
    if (path.filename() != "*") continue;
    const auto names = files.List(path.parent_path());
    for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
      if (files.IsFile(path.parent_path() / name / "package.json"))
        found.push_back((path.parent_path() / name).lexically_normal());
    }
  }
  return found;
}

}  // namespace kingbird::target
