// Completion scripts for shells, made from the parser itself so that they never go stale.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace kingbird::cli {

std::string BashCompletion(const CLI::App& app);
std::string ZshCompletion(const CLI::App& app);
std::string FishCompletion(const CLI::App& app);

}  // namespace kingbird::cli
