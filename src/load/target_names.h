// What scripts and files that Kingbird writes call a target.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "emit/suite_writer.h"
#include "load/loaded_target.h"
#include "target/target.h"

namespace kingbird::load {

/// How a file in this folder loads the target: by its package name, or by a path relative to the folder; what the user
/// wrote, TypeScript included. "": by an absolute path, and what Node loads.
std::string PackageSpecifier(const target::Target& target, const base::Path& folder);
/// The same for each of several modules.
std::vector<emit::ModuleImport> ModuleSpecifiers(const target::Target& target, const base::Path& folder);

/// Has a suite in this folder ("": anywhere on this machine, by the plain runner of Node) load the target.
void LoadFrom(const LoadedTarget& loaded, const base::Path& folder, emit::SuiteConfig& suite);

/// "fs-extra" from "@scope/fs-extra": a name for files.
std::string FileTitle(const std::string& name);

}  // namespace kingbird::load
