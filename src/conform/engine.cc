#include "conform/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <thread>

#include "base/text.h"
#include "conform/script_run.h"
#include "runtime/node.h"

namespace kingbird::conform {
namespace {

/// A program and how it came there.
struct Found {
  Path program;
  Path folder;          ///< Everything it needs is below it; "" for programs of the system.
  std::string version;  ///< Of the package.
  Path package;         ///< Of npm.
};

// The newest version of a package in the cache that fits what the profile wants.
Path CachedPackage(const base::FileSystem& files, const EngineProfile& profile, const Path& cache,
                   std::string& version) {
  std::string stem = profile.npm_package + "@";
  std::replace(stem.begin(), stem.end(), '/', '+');
  const auto names = files.List(cache / "packages");
  Path best;
  if (!names.ok()) return best;
  for (const std::string& name : *names) {
    if (!name.starts_with(stem + profile.npm_version) || name.ends_with(".lock")) continue;
    best = cache / "packages" / name / "node_modules" / profile.npm_package;
    version = name.substr(stem.size());
  }
  return best;
}

std::optional<Found> Locate(const base::FileSystem& files, const EngineProfile& profile, const EnginePlaces& places) {
  for (const std::string& name : profile.programs) {
    if (const Path path = runtime::FindProgram(name); !path.empty()) return Found{files.Absolute(path), {}, "", {}};
  }
  const auto exists = [&](const Path& path) { return files.IsFile(path) || files.IsFolder(path); };
  if (!profile.npm_package.empty()) {
    std::string version;
    const Path package = CachedPackage(files, profile, places.cache, version);
    const Path program = profile.npm_program.empty() ? package : package / profile.npm_program;
    // The whole installation: packages it needs are beside it.
    if (!package.empty() && exists(program)) {
      const size_t ups =
          1 + static_cast<size_t>(std::count(profile.npm_package.begin(), profile.npm_package.end(), '/'));
      Path folder = package;
      for (size_t i = 0; i < ups; ++i) folder = folder.parent_path();
      return Found{program, folder, version, package};
    }
  }
  if (!profile.debian_packages.empty()) {
    const Path folder = DebianFolder(profile, places.cache);
    if (exists(folder / profile.debian_program)) {
      const auto version = files.Read(folder / "version");
      return Found{folder / profile.debian_program, folder, version.ok() ? FirstLine(*version) : "", {}};
    }
  }
  if (profile.through_node && profile.npm_package.empty()) return Found{places.node, {}, "", {}};
  return std::nullopt;
}

std::string Replaced(std::string text, std::string_view mark, const std::string& with) {
  const size_t at = text.find(mark);
  return at == std::string::npos ? text : text.replace(at, mark.size(), with);
}

Engine Assemble(const EngineProfile& profile, const EnginePlaces& places, const Found& found) {
  Engine engine;
  engine.profile = profile;
  engine.version = found.version;
  engine.package = found.package;
  engine.environment = profile.environment;
  engine.readable = profile.readable;
  const Path driver = places.agent / "conform" / profile.driver;
  engine.command = {profile.through_node ? places.node.string() : found.program.string()};
  for (const std::string& argument : profile.arguments) {
    engine.command.push_back(
        Replaced(Replaced(argument, "{program}", found.program.string()), "{driver}", driver.string()));
  }
  // Drivers share files.
  if (!profile.driver.empty()) engine.readable.push_back(places.agent / "conform");
  if (!found.folder.empty()) {
    engine.readable.push_back(found.folder);
    // Unpacked beside the system's own.
    if (!profile.debian_packages.empty())
      engine.environment["LD_LIBRARY_PATH"] = (found.folder / "usr/lib/x86_64-linux-gnu").string();
  }
  return engine;
}

std::string Behind(const std::string& words, const std::string& text) {
  const size_t at = text.find(words);
  return at == std::string::npos ? text : text.substr(at + words.size());
}

// The first thing in a text that looks like a version.
std::string VersionIn(const std::string& text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) continue;
    size_t end = i;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '.')) ++end;
    const std::string word = text.substr(i, end - i);
    if (word.find('.') != std::string::npos) return word;
    i = end;
  }
  return "";
}

}  // namespace

Path DebianFolder(const EngineProfile& profile, const Path& cache) { return cache / "engines" / profile.name; }

base::Result<Engine> FindEngine(const EngineProfile& profile, const EnginePlaces& places, base::FileSystem& files) {
  const std::optional<Found> found = Locate(files, profile, places);
  if (!found)
    return base::NotFoundError("not here", profile.npm_package.empty() && profile.debian_packages.empty()
                                               ? ""
                                               : "kingbird doctor --install-engines " + profile.name);
  Engine engine = Assemble(profile, places, *found);
  if (!profile.version_arguments.empty()) {
    std::vector<std::string> command = {engine.command[0]};
    command.insert(command.end(), profile.version_arguments.begin(), profile.version_arguments.end());
    const auto told = RunEngine(engine, command, places.sandbox, kStartTime);
    if (told.ok()) engine.version = VersionIn(Behind(profile.version_after, told->out + told->err));
  }
  ASSIGN_OR_RETURN(const base::TempFolder folder, base::TempFolder::Make(files, "kingbird-engine"));
  ASSIGN_OR_RETURN(const std::string harness, ReadHarness(files, places.agent));
  TRY(CheckEngine(files, engine, harness, folder.path(), places.sandbox));
  return engine;
}

base::Result<std::vector<EngineStatus>> LookForEngines(const std::vector<Path>& own, const EnginePlaces& places,
                                                       base::FileSystem& files) {
  ASSIGN_OR_RETURN(std::vector<EngineProfile> profiles, ReadProfiles(files, places.agent / "conform/engines"));
  for (const Path& path : own) {
    ASSIGN_OR_RETURN(const std::string text, files.Read(path));
    ASSIGN_OR_RETURN(const base::Json json, base::ParseJson(text, path.string()));
    ASSIGN_OR_RETURN(EngineProfile profile, ReadProfile(json, path.string()));
    profiles.push_back(std::move(profile));
  }
  // The first of a family speaks for it: the user's own before what was got in addition.
  std::stable_partition(profiles.begin(), profiles.end(), [](const EngineProfile& one) { return !one.optional; });
  std::vector<EngineStatus> all;
  for (EngineProfile& profile : profiles) all.push_back({std::move(profile), base::NotFoundError("not looked for")});
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i = next++; i < all.size(); i = next++) all[i].engine = FindEngine(all[i].profile, places, files);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return all;
}

}  // namespace kingbird::conform
