// A second Node on the user's machine, to run suites with.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "env/env.h"
#include "load/loaded_target.h"

namespace kingbird::suite {

/// Programs called node in the folders of a search path (with ":" between them) and where version managers of this
/// user keep them; none of them need be there. `home`: "" for nobody's.
std::vector<base::Path> NodesAround(const base::FileSystem& files, const std::string& search_path,
                                    const base::Path& home);

/// Another Node than that of the run, of another major version, the newest there is. Nothing when there is none.
std::optional<base::Path> FindOtherNode(env::Env& env, const load::LoadedTarget& loaded);

}  // namespace kingbird::suite
