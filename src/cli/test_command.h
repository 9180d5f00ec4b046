// `kingbird test`. The engine is handed in, so that the command is tested without one.
#pragma once

#include <functional>
#include <memory>

#include "cli/command.h"
#include "env/env.h"
#include "model/report_data.h"
#include "target/target.h"

namespace kingbird::cli {

using TestEngine = std::function<base::Result<model::RunReport>(env::Env&, const target::Target&,
                                                                const std::function<void(const model::Progress&)>&)>;

std::unique_ptr<Command> MakeTestCommand(TestEngine engine);

/// 130 interrupted by Ctrl-C, 1 findings, no test kept or the threshold missed, else 0.
int TestExitCode(const model::RunReport& report, const env::Config& config, bool interrupted);

}  // namespace kingbird::cli
