// `git:REVISION`: the package as it was, extracted into the cache.
#pragma once

#include <string>

#include "target/target.h"

namespace kingbird::target {

/// The folder that corresponds to surroundings.folder at that revision of the repository around it. Dependencies are
/// those installed in the working tree. kNotFound: no repository, no such revision.
base::Result<base::Path> FetchRevision(const std::string& revision, const Surroundings& surroundings);

}  // namespace kingbird::target
