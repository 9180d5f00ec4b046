// What two executions of the same test did differently: the oracles of papers 000 (section 4) and 001 (section 6).
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/execution.h"
#include "model/test_case.h"
#include "oracle/alike.h"

namespace kingbird::oracle {

/// In the order of severity within one place of a test.
enum class DifferenceKind : uint8_t {
  kMissingApi,           ///< One side lacks the function.
  kNonTermination,       ///< One side ends, the other does not.
  kError,                ///< One side throws, or throws something else.
  kAsyncError,           ///< … rejects, or leaves an error to nobody.
  kCallbackInvocations,  ///< A callback runs more often, in another order, at once instead of later.
  kCallbackArguments,
  kReturn,
  kReceiver,
  kArgument,
  kStdout,
  kStderr,
};
/// As in summary.json: "callback-invocations".
std::string_view ToString(DifferenceKind kind);

/// What one side did, in words and values: {"returned", [value]}, {"never called", []}.
struct Behaviour {
  std::string words;
  std::vector<model::Value> values;
  bool failed = false;  ///< An error, a hang, something that never came.
};

struct Difference {
  DifferenceKind kind = DifferenceKind::kReturn;
  std::string function;  ///< Function::Name of the call it shows at.
  int node = -1;         ///< That call; -1: the whole test.
  bool at_end = false;   ///< Of how the process ended: `function` is then only the last one that was called.
  Behaviour before;
  Behaviour after;
};

/// The difference in a few words, values by kind: "threw error TypeError → returned array". Equal for what a user would
/// call the same change.
std::string Transition(const Difference& difference);

struct CompareConfig {
  Likeness likeness;
  std::set<int> unstable;  ///< Calls and callbacks of which repeated runs told different things: not compared.
};

/// All differences, the earliest place of the test first; what follows the first is often its consequence. Warnings,
/// ticks and error messages do not count; standard error counts when one side wrote and the other did not.
std::vector<Difference> Compare(const model::TestCase& test, const model::Execution& before,
                                const model::Execution& after, const CompareConfig& config);

}  // namespace kingbird::oracle
