// The guard itself (guard.js) and how Node is told to load it.
#pragma once

#include <string>

#include "base/file_system.h"
#include "base/result.h"

namespace kingbird::guard {

/// Installed: share/kingbird/guard.js beside bin/. Build tree: src/guard/guard.js of the source tree above it.
base::Result<base::Path> FindGuardFile(const base::FileSystem& files, const base::Path& program);
/// The same for the running program.
base::Result<base::Path> FindGuardFile(const base::FileSystem& files);

/// NODE_OPTIONS that load the guard first, then whatever they asked for. By --require, which every Node knows and which
/// loads a CommonJS file before the program as --import does.
std::string WithGuard(const base::Path& guard, const std::string& node_options);

}  // namespace kingbird::guard
