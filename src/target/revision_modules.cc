#include "target/revision_modules.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "target/npm_cache.h"
#include "target/package_entry.h"

namespace kingbird::target {
namespace {

using base::Json;
using base::Path;
using Kind = base::FileSystem::Kind;

constexpr int kDeepestPackage = 6;
// Each installation may take gigabytes, and stays in the cache.
constexpr int kMostInstallations = 12;
constexpr size_t kMostFolders = 500;
// In a node_modules that Kingbird made of links: what the links are.
constexpr char kMark[] = ".kingbird-links";

/// A name below a held folder: `folder` may be "", the held folder itself.
std::string Below(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

/// Finds the folders of the copy, at or below `folder`, that have a package.json. Links are not followed.
void FindPackages(const base::HeldFolder& copy, const std::string& folder, int depth, std::vector<std::string>& into) {
  if (copy.Look(Below(folder, "package.json")).kind == Kind::kFile) into.push_back(folder);
  const auto names = copy.List(folder);
  for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
    if (name.starts_with('.') || name == "node_modules" || into.size() >= kMostFolders || depth >= kDeepestPackage)
      continue;
    if (copy.Look(Below(folder, name)).kind == Kind::kFolder) FindPackages(copy, Below(folder, name), depth + 1, into);
  }
}

// What npm can install: a version or a range, not a folder of the repository.
bool IsFromRegistry(const Json& version) {
  if (!version.is_string()) return false;
  const auto& text = version.get_ref<const std::string&>();
  for (const char* scheme : {"file:", "link:", "workspace:", "portal:"}) {
    if (text.starts_with(scheme)) return false;
  }
  return true;
}

/// The part of a package.json that says which packages the code loads.
Json Dependencies(const Json& manifest) {
  Json wanted = Json::object();
  for (const char* list : {"dependencies", "optionalDependencies", "peerDependencies"}) {
    const Json all = manifest.is_object() ? base::ValueOr(manifest, list, Json::object()) : Json::object();
    if (!all.is_object()) continue;
    for (const auto& [name, version] : all.items()) {
      if (IsFromRegistry(version)) wanted[list][name] = version;
    }
  }
  return wanted;
}

class Linker {
 public:
  Linker(const Path& tree, const Path& copy, base::HeldFolder& held, const Surroundings& surroundings)
      : tree_(tree), copy_(copy), held_(held), surroundings_(surroundings), files_(surroundings.files) {}

  base::Status Run() {
    std::vector<std::string> packages;
    FindPackages(held_, "", 0, packages);
    if (packages.empty() || !packages[0].empty()) packages.insert(packages.begin(), "");
    for (const std::string& package : packages) {
      if (const auto manifest = ReadManifest(files_, copy_ / package); manifest.ok() && manifest->is_object())
        own_.insert(base::ValueOr(*manifest, "name", std::string()));
    }
    for (const std::string& package : packages) TRY(LinkOne(package));
    return {};
  }

 private:
  base::Status LinkOne(const std::string& package) {
    const std::string place = Below(package, "node_modules");
    const Kind there = held_.Look(place).kind;
    if (there == Kind::kFolder && held_.Look(place + "/" + kMark).kind != Kind::kFile) return {};
    ASSIGN_OR_RETURN(const Path modules, ModulesOf((tree_ / package).lexically_normal(), package));
    if (modules.empty()) return {};
    std::map<std::string, Path> moved;
    bool has_own = false;
    Collect(modules, "", moved, has_own);
    // One link to all is enough where nothing of the repository is among the packages.
    if (!has_own) moved.clear();
    std::string mark = modules.string();
    for (const auto& [name, target] : moved) mark += "\n" + name + " " + target.string();
    if (there == Kind::kFolder) {
      const auto made = held_.Read(place + "/" + kMark);
      if (made.ok() && *made == mark) return {};
    }
    if (moved.empty() && there == Kind::kLink) {
      const auto target = held_.LinkTarget(place);
      if (target.ok() && *target == modules) return {};
    }
    if (there != Kind::kNothing) TRY(held_.RemoveAll(place));
    if (moved.empty()) return held_.Link(modules, place);
    TRY(held_.MakeFolder(place));
    for (const auto& [name, target] : moved) {
      TRY(held_.MakeFoldersAbove(place + "/" + name));
      TRY(held_.Link(target, place + "/" + name));
    }
    return held_.WriteNew(place + "/" + kMark, mark);
  }

  /// The node_modules that serves a folder of the copy; "" where there is none.
  base::Result<Path> ModulesOf(const Path& from, const std::string& package) {
    const Path installed = from / "node_modules";
    ASSIGN_OR_RETURN(const Json wanted, WantedBy((copy_ / package).lexically_normal()));
    const auto now = WantedBy(from);
    if ((!now.ok() || *now != wanted) && ++installations_ <= kMostInstallations) {
      const auto lock = held_.Read(Below(package, "package-lock.json"));
      const auto fetched = wanted.empty() ? base::Result<Path>(Path())
                                          : FetchDependencies(wanted, lock.ok() ? *lock : "", surroundings_);
      if (fetched.ok()) return *fetched;
      surroundings_.log.Warning("{}: the packages of the working tree serve the revision, which wants others",
                                fetched.error().message);
    }
    return files_.IsFolder(installed) ? installed : Path();
  }

  base::Result<Json> WantedBy(const Path& folder) const {
    ASSIGN_OR_RETURN(const Json manifest, ReadManifest(files_, folder));
    Json wanted = Dependencies(manifest);
    for (Json& list : wanted) {
      for (const std::string& name : own_) list.erase(name);
    }
    return wanted;
  }

  /// Each package of a node_modules by its name, and where it is: what the working tree has of the repository itself is
  /// replaced by what the copy has.
  void Collect(const Path& modules, const std::string& scope, std::map<std::string, Path>& into, bool& has_own) const {
    const auto names = files_.List(modules);
    for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
      if (name.starts_with('.')) continue;
      if (scope.empty() && name.starts_with('@')) {
        Collect(modules / name, name + "/", into, has_own);
        continue;
      }
      Path target = modules / name;
      const auto real = files_.Real(target);
      if (!real.ok()) continue;
      const Path below = real->lexically_relative(tree_);
      const bool in_modules =
          std::ranges::any_of(below, [](const Path& part) { return part == "node_modules" || part == ".."; });
      if (!in_modules && files_.IsFolder(copy_ / below)) {
        target = copy_ / below;
        has_own = true;
      }
      into[scope + name] = target;
    }
  }

  Path tree_;
  Path copy_;
  base::HeldFolder& held_;  ///< The copy, whose content the repository chose.
  const Surroundings& surroundings_;
  base::FileSystem& files_;
  std::set<std::string> own_;  ///< Names of the packages of the repository.
  int installations_ = 0;
};

}  // namespace

base::Status LinkRevisionModules(const Path& tree, const Path& copy, base::HeldFolder& held,
                                 const Surroundings& surroundings) {
  const auto real = surroundings.files.Real(tree);
  return Linker(real.ok() ? *real : tree, copy, held, surroundings).Run();
}

}  // namespace kingbird::target
