// What an exploration tells on the terminal.
#pragma once

#include <string>

#include "explore/explore.h"

namespace kingbird::explore {

/// One line per function, then the errors with the inputs that reach them.
std::string ExploredText(const Explored& explored);

/// A function failed although nothing it used had a wrong type.
bool HasFindings(const Explored& explored);

}  // namespace kingbird::explore
