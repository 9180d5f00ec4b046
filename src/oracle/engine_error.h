// Errors that the JavaScript engine raises by itself, as opposed to those a program throws on purpose: the former are
// what a test with well-typed arguments should not meet.
#pragma once

#include <string>
#include <string_view>

#include "model/value.h"

namespace kingbird::oracle {

/// A TypeError, RangeError or ReferenceError with one of V8's messages.
bool IsEngineError(const model::Value& error);
/// The first line without the names and numbers in it: equal for what a user would call the same.
std::string MessagePattern(std::string_view message);
/// Type and message of an error in this way.
std::string ErrorPattern(const model::Value& error);

}  // namespace kingbird::oracle
