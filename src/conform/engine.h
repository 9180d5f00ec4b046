// Engines that are there: found, started once, their version known.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/log.h"
#include "base/result.h"
#include "conform/profile.h"
#include "runtime/sandbox.h"

namespace kingbird::conform {

/// The places in which engines are searched.
struct EnginePlaces {
  base::Path node;   ///< The user's Node.
  base::Path agent;  ///< Folder of the agent; its folder conform/ holds profiles and drivers.
  base::Path cache;  ///< Kingbird's cache folder.
  runtime::SandboxKind sandbox = runtime::SandboxKind::kNamespaces;
};

/// An engine that was found, started and checked.
struct Engine {
  EngineProfile profile;
  std::string version;               ///< "" if the engine does not tell its version.
  std::vector<std::string> command;  ///< Absolute path and arguments; {script} is replaced for each run.
  std::vector<base::Path> readable;
  std::map<std::string, std::string> environment;
  base::Path package;  ///< Folder of the npm package; "" if the engine is from elsewhere.
};

/// Finds the program of a profile. kNotFound if the program is missing. kEnvironment if the program does not start, or
/// fails the start-up check by printing another text than expected. The message gives the reason in one line.
base::Result<Engine> FindEngine(const EngineProfile& profile, const EnginePlaces& places, base::FileSystem& files);

/// One row of `kingbird doctor --engines`.
struct EngineStatus {
  EngineProfile profile;
  base::Result<Engine> engine;
};
/// Tries all profiles in the agent's folder and the user's own profiles.
base::Result<std::vector<EngineStatus>> LookForEngines(const std::vector<base::Path>& own, const EnginePlaces& places,
                                                       base::FileSystem& files);

/// Installs an engine from npm or Debian into the cache without running scripts of packages. kEnvironment if the
/// engine cannot be installed.
base::Status InstallEngine(const EngineProfile& profile, const EnginePlaces& places, base::FileSystem& files,
                           base::Log& log);

/// The folder of the unpacked Debian packages of a profile.
base::Path DebianFolder(const EngineProfile& profile, const base::Path& cache);

}  // namespace kingbird::conform
