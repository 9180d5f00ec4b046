// Numbers as JavaScript prints them.
#pragma once

#include <string>

namespace kingbird::base {

/// The text that String(number) gives in JavaScript: the shortest one that reads back as the same number, for instance
/// "123456789012345680000", "1e-7", "NaN" or "-Infinity". As in JavaScript, the text of -0 is "0".
std::string NumberText(double number);

}  // namespace kingbird::base
