// What an exploration tells on the terminal.
#pragma once

#include <string>

#include "explore/explore.h"

namespace kingbird::explore {

/// A table with one line per function, then for each function the calls that were made and what came of them, failures
/// and errors first.
std::string ExploredText(const Explored& explored);

/// A function failed although nothing it used had a wrong type, or a script that declares its inputs met an error.
bool HasFindings(const Explored& explored);

}  // namespace kingbird::explore
