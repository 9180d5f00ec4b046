// Packages from npm, each in a folder of its own below the cache:
// <cache>/packages/<name>@<version>/node_modules/<name>.
#pragma once

#include <map>
#include <string>

#include "base/json.h"
#include "target/target.h"

namespace kingbird::target {

/// The content that an installation must have: for each package that npm may install here, its version and the hash of
/// its archive ("sha512-…").
struct Pinned {
  std::string version;
  std::map<std::string, std::string> integrity;  ///< By the names of packages.
};

/// The folder of the package (…/node_modules/<name>). An exact version that is there costs nothing; anything else asks
/// npm. Whole or not at all; several processes may ask for the same package at once. npm starts no program: a package
/// that needs one from git is refused. With `pinned` npm refuses archives with other hashes.
base::Result<base::Path> FetchPackage(const std::string& name, const std::string& wanted,
                                      const Surroundings& surroundings, const Pinned* pinned = nullptr);

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
