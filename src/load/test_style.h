// How the tests that a project has already load its modules.
#pragma once

#include "base/file_system.h"
#include "load/import_paths.h"
#include "target/target.h"

namespace kingbird::load {

/// What most of the imports in the project's own tests look like; where it has no tests, those in the target's modules.
target::TestStyle TestStyleOf(const target::Target& target, const base::FileSystem& files, const ImportPaths& imports);

}  // namespace kingbird::load
