// What every command that runs code of a target starts from: the checked request and its surroundings.
#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/file_system.h"
#include "base/log.h"
#include "campaign/env.h"
#include "cli/options.h"
#include "target/target.h"

namespace kingbird::cli {

/// Whether the command writes to config.out.
enum class Output : uint8_t { kNone, kFolder };

/// Owns all that its Env refers to.
class Session {
 public:
  /// Finds out everything that can be wrong with the request before anything is written: settings, output folder, Node,
  /// target.
  static base::Result<std::unique_ptr<Session>> Start(const Options& options, const std::string& target_text,
                                                      Output output);

  campaign::Env& env() { return *env_; }
  const campaign::Config& config() const { return config_; }
  const target::Target& target() const { return target_; }
  base::FileSystem& files() { return files_; }
  /// A further target, looked up as the first was.
  base::Result<target::Target> Find(const std::string& text);

 private:
  explicit Session(campaign::Config config) : config_(std::move(config)), log_(config_.log_level) {}

  campaign::Config config_;
  base::Log log_;
  campaign::Stats stats_;
  base::DiskFileSystem files_;
  base::SteadyClock clock_;
  std::unique_ptr<campaign::Env> env_;
  target::Target target_;
};

}  // namespace kingbird::cli
