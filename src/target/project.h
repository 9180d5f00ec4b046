// How a project tests itself.
#pragma once

#include <string>

#include "base/file_system.h"
#include "model/run_kind.h"

namespace kingbird::target {

struct Project {
  model::SuiteFormat runner = model::SuiteFormat::kNode;
  std::string evidence;  ///< What told, for the user: "vitest is among its devDependencies"; "" for nothing.
};

/// The project whose package.json is at `root` or above it.
Project LookAtProject(const base::FileSystem& files, const base::Path& root);

/// Whether Node finds the package from this folder.
bool IsInstalled(const base::FileSystem& files, const base::Path& folder, const std::string& package);

}  // namespace kingbird::target
