// Packages of npm come the way targets do, without their scripts. Debian's are downloaded with what they need and is
// not installed, and unpacked below the cache: no rights are needed, nothing of the system changes.
#include <fmt/format.h>

#include "base/subprocess.h"
#include "base/text.h"
#include "conform/engine.h"
#include "runtime/helper.h"
#include "target/npm_cache.h"

namespace kingbird::conform {
namespace {

base::Result<std::string> Tool(std::vector<std::string> arguments, const Path& folder, const base::CommandRunner& run) {
  base::Command command;
  command.arguments = std::move(arguments);
  command.folder = folder;
  command.time_limit = std::chrono::minutes(10);
  command.rights.writable = {folder};
  command.rights.starts_programs = true;
  const std::string name = command.arguments[0];
  const auto result = run(command);
  if (!result.ok()) return base::EnvironmentError(fmt::format("cannot run {}", name));
  if (result->exit_code != 0) {
    return base::EnvironmentError(fmt::format("{} failed: {}", name, result->err.substr(0, result->err.find('\n'))));
  }
  return result->out;
}

// "Inst libmozjs-102-0 (102.15.1 Debian…)": what installing would bring.
std::vector<std::pair<std::string, std::string>> Needed(const std::string& simulation) {
  std::vector<std::pair<std::string, std::string>> needed;
  for (const std::string& line : base::Split(simulation, '\n')) {
    const std::vector<std::string> words = base::Split(line, ' ');
    if (words.size() > 2 && words[0] == "Inst") needed.emplace_back(words[1], words[2].substr(words[2].find('(') + 1));
  }
  return needed;
}

base::Status InstallDebian(const EngineProfile& profile, const EnginePlaces& places, base::FileSystem& files) {
  const Path final_place = DebianFolder(profile, places.cache);
  const Path folder = final_place.string() + ".unfinished";
  TRY(files.Remove(folder));
  TRY(files.MakeFolder(folder));
  std::vector<std::string> simulate = {"apt-get", "--simulate", "--no-install-recommends", "install"};
  simulate.insert(simulate.end(), profile.debian_packages.begin(), profile.debian_packages.end());
  // apt looks into the system's lists and caches, and gives up rights that a sandbox does not give it: without one.
  ASSIGN_OR_RETURN(const std::string simulation, Tool(simulate, folder, base::RunCommand));
  std::vector<std::string> download = {"apt-get", "download"};
  std::string version;
  for (const auto& [name, which] : Needed(simulation)) {
    download.push_back(name);
    if (name == profile.debian_packages[0]) version = which;
  }
  // Installed already, but not where it is looked for.
  if (download.size() == 2)
    download.insert(download.end(), profile.debian_packages.begin(), profile.debian_packages.end());
  TRY(Tool(download, folder, base::RunCommand));
  ASSIGN_OR_RETURN(const std::vector<std::string> names, files.List(folder));
  for (const std::string& name : names) {
    if (!name.ends_with(".deb")) continue;
    TRY(Tool({"dpkg-deb", "-x", name, "."}, folder, runtime::HelperRunner(places.sandbox)));
    TRY(files.Remove(folder / name));
  }
  TRY(files.Write(folder / "version", version + "\n"));
  TRY(files.Remove(final_place));
  return files.Move(folder, final_place);
}

}  // namespace

base::Status InstallEngine(const EngineProfile& profile, const EnginePlaces& places, base::FileSystem& files,
                           base::Log& log) {
  if (!profile.npm_package.empty()) {
    ASSIGN_OR_RETURN(const Path folder, files.CurrentFolder());
    const target::Surroundings surroundings{files, log, folder, places.cache, runtime::HelperRunner(places.sandbox)};
    const auto fetched = target::FetchPackage(profile.npm_package, profile.npm_version, surroundings);
    return fetched.ok() ? base::Status() : base::Status(fetched.error());
  }
  if (!profile.debian_packages.empty()) return InstallDebian(profile, places, files);
  return base::EnvironmentError("nobody offers it ready to run", "install it so that it is in PATH");
}

}  // namespace kingbird::conform
