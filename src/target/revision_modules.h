// The packages that a revision of a project depends on.
#pragma once

#include <vector>

#include "base/held_folder.h"
#include "target/target.h"

namespace kingbird::target {

/// Puts a node_modules into each folder of `copy` that has a package.json: a link to what `tree`, the working tree of
/// the same repository, has installed where both package.json ask for the same packages, else packages that npm
/// installs into the cache. A package of the repository itself (a workspace) is the copy's own. Folders that bring
/// their own node_modules keep it. Where npm fails, the packages of the working tree serve, and a warning says so.
/// `held` is the folder `copy`: all writing goes through `held`.
base::Status LinkRevisionModules(const base::Path& tree, const base::Path& copy, base::HeldFolder& held,
                                 const Surroundings& surroundings);

}  // namespace kingbird::target
