// A coarse fingerprint of what an execution did: tests are kept when they show a fingerprint that none showed before.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::oracle {

/// Sorted, unique: "readFile throws TypeError/ERR_X", "readFile calls back (error ENOENT)", "readFile rejects
/// SyntaxError", … Values count by kind, errors by class and code, so that the set stays small.
std::vector<std::string> Behaviours(const model::TestCase& test, const model::Execution& execution);

/// The same behaviours, each with the first call that shows it (0: how the test ends).
std::map<std::string, int> Witnesses(const model::TestCase& test, const model::Execution& execution);

/// "array", "error TypeError/ERR_X", "instance Stats": a value in a few words.
std::string ValueKind(const model::Value& value);

}  // namespace kingbird::oracle
