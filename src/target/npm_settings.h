// What npm of this user is told by the user: registry, credentials, proxy, certificates. npm runs in a sandbox without
// a home, so these settings are collected and shown to it one by one. The configuration of a project does not count.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"

namespace kingbird::target {

struct NpmSettings {
  std::map<std::string, std::string> environment;  ///< Variables that npm reads.
  std::vector<base::Path> readable;                ///< The user's .npmrc and the certificates that the settings name.
};

/// The settings of the user whose environment is `variables` (names and values). Variables that the .npmrc mentions as
/// "${NAME}" are among them.
NpmSettings UsersNpmSettings(const std::map<std::string, std::string>& variables, const base::FileSystem& files);

/// The environment of this process.
std::map<std::string, std::string> OwnEnvironment();

}  // namespace kingbird::target
