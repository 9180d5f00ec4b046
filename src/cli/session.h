// What every command that runs code of a target starts from: the checked request and its surroundings.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/file_system.h"
#include "base/log.h"
#include "cli/options.h"
#include "cli/watchdog.h"
#include "env/env.h"
#include "model/report_data.h"
#include "target/target.h"

namespace kingbird::cli {

/// Whether the command writes to config.out.
enum class Output : uint8_t { kNone, kFolder };
/// Whether a folder without an entry may be all its modules.
enum class Modules : uint8_t {
  kOne,
  kMany,
  kManyWithSetup,  ///< As kMany, and --setup is code that runs before each test of the suite.
};

/// Owns all that its Env refers to.
class Session {
 public:
  /// Finds out everything that can be wrong with the request before anything is written: settings, output folder, Node,
  /// target ("": there is none).
  static base::Result<std::unique_ptr<Session>> Start(const Options& options, const std::string& target_text,
                                                      Output output, Modules modules = Modules::kOne);

  env::Env& env() { return *env_; }
  const env::Config& config() const { return config_; }
  const target::Target& target() const { return target_; }
  base::FileSystem& files() { return env_->files; }
  /// Writes what every command leaves, and has the report say what of the user's stayed as it was.
  base::Status Deliver(model::RunReport& report);
  /// A further target, looked up as the first was.
  base::Result<target::Target> Find(const std::string& text);
  /// The two sides of a comparison. A `before` of git:REVISION is what that revision has in the place of `after`. The
  /// sides are made alike: both are an entry or both are modules, and files of the same path have the same name.
  struct Sides {
    target::Target before;
    target::Target after;
  };
  base::Result<Sides> FindSides(const std::string& before, const std::string& after);

 private:
  target::Surroundings Around();
  base::Result<target::Target> Compiled(base::Result<target::Target> found, const std::string& text);
  explicit Session(env::Config config) : config_(std::move(config)), log_(config_.log_level) {}
  void WriteShortSummary(const std::string& command, const std::string& reason);

  env::Config config_;
  base::Path cache_;
  std::unique_ptr<base::OutputFolder> output_;
  base::Log log_;
  env::Stats stats_;
  base::SteadyClock clock_;
  bool many_ = false;
  std::string node_version_;
  std::vector<base::TempFolder> compiled_;  ///< Copies of targets that Node does not load as they are.
  std::unique_ptr<env::Env> env_;
  target::Target target_;
  std::optional<LastWords> last_words_;  ///< Last: they speak of what is above.
};

}  // namespace kingbird::cli
