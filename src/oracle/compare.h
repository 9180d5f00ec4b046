// What two executions of the same test did differently: the oracles of papers 000 (section 4) and 001 (section 6).
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

/// All differences, the earliest place of the test first; what follows the first is often its consequence. Warnings,
/// ticks and error messages do not count; standard error counts when one side wrote and the other did not.
std::vector<Difference> Compare(const model::TestCase& test, const model::Execution& before,
                                const model::Execution& after, const CompareConfig& config);

}  // namespace kingbird::oracle
