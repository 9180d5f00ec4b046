// What a test expects, as source: literals where a value can be written down, matchers of the suite's support file
// where not.
#pragma once

#include <string>

#include "model/value.h"

namespace kingbird::emit {

/// Where tests run; strings below it are written relative to the suite's own temporary folder.
struct ExpectationStyle {
  std::string scratch_root;
};

/// An expression for the second argument of same(): `{ a: 1 }`, `error('TypeError')`, `instance('Stats')`, `anything`.
std::string ExpectationText(const model::Value& value, const ExpectationStyle& style);

/// True if the expectation says anything at all.
bool SaysSomething(const model::Value& value);

}  // namespace kingbird::emit
