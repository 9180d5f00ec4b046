// Errors that the JavaScript engine raises by itself, as opposed to those a program throws on purpose: the former are
// what a test with well-typed arguments should not meet.
#pragma once

#include <string>

#include "model/value.h"

namespace kingbird::oracle {

/// A TypeError, RangeError or ReferenceError with one of V8's messages.
bool IsEngineError(const model::Value& error);
/// The message without the names and numbers in it: equal for errors a user would call the same.
std::string ErrorPattern(const model::Value& error);

}  // namespace kingbird::oracle
