// A package is installed into a temporary folder beside its final place and renamed when it is complete; a lock file
// per package makes a second process wait instead of installing the same again. Scripts of packages are never run
// (docs/decisions/0006).
#include "target/npm_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <thread>

#include "base/json.h"
#include "base/sha256.h"
#include "base/text.h"
#include "target/package_name.h"

namespace kingbird::target {
namespace {

using base::Path;

constexpr std::chrono::minutes kInstallTime(10);

using Lock = base::FileSystem::Lock;

// Waits for its turn; null when that did not come in time.
base::Result<std::unique_ptr<Lock>> TakeLock(const Path& path, const Surroundings& surroundings) {
  for (std::chrono::milliseconds left = kInstallTime;; left -= base::Deadline::kSlice) {
    ASSIGN_OR_RETURN(std::unique_ptr<Lock> lock, surroundings.files.TryLock(path));
    if (lock != nullptr || base::LeftOf(surroundings.deadline, left).count() <= 0) return lock;
    std::this_thread::sleep_for(base::Deadline::kSlice);
  }
}

std::string FolderName(const std::string& name, const std::string& version) {
  std::string folder = name + "@" + version;
  std::replace(folder.begin(), folder.end(), '/', '+');
  return folder;
}

base::Status Npm(std::vector<std::string> arguments, const Path& folder, const std::string& name,
                 const std::string& wanted, const Surroundings& surroundings) {
  base::Command command;
  command.arguments = {"npm"};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.folder = folder;
  // For what npm starts itself, to fetch a dependency from git.
  command.environment = {{"npm_config_ignore_scripts", "true"}};
  command.time_limit = kInstallTime;
  const auto result = surroundings.Run(std::move(command));
  if (!result.ok()) {
    return base::EnvironmentError("cannot run npm", "install npm, or point at a folder or file instead of a package");
  }
  if (result->timed_out) return base::EnvironmentError(fmt::format("npm took too long to install {}", name));
  if (result->exit_code != 0) return ExplainNpm(result->out + "\n" + result->err, name, wanted);
  return {};
}

base::Result<std::string> VersionOf(const Path& package, const base::FileSystem& files) {
  ASSIGN_OR_RETURN(const std::string text, files.Read(package / "package.json"));
  ASSIGN_OR_RETURN(const base::Json manifest, base::ParseJson(text, (package / "package.json").string()));
  if (!manifest.is_object() || !manifest.contains("version") || !manifest["version"].is_string()) {
    return base::UsageError(fmt::format("{} has no version", package.string()));
  }
  return manifest["version"].get<std::string>();
}

// A configuration beside us must not turn the cache into part of somebody's project.
std::vector<std::string> InstallArguments(const std::vector<std::string>& specs, const Path& folder) {
  std::vector<std::string> arguments = {"install"};
  arguments.insert(arguments.end(), specs.begin(), specs.end());
  for (std::string flag : {"--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--loglevel=error",
                           "--no-progress", "--json", "--prefix"})
    arguments.push_back(std::move(flag));
  arguments.push_back(folder.string());
  return arguments;
}

base::Status Install(const std::string& name, const std::string& wanted, const Path& folder,
                     const Surroundings& surroundings) {
  TRY(surroundings.files.Write(folder / "package.json", "{\"private\": true}\n"));
  const std::string spec = wanted.empty() ? name : name + "@" + wanted;
  return Npm(InstallArguments({spec}, folder), folder, name, wanted, surroundings);
}

}  // namespace

bool IsExactVersion(std::string_view version) {
  int dots = 0;
  size_t i = 0;
  for (; i < version.size() && (std::isdigit(static_cast<unsigned char>(version[i])) != 0 || version[i] == '.'); ++i) {
    dots += version[i] == '.' ? 1 : 0;
  }
  const bool plain = dots == 2 && i > 0 && std::isdigit(static_cast<unsigned char>(version[i - 1])) != 0;
  constexpr std::string_view kMore = "-+.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return plain && (i == version.size() || version[i] == '-' || version[i] == '+') &&
         version.find_first_not_of(kMore, i) == std::string_view::npos;
}

namespace {

// {"error": {"code": "E404", "summary": "Not Found - GET …", "detail": …}}, indented. Older ones print it between the
// lines for people.
base::Json ErrorIn(const std::string& printed) {
  const size_t begin = printed.starts_with("{") ? 0 : printed.find("\n{") + 1;
  const size_t end = printed.rfind("\n}");
  if (end == std::string::npos || end < begin) return base::Json::object();
  const auto json = base::ParseJson(printed.substr(begin, end + 2 - begin), "npm");
  return json.ok() ? base::ValueOr(*json, "error", base::Json::object()) : base::Json::object();
}

}  // namespace

base::Error ExplainNpm(const std::string& printed, const std::string& name, const std::string& wanted) {
  const base::Json error = ErrorIn(printed);
  const std::string code = base::ValueOr(error, "code", "");
  if (code == "E404") return base::NotFoundError(fmt::format("npm knows no package '{}'", name));
  if (code == "ETARGET") return base::NotFoundError(fmt::format("the package {} has no version '{}'", name, wanted));
  static constexpr std::string_view kUnreachable[] = {"ENOTFOUND",    "EAI_AGAIN",          "ECONNREFUSED",
                                                      "ECONNRESET",   "ETIMEDOUT",          "ENETUNREACH",
                                                      "EHOSTUNREACH", "ERR_SOCKET_TIMEOUT", "ENOTCACHED"};
  if (std::ranges::find(kUnreachable, code) != std::end(kUnreachable))
    return base::EnvironmentError(fmt::format("npm cannot reach its registry to install {}", name));
  const std::string summary = base::ValueOr(error, "summary", "");
  return base::EnvironmentError(
      fmt::format("npm could not install {}: {}", name,
                  summary.empty() ? "it does not say why" : summary.substr(0, summary.find('\n'))));
}

base::Result<Path> FetchPackage(const std::string& name, const std::string& wanted, const Surroundings& surroundings) {
  if (!IsPackageName(name)) return base::UsageError(fmt::format("'{}' is no package", base::Printable(name)));
  // What is not of the registry ("npm:other@1.0.0", "file:…") says itself which version it is: it must not get into the
  // place of a package of the registry.
  const std::string source = wanted.empty() || IsVersionSpec(wanted) ? "" : "@" + base::Sha256(wanted);
  const Path packages = surroundings.cache / "packages";
  const auto place = [&](const std::string& version) { return packages / FolderName(name, version + source); };
  base::FileSystem& files = surroundings.files;
  if (IsExactVersion(wanted) && files.IsFolder(place(wanted))) return place(wanted) / "node_modules" / name;

  ASSIGN_OR_RETURN(const auto lock, TakeLock(packages / (FolderName(name, wanted) + ".lock"), surroundings));
  if (lock == nullptr)
    return base::EnvironmentError(fmt::format("another process has been installing {} for too long", name));
  if (IsExactVersion(wanted) && files.IsFolder(place(wanted))) return place(wanted) / "node_modules" / name;

  ASSIGN_OR_RETURN(const base::TempFolder unfinished, files.MakeUnfinished(packages));
  const Path& folder = unfinished.path();
  surroundings.log.Info("installing {}{}{}", name, wanted.empty() ? "" : "@", wanted);
  TRY(Install(name, wanted, folder, surroundings));
  ASSIGN_OR_RETURN(const std::string version, VersionOf(folder / "node_modules" / name, files));
  // Fails when another process put the same version there first (asked for as a range, under another lock): that one
  // serves.
  if (const base::Status moved = files.Move(folder, place(version)); !moved.ok() && !files.IsFolder(place(version)))
    return moved.error();
  return place(version) / "node_modules" / name;
}

base::Result<Path> FetchDependencies(const base::Json& dependencies, const std::string& lock,
                                     const Surroundings& surroundings) {
  base::FileSystem& files = surroundings.files;
  const Path all = surroundings.cache / "dependencies";
  const Path place = all / base::Sha256(base::DumpJson(dependencies) + lock);
  if (files.IsFolder(place)) return place / "node_modules";
  ASSIGN_OR_RETURN(const auto held, TakeLock(place.string() + ".lock", surroundings));
  if (held == nullptr)
    return base::EnvironmentError("another process has been installing the same packages for too long");
  if (files.IsFolder(place)) return place / "node_modules";

  ASSIGN_OR_RETURN(const base::TempFolder unfinished, files.MakeUnfinished(all));
  const Path& folder = unfinished.path();
  base::Json manifest = dependencies;
  manifest["private"] = true;
  TRY(files.Write(folder / "package.json", base::PrettyJson(manifest)));
  if (!lock.empty()) TRY(files.Write(folder / "package-lock.json", lock));
  surroundings.log.Info("installing the packages that the revision depends on");
  TRY(Npm(InstallArguments({}, folder), folder, "the packages of the revision", "", surroundings));
  TRY(files.MakeFolder(folder / "node_modules"));
  TRY(files.Move(folder, place));
  return place / "node_modules";
}

}  // namespace kingbird::target
