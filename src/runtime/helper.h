// Runs helper programs (npm, git, tar, esbuild) in the same sandbox as targets. What they read was made by somebody
// else: a hostile repository or package may make them write, start or tell more than they should.
#pragma once

#include <optional>

#include "base/subprocess.h"
#include "model/run_kind.h"

namespace kingbird::runtime {

/// Like base::RunCommand, but the program has the rights of `command.rights` only, no home, and none of our environment
/// but `command.environment`. `command.input` must be empty. An Error when no sandbox of the kind can be made or the
/// program is not there.
base::Result<base::ProcessResult> RunHelper(const base::Command& command, model::SandboxKind sandbox);

/// What runs helper programs for a whole run: in the wanted kind of sandbox, without a wish in the strongest that works
/// here, without one when the user says so. Thread-safe.
base::CommandRunner HelperRunner(std::optional<model::SandboxKind> wanted);

}  // namespace kingbird::runtime
