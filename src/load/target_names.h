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

/// Has a suite for one of the project's runners be as the project's own tests are. Nothing changes where the runner is
/// not installed in the project, or `folder` is not in it.
void FitIntoProject(const target::Target& target, const base::Path& folder, const base::FileSystem& files,
                    emit::SuiteConfig& suite);

/// The arguments of the project's runner that run such a suite, whose folder is `place` below the project's.
std::vector<std::string> InProjectArguments(const emit::SuiteConfig& suite, const target::Target& target,
                                            const std::string& place);

/// What runs such a suite from the user's folder `from`; "" for a suite that is run from its own.
std::string RunInProject(const emit::SuiteConfig& suite, const target::Target& target, const base::Path& folder,
                         const base::Path& from);

/// "fs-extra" from "@scope/fs-extra": a name for files.
std::string FileTitle(const std::string& name);

}  // namespace kingbird::load
