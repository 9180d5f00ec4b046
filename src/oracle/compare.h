// Compares two executions of the same test with the oracles of papers 000 (section 4) and 001 (section 6).
#pragma once

#include <set>
#include <vector>

#include "model/execution.h"
#include "model/test_case.h"
#include "oracle/alike.h"
#include "oracle/difference.h"

namespace kingbird::oracle {

struct CompareConfig {
  Likeness likeness;
  std::set<int> unstable;  ///< Calls and callbacks of which repeated runs told different things: not compared.
};

/// Returns all differences, the earliest place of the test first. Later differences are often consequences of the
/// first. Warnings, ticks and error messages do not count. Standard error counts if only one side wrote to it.
std::vector<Difference> Compare(const model::TestCase& test, const model::Execution& before,
                                const model::Execution& after, const CompareConfig& config);

}  // namespace kingbird::oracle
