// What scripts and files that Kingbird writes call a target.
#pragma once

#include <string>

#include "base/file_system.h"
#include "target/target.h"

namespace kingbird::load {

/// What a script in `folder` writes into require(): the package's name, or a relative path.
std::string PackageSpecifier(const target::Target& target, const base::Path& folder);
/// "fs-extra" from "@scope/fs-extra": a name for files.
std::string FileTitle(const std::string& name);

}  // namespace kingbird::load
