// A JavaScript engine described as data: one file each in agent/conform/engines, or a user's own (--engine FILE).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/json.h"
#include "base/result.h"

namespace kingbird::conform {

struct EngineProfile {
  std::string name;    ///< "jsc"
  std::string engine;  ///< Family of the engine: programs of one family share one vote.
  std::string title;
  bool votes = true;      ///< False: the engine follows an older edition of the standard and is judged only.
  bool optional = false;  ///< Installed only if the user names the engine.
  bool slow = false;      ///< Slow to start; takes no part in minimising.
  bool arrows = false;    ///< Cases are arrow functions, because the engine takes long to make `arguments`.
  bool pilot = false;     ///< Counts steps; no other engine runs a case that takes this engine too many steps.

  // Places of the program, tried in this order.
  std::vector<std::string> programs;  ///< Names in PATH, or absolute paths.
  std::string npm_package;
  std::string npm_version;
  std::string npm_program;  ///< Path inside the npm package.
  std::string source;       ///< Path of the engine's code inside the package, for engines written in JavaScript.
  std::vector<std::string> debian_packages;
  std::string debian_program;  ///< Path inside the unpacked Debian packages.

  // How the engine is started.
  bool through_node = false;           ///< The user's Node runs the engine, or is the engine.
  std::string driver;                  ///< A file of agent/conform that starts the engine.
  std::vector<std::string> arguments;  ///< {script}, {program}, {driver} are replaced.
  std::vector<std::string> version_arguments;
  std::string version_after;                       ///< Text that the engine prints before its version.
  std::string print = "print";                     ///< An expression that denotes the function that prints a line.
  std::map<std::string, std::string> environment;  ///< Variables that the engine needs besides the sandbox's.
  std::vector<base::Path> readable;                ///< Files and folders that the engine needs besides the system's.
  bool reserves = false;                           ///< The engine reserves address space that it never uses.
  std::vector<std::string> system_calls;           ///< System calls that the engine needs beyond those of tests.
};

/// Reads a profile. kUsage, with `where` in the message, if a member is missing or has a wrong type.
base::Result<EngineProfile> ReadProfile(const base::Json& json, const std::string& where);
/// Reads all *.json files of the folder, in the order of their names.
base::Result<std::vector<EngineProfile>> ReadProfiles(const base::FileSystem& files, const base::Path& folder);

}  // namespace kingbird::conform
