// A target as the tools of its project load it: compiled where Node alone does not understand its sources, with a
// document where it is written for browsers.
#pragma once

#include <optional>
#include <string>

#include "base/file_system.h"
#include "base/result.h"
#include "target/target.h"

namespace kingbird::load {

struct Adapted {
  target::Target target;
  std::optional<base::TempFolder> folder;  ///< Holds the compiled copy; none where Node loads the sources themselves.
};

struct NodeProgram {
  base::Path path;
  std::string version;  ///< "v20.19.0"
};

/// Packages stay as they are. Sources are compiled when they are TypeScript or use syntax or imports that Node refuses:
/// what decides is in the sources, not which packages a project lists. kUsage: a file that the user named does not
/// compile. kEnvironment: esbuild cannot be had.
base::Result<Adapted> AdaptToProject(const target::Target& target, const target::Surroundings& surroundings,
                                     const NodeProgram& node);

/// Whether this Node looks for ES module syntax in a .js file that no package.json calls a module.
bool DetectsModules(const std::string& version);

}  // namespace kingbird::load
