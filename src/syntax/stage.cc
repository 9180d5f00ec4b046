// Node looks for a dependency in node_modules of every folder upwards and then continues at the real path behind a
// link. So the stage is a chain of folders, one per folder above the package that has a node_modules, each with a link
// to it; innermost the package.
#include "syntax/stage.h"

#include <set>

#include "base/package_files.h"
#include "syntax/glob.h"
#include "syntax/reachable.h"
#include "syntax/rewrite_cache.h"

namespace kingbird::syntax {
namespace {

using base::Path;
using EntryKind = base::FileSystem::Kind;

// What a package may fill our disk and time with; what is beyond is linked instead.
constexpr uint64_t kMostCopiedBytes = uint64_t{1} << 30;
constexpr size_t kMostCopied = 100'000;
// Of a script that is rewritten, which takes a hundred times its size in memory. The largest that people know,
// typescript.js, has nine.
constexpr uint64_t kMostScriptBytes = uint64_t{10} << 20;
// Of all of them: what their counters are is kept.
constexpr uint64_t kMostScripts = uint64_t{64} << 20;

bool IsScript(const Path& path) {
  const Path extension = path.extension();
  return extension == ".js" || extension == ".cjs" || extension == ".mjs";
}

// Counters of all scripts, which are kept together with their places: 100 bytes each. typescript.js has 220,000.
constexpr size_t kMostCounters = 1'000'000;

class Stager {
 public:
  Stager(base::FileSystem& files, const StageConfig& config)
      : config_(config), disk_(files), cache_(files, config.cache_folder, config.passes) {}

  base::Result<Stage> Run() {
    TRY(Prepare());
    ASSIGN_OR_RETURN(const Path home, MakeChain());
    TRY(MakeHome(home));
    if (config_.hurries && !config_.entry.empty())
      needed_ = ReachableScripts(base::PackageFiles(disk_, {source_}), source_, config_.entry);
    TRY(config_.only.empty() ? CopyFolder(source_, stage_.root, "", true) : CopyOnly());
    stage_.stats.cached = cache_.hits();
    stage_.stats.rewritten = cache_.misses();
    stage_.manifest.Layout();
    return std::move(stage_);
  }

 private:
  base::Status Prepare() {
    const auto real = disk_.Real(config_.root);
    if (!real.ok() || !disk_.IsFolder(*real)) return base::NotFoundError("no such folder: " + config_.root.string());
    source_ = *real;
    if (config_.staging_folder.empty()) {
      ASSIGN_OR_RETURN(base::TempFolder folder, base::TempFolder::Make(disk_, "kingbird-stage"));
      stage_.staging = folder.path();
      stage_.owned = std::move(folder);
      return {};
    }
    TRY(disk_.MakeFolder(config_.staging_folder));
    ASSIGN_OR_RETURN(stage_.staging, disk_.Real(config_.staging_folder));
    ASSIGN_OR_RETURN(const std::vector<std::string> there, disk_.List(stage_.staging));
    if (there.empty()) return {};
    return base::UsageError("the staging folder is not empty: " + stage_.staging.string());
  }

  /// The folder that holds the package's node_modules, e.g. X for X/node_modules/@scope/name; empty for a plain
  /// directory.
  Path Owner() const {
    Path above = source_.parent_path();
    if (above.filename().string().starts_with("@")) above = above.parent_path();
    return above.filename() == "node_modules" ? above.parent_path() : Path();
  }

  base::Result<Path> MakeChain() {
    const Path owner = Owner();
    std::vector<Path> above;  // Innermost first.
    Path folder = owner.empty() ? source_ : owner;
    while (folder.has_parent_path() && folder != folder.parent_path()) {
      folder = folder.parent_path();
      if (folder.filename() != "node_modules" && disk_.IsFolder(folder / "node_modules")) above.push_back(folder);
    }
    Path home = stage_.staging;
    for (size_t i = above.size(); i-- > 0;) {
      TRY(disk_.Link(above[i] / "node_modules", home / "node_modules"));
      home /= "in";
      TRY(disk_.MakeFolder(home));
    }
    return home;
  }

  base::Status MakeHome(const Path& home) {
    const Path owner = Owner();
    const Path modules = owner / "node_modules";
    stage_.root =
        owner.empty() ? home / source_.filename() : home / "node_modules" / source_.lexically_relative(modules);
    TRY(disk_.MakeFolder(stage_.root));
    if (!owner.empty()) TRY(LinkSiblings(modules, home / "node_modules"));
    if (!disk_.IsFolder(source_ / "node_modules")) return {};
    return disk_.Link(source_ / "node_modules", stage_.root / "node_modules");
  }

  /// Links to everything beside the package; its scope folder is real and gets the same.
  base::Status LinkSiblings(const Path& from, const Path& to) {
    ASSIGN_OR_RETURN(const std::vector<std::string> names, disk_.List(from));
    for (const std::string& name : names) {
      if (from / name == source_) continue;
      if (from / name == source_.parent_path()) {
        TRY(LinkSiblings(from / name, to / name));
      } else {
        TRY(disk_.Link(from / name, to / name));
      }
    }
    return {};
  }

  base::Status CopyOnly() {
    const base::PackageFiles own(disk_, {source_});
    for (const Path& key : config_.only) {
      if (!own.IsFile(source_ / key)) continue;
      const Path target = stage_.root / key;
      TRY(disk_.MakeFolder(target.parent_path()));
      TRY(CopyFile(source_ / key, disk_.Look(source_ / key).size, target, key.string(), true));
    }
    return {};
  }

  base::Status CopyFolder(const Path& from, const Path& to, const std::string& prefix, bool own) {
    ASSIGN_OR_RETURN(const std::vector<std::string> names, disk_.List(from));
    for (const std::string& name : names) {
      const Path source = from / name;
      if (config_.run != nullptr && config_.run->TimeLeft().count() == 0)
        return base::EnvironmentError("the time was over before all files were copied");
      if (name == ".git" || (prefix.empty() && name == "node_modules")) continue;
      const base::FileSystem::Entry entry = disk_.Look(source);
      if (entry.kind == EntryKind::kLink) {
        TRY(CopyLink(source, to / name));
      } else if (entry.kind == EntryKind::kFolder) {
        // What an earlier run wrote is no part of the target.
        if (source == stage_.staging || disk_.IsFile(source / ".kingbird-manifest.json")) continue;
        if (MayLink() && !LeadsToNeeded(prefix + name + "/")) {
          TRY(disk_.Link(source, to / name));
          continue;
        }
        TRY(disk_.MakeFolder(to / name));
        TRY(CopyFolder(source, to / name, prefix + name + "/", own && name != "node_modules"));
      } else if (entry.kind == EntryKind::kFile) {
        TRY(CopyFile(source, entry.size, to / name, prefix + name, own));
      }
    }
    return {};
  }

  /// A link that leads out of the package points to the original place.
  base::Status CopyLink(const Path& source, const Path& link) {
    ASSIGN_OR_RETURN(const Path target, disk_.LinkTarget(source));
    const Path full = (source.parent_path() / target).lexically_normal();
    const bool inside = target.is_relative() && full.string().starts_with(source_.string() + "/");
    return disk_.Link(inside ? target : full, link);
  }

  // Where there is no time to copy everything. Not where nothing says what is needed.
  bool MayLink() const { return !needed_.empty() && config_.hurries(); }

  bool LeadsToNeeded(const std::string& prefix) const {
    const auto first = needed_.lower_bound(prefix);
    return first != needed_.end() && first->starts_with(prefix);
  }

  base::Status CopyFile(const Path& source, uint64_t size, const Path& target, const std::string& key, bool own) {
    if (!needed_.contains(key) && MayLink()) return disk_.Link(source, target);
    copied_bytes_ += size;
    if (size > base::PackageFiles::kMostFileBytes || copied_bytes_ > kMostCopiedBytes || ++copied_ > kMostCopied)
      return disk_.Link(source, target);
    if (own && IsScript(source) && (config_.include.empty() || MatchesAnyGlob(config_.include, key)) &&
        !MatchesAnyGlob(config_.exclude, key)) {
      script_bytes_ += size <= kMostScriptBytes ? size : 0;
      if (size <= kMostScriptBytes && script_bytes_ <= kMostScripts && counters_ < kMostCounters)
        return RewriteFile(source, target, key);
      stage_.stats.too_large.push_back(key);
    }
    // A copy, not a hard link: a test that writes into its package must not reach the original.
    TRY(disk_.Copy(source, target));
    ++stage_.stats.copied;
    return {};
  }

  base::Status RewriteFile(const Path& source, const Path& target, const std::string& key) {
    ASSIGN_OR_RETURN(const std::string text, disk_.Read(source));
    Instrumented file = cache_.Get(text, key);
    counters_ += file.facts.counters.Size();
    if (counters_ > kMostCounters) {
      stage_.stats.too_large.push_back(key);
      return disk_.Copy(source, target);
    }
    TRY(disk_.Write(target, file.text));
    TRY(disk_.CopyMode(source, target));
    switch (file.state) {
      case Instrumented::State::kRewritten:
        stage_.manifest.files.push_back(
            {key, 0, std::move(file.facts.counters), std::move(file.facts.sites), std::move(file.facts.concolic)});
        break;
      case Instrumented::State::kUnparsable:
        stage_.stats.unparsable.push_back(key);
        break;
      case Instrumented::State::kIgnored:
        ++stage_.stats.ignored;
        break;
    }
    return {};
  }

  const StageConfig& config_;
  base::FileSystem& disk_;
  RewriteCache cache_;
  Path source_;
  uint64_t copied_bytes_ = 0;
  size_t copied_ = 0;
  uint64_t script_bytes_ = 0;
  size_t counters_ = 0;
  std::set<std::string> needed_;  ///< Scripts that the entry leads to; asked for only in haste.
  Stage stage_;
};

}  // namespace

base::Result<Stage> StageInstrumented(base::FileSystem& files, const StageConfig& config) {
  return Stager(files, config).Run();
}

}  // namespace kingbird::syntax
