// A finding is what its script shows: the script is run in plain Node, in the sandbox, as a user would run it.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "load/loaded_target.h"
#include "oracle/node_output.h"

namespace kingbird::suite {

/// What a script did.
struct ScriptShown {
  std::optional<oracle::PrintedError> error;  ///< It died of one.
  bool goes_on = false;                       ///< It had not ended after the time it was given.
  bool cut = false;                           ///< The run was over before: it shows nothing.
  int exit_code = 0;                          ///< 128 and the signal when it was killed.
  std::optional<oracle::Frame> place;         ///< The error's first frame of the target's own code.
};

/// Runs scripts beside a node_modules that holds the target, as in an output folder. Thread-safe once made.
class FindingCheck {
 public:
  static base::Result<FindingCheck> Make(env::Env& env, const load::LoadedTarget& loaded);

  /// `name` is that of the script's file.
  base::Result<ScriptShown> Run(const std::string& name, const std::string& script,
                                std::chrono::milliseconds time) const;

 private:
  FindingCheck(env::Env& env, const load::LoadedTarget& loaded, base::TempFolder folder);

  env::Env& env_;
  const load::LoadedTarget& loaded_;
  base::TempFolder folder_;
  base::Path root_;  ///< Of the target, without links.
};

}  // namespace kingbird::suite
