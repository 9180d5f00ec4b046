// From arguments and a config file to env::Config: defaults < the user's own file < the project's < flags. A command
// picks the settings it understands; everything it did not pick is an unknown flag to it.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "env/config.h"

namespace kingbird::cli {

class Options {
 public:
  /// Adds --config and the named settings to the command, in this order. Must outlive the parsing.
  void AddTo(CLI::App& app, const std::vector<std::string>& names);
  /// Call after parsing. `folder` is where kingbird.config.json and package.json are looked for.
  base::Result<env::Config> Resolve(const base::FileSystem& files, const base::Path& folder) const;
  /// Looked for where the process stands.
  base::Result<env::Config> Resolve(const base::FileSystem& files) const;
  /// The name of the command: "test".
  const std::string& command() const { return command_; }

 private:
  base::Status ApplyFiles(const base::FileSystem& files, const base::Path& folder, env::Config& config) const;

  std::string command_;
  std::string config_file_;
  std::vector<std::string> names_;
  std::map<std::string, std::vector<std::string>> given_;  // node-based: CLI11 keeps references to the values
};

}  // namespace kingbird::cli
