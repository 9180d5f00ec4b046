// A value in a few words, for people.
#pragma once

#include <string>

#include "model/value.h"

namespace kingbird::emit {

/// A literal where the value has one; "a function", "a promise"; of an error its class, code and the first line of its
/// message; of other objects what a test would expect of them.
std::string ValueText(const model::Value& value);

/// On one line, and cut to about `most` bytes.
std::string Shortened(std::string text, size_t most);

}  // namespace kingbird::emit
