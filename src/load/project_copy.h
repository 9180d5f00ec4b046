// A copy of a user's project in which files may be compiled: the project itself stays as it is.
#pragma once

#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "target/target.h"

namespace kingbird::load {

/// Copies the regular files of the target's root to the folder `to`, which must not exist, and links every package that
/// Node finds from the root; a package of a workspace that lies in the root leads to its copy. Each tsconfig.json
/// becomes one that needs no other. Source maps of the project stay out, since a map in the copy belongs to what
/// Kingbird compiled. Gives the keys of the files that only a compiler understands by their endings.
///
/// kUsage: the project is too large. kEnvironment: the time is over, or the disk refuses.
base::Result<std::vector<base::Path>> CopyProject(const target::Target& target,
                                                  const target::Surroundings& surroundings, const base::Path& to);

/// The folders whose configuration files (tsconfig.json and the files that it extends) may be read: those of the same
/// project or workspace, and of installed packages.
std::vector<base::Path> ConfigurationFolders(const target::Target& target, const base::FileSystem& files);

}  // namespace kingbird::load
