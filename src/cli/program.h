// The command line as a whole: parse, run the chosen command, turn every error into one line on stderr and an exit
// code.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/command.h"

namespace kingbird::cli {

extern const char* const kVersion;

/// The parser with all commands in it. `commands` must outlive it.
std::unique_ptr<CLI::App> MakeApp(const Commands& commands);

/// Never throws.
int RunProgram(std::vector<std::string> arguments, const Commands& commands);

}  // namespace kingbird::cli
