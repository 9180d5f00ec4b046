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
  std::string engine;  ///< The family: programs of one engine have one vote together.
  std::string title;
  bool votes = true;      ///< False: follows an older edition of the standard; it is judged, not asked.
  bool optional = false;  ///< Not installed unless it is named.
  bool slow = false;      ///< To start: it has no part in minimising.
  bool arrows = false;    ///< Takes long to make `arguments`: cases are arrow functions.
  bool pilot = false;     ///< Counts steps: what is too much for it nobody else runs.

  // Where it is, tried in this order.
  std::vector<std::string> programs;  ///< Names in PATH, or absolute.
  std::string npm_package;
  std::string npm_version;
  std::string npm_program;  ///< Inside the package.
  std::string source;       ///< Inside the package: the engine's code, for engines written in JavaScript.
  std::vector<std::string> debian_packages;
  std::string debian_program;  ///< Inside the unpacked packages.

  // How it is started.
  bool through_node = false;           ///< The user's Node runs it, or is it.
  std::string driver;                  ///< A file of agent/conform that starts it.
  std::vector<std::string> arguments;  ///< {script}, {program}, {driver} are replaced.
  std::vector<std::string> version_arguments;
  std::string version_after;                       ///< What it prints before its version, when that is not the first.
  std::string print = "print";                     ///< An expression: the function that prints a line.
  std::map<std::string, std::string> environment;  ///< What it needs besides the sandbox's own.
  std::vector<base::Path> readable;                ///< Files and folders it needs besides itself and the system's.
  bool reserves = false;                           ///< Takes address space that it never uses.
  std::vector<std::string> system_calls;           ///< It needs beyond what tests may do otherwise.
};

/// kUsage with `where` in the message when something is missing or of a wrong type.
base::Result<EngineProfile> ReadProfile(const base::Json& json, const std::string& where);
/// All *.json of the folder, by name.
base::Result<std::vector<EngineProfile>> ReadProfiles(const base::FileSystem& files, const base::Path& folder);

}  // namespace kingbird::conform
