// A package is installed into a temporary folder beside its final place and renamed when it is complete; a lock file
// per package makes a second process wait instead of installing the same again. Scripts of packages are never run
// (docs/decisions/0006). npm runs in the sandbox of helper programs, where it has the network and may write in the
// temporary folder and in a cache of downloads, but starts no other program.
#include "target/npm_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <thread>

#include "base/json.h"
#include "base/sha256.h"
#include "base/text.h"
#include "target/npm_settings.h"
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

// No version of npm has a program of this name: where npm is run without a sandbox, a configuration that comes with a
// package cannot name another one.
constexpr char kNoGit[] = "kingbird-installs-nothing-from-git";

base::Command NpmCommand(std::vector<std::string> arguments, const Path& folder, const Surroundings& surroundings) {
  const Path downloads = surroundings.cache / "npm";
  NpmSettings settings = UsersNpmSettings(OwnEnvironment(), surroundings.files);
  base::Command command;
  command.arguments = {"npm"};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  // Downloads of our own: what goes wrong here does not reach what the user installs.
  command.arguments.insert(command.arguments.end(), {"--cache", downloads.string()});
  command.folder = folder;
  command.environment = std::move(settings.environment);
  command.environment["npm_config_ignore_scripts"] = "true";
  command.environment["npm_config_git"] = kNoGit;
  command.environment["npm_config_logs_max"] = "0";
  command.environment["npm_config_update_notifier"] = "false";
  command.time_limit = kInstallTime;
  command.rights.readable = std::move(settings.readable);
  command.rights.writable = {folder, downloads};
  command.rights.network = true;
  return command;
}

base::Status Npm(std::vector<std::string> arguments, const Path& folder, const std::string& name,
                 const std::string& wanted, const Surroundings& surroundings) {
  TRY(surroundings.files.MakeFolder(surroundings.cache / "npm"));
  const auto result = surroundings.Run(NpmCommand(std::move(arguments), folder, surroundings));
  if (!result.ok()) {
    return base::EnvironmentError("cannot run npm",
                                  result.error().message + "; or point at a folder or file instead of a package");
  }
  if (result->timed_out) return base::EnvironmentError(fmt::format("npm took too long to install {}", name));
  if (result->too_large)
    return base::EnvironmentError(fmt::format("{} is too large: npm was stopped at 2 GiB or 200000 files", name));
  if (result->exit_code != 0) return ExplainNpm(result->out + "\n" + result->err, name, wanted);
  return {};
}

// What npm writes into a lock file, as far as it says which content is the right one.
base::Json LockFile(const std::string& name, const Pinned& pinned) {
  base::Json packages = {{"", {{"dependencies", {{name, pinned.version}}}}}};
  for (const auto& [package, integrity] : pinned.integrity) {
    base::Json entry = {{"version", pinned.version}, {"integrity", integrity}};
    if (package != name) {
      entry["optional"] = true;
      packages["node_modules/" + name]["optionalDependencies"][package] = pinned.version;
    }
    packages["node_modules/" + package].update(entry);
  }
  return {{"lockfileVersion", 3}, {"requires", true}, {"packages", packages}};
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
std::vector<std::string> InstallArguments(const std::string& verb, const std::vector<std::string>& specs,
                                          const Path& folder) {
  std::vector<std::string> arguments = {verb};
  arguments.insert(arguments.end(), specs.begin(), specs.end());
  for (std::string flag : {"--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--loglevel=error",
                           "--no-progress", "--json", "--prefix"})
    arguments.push_back(std::move(flag));
  arguments.push_back(folder.string());
  return arguments;
}

base::Status Install(const std::string& name, const std::string& wanted, const Path& folder,
                     const Surroundings& surroundings, const Pinned* pinned) {
  base::Json manifest = {{"private", true}};
  std::vector<std::string> arguments =
      InstallArguments("install", {wanted.empty() ? name : name + "@" + wanted}, folder);
  if (pinned != nullptr) {
    // `npm install NAME` asks the registry for the hashes; `npm ci` takes those of the lock file.
    arguments = InstallArguments("ci", {}, folder);
    manifest["dependencies"][name] = pinned->version;
    TRY(surroundings.files.Write(folder / "package-lock.json", base::DumpJson(LockFile(name, *pinned))));
  }
  TRY(surroundings.files.Write(folder / "package.json", base::DumpJson(manifest)));
  return Npm(std::move(arguments), folder, name, wanted, surroundings);
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
  // "Error: spawn EPERM" of the sandbox, "spawn kingbird-… ENOENT" without one.
  if (summary.find("spawn ") != std::string::npos) {
    return base::EnvironmentError(
        fmt::format("{} needs a package from git, which Kingbird does not install", name),
        "npm would run programs of that package; install it yourself and point at its folder in node_modules");
  }
  return base::EnvironmentError(
      fmt::format("npm could not install {}: {}", name,
                  summary.empty() ? "it does not say why" : summary.substr(0, summary.find('\n'))));
}

base::Result<Path> FetchPackage(const std::string& name, const std::string& wanted, const Surroundings& surroundings,
                                const Pinned* pinned) {
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
  TRY(Install(name, wanted, folder, surroundings, pinned));
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
  TRY(Npm(InstallArguments("install", {}, folder), folder, "the packages of the revision", "", surroundings));
  TRY(files.MakeFolder(folder / "node_modules"));
  TRY(files.Move(folder, place));
  return place / "node_modules";
}

}  // namespace kingbird::target
