// Packages from npm, each in a folder of its own below the cache:
// <cache>/packages/<name>@<version>/node_modules/<name>.
#pragma once

#include <string>

#include "base/json.h"
#include "target/target.h"

namespace kingbird::target {

/// The folder of the package (…/node_modules/<name>). An exact version that is there costs nothing; anything else asks
/// npm. Whole or not at all; several processes may ask for the same package at once.
base::Result<base::Path> FetchPackage(const std::string& name, const std::string& wanted,
                                      const Surroundings& surroundings);

/// A node_modules with the packages that a package.json asks for: `dependencies` has its lists of that name,
/// `optionalDependencies` and `peerDependencies`; `lock` is the package-lock.json beside it, or "". What was installed
/// once costs nothing. Whole or not at all.
base::Result<base::Path> FetchDependencies(const base::Json& dependencies, const std::string& lock,
                                           const Surroundings& surroundings);

/// "1.2.3" or "1.2.3-beta.4", not a range or a tag.
bool IsExactVersion(std::string_view version);

/// What npm's complaint means, in one line: by the code in what `npm --json` prints (some to one stream, some to the
/// other).
base::Error ExplainNpm(const std::string& printed, const std::string& name, const std::string& wanted);

}  // namespace kingbird::target
