// "exports" is a tree of conditions; its first branch all of whose conditions hold wins, in the order of the file. We
// resolve for require first, because more targets are CommonJS than not and require reaches them without a turn of the
// loop.
#include "target/package_entry.h"

#include <fmt/format.h>

#include <initializer_list>
#include <optional>
#include <set>

namespace kingbird::target {
namespace {

using base::Json;
using base::Path;

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
  if (file.extension() == ".mjs") return true;
  if (file.extension() != ".js") return false;
  return manifest.is_object() && manifest.value("type", Json()) == "module";
}

base::Result<Entry> FindEntry(const base::FileSystem& files, const Path& root, const Json& manifest) {
  const std::string name = NameOf(manifest, root);
  if (const Json exports = RootExport(manifest); !exports.is_null()) {
    const auto required = Choose(exports, kForRequire);
    const auto chosen = required ? required : Choose(exports, kForImport);
    if (!chosen) return base::UsageError(fmt::format("{} exports nothing under its own name", name));
    const Path file = (root / *chosen).lexically_normal();
    if (!files.IsFile(file)) {
      return base::UsageError(fmt::format("{} says it exports {}, which does not exist", name, *chosen));
    }
    return Entry{file, !required || IsModule(file, manifest)};
  }
  if (manifest.is_object() && manifest.contains("main") && manifest["main"].is_string()) {
    const Path main = (root / manifest["main"].get<std::string>()).lexically_normal();
    if (const auto file = Complete(files, main)) return Entry{*file, IsModule(*file, manifest)};
  }
  if (const auto file = Complete(files, root / "index")) return Entry{*file, IsModule(*file, manifest)};
  return base::UsageError(fmt::format("{} has nothing to load: neither \"main\" nor index.js", name));
}

}  // namespace kingbird::target
