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

/// Where engines are looked for.
struct EnginePlaces {
  base::Path node;   ///< The user's.
  base::Path agent;  ///< Folder of the agent; profiles and drivers are in its conform/.
  base::Path cache;  ///< Kingbird's.
  runtime::SandboxKind sandbox = runtime::SandboxKind::kNamespaces;
};

/// Ready to be run.
struct Engine {
  EngineProfile profile;
  std::string version;               ///< "" when nobody can tell.
  std::vector<std::string> command;  ///< Absolute program, arguments with {script} left to replace.
  std::vector<base::Path> readable;
  std::map<std::string, std::string> environment;
  base::Path package;  ///< Of npm; "": it came another way.
};

/// The program the profile means; kNotFound when it is not there, kEnvironment when it does not start or does not print
/// what it is told to (the start-up check), each with a reason in one line.
base::Result<Engine> FindEngine(const EngineProfile& profile, const EnginePlaces& places, base::FileSystem& files);

/// One row of `kingbird doctor --engines`.
struct EngineStatus {
  EngineProfile profile;
  base::Result<Engine> engine;
};
/// All profiles in the agent's folder and the user's own, each tried.
base::Result<std::vector<EngineStatus>> LookForEngines(const std::vector<base::Path>& own, const EnginePlaces& places,
                                                       base::FileSystem& files);

/// Gets an engine from npm or Debian into the cache; scripts of packages are not run. kEnvironment when it cannot be
/// had.
base::Status InstallEngine(const EngineProfile& profile, const EnginePlaces& places, base::FileSystem& files,
                           base::Log& log);

/// Where unpacked Debian packages of a profile are.
base::Path DebianFolder(const EngineProfile& profile, const base::Path& cache);

}  // namespace kingbird::conform
