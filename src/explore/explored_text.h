// What an exploration tells on the terminal.
#pragma once

#include <string>

#include "explore/explore.h"

namespace kingbird::explore {

/// One line per function, then the errors with the inputs that reach them.
std::string ExploredText(const Explored& explored);

/// "f(1, {}) on {n: 2}": the call that an input makes.
std::string CallText(const ExploredFunction& function, const concolic::Assignment& input);

/// A function failed although nothing it used had a wrong type.
bool HasFindings(const Explored& explored);

}  // namespace kingbird::explore
