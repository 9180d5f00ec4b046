// One difference between two executions, as data and in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"
#include "model/value.h"

namespace kingbird::oracle {

/// What one side did. Differences of the same two deeds, with values of the same kinds, are the same change.
enum class Deed : uint8_t {
  kReturned,
  kThrew,
  kIsMissing,
  kFulfilled,
  kRejected,
  kNeverSettled,
  kLeftReceiver,
  kLeftArgument,
  kCalledBack,
  kCalledBackNever,
  kCalledBackOnce,
  kCalledBackOften,
  kCalledBackAtOnce,
  kCalledBackLater,
  kCalledBackInOrder,
  kPolluted,
  kLeftAlone,
  kPrinted,
  kWrote,
  kWroteNothing,
  kEnded,
  kUncaught,
  kUnhandled,
  kDidNotEnd,
  kExited,
  kKilled,
};

/// {kReturned, "", [value]}, {kPrinted, "hello"}.
struct Behaviour {
  Deed deed = Deed::kReturned;
  std::string detail;  ///< What differs from test to test: the output, a count.
  std::vector<model::Value> values;
  bool failed = false;  ///< An error, a hang, something that never came.
  std::string holder;   ///< Of what was polluted: which object it is matters, which property is the test's choice.
};
/// Without the values: "returned", "killed by signal 11".
std::string Words(const Behaviour& behaviour);

struct Difference {
  model::FindingKind kind = model::FindingKind::kReturn;
  std::string function;  ///< Function::Name of the call it shows at.
  int node = -1;         ///< That call; -1: the whole test.
  bool at_end = false;   ///< Of how the process ended: `function` is then only the last one that was called.
  Behaviour before;
  Behaviour after;
};

/// The difference in a few words, values by kind: "threw error TypeError → returned array". Equal for what a user would
/// call the same change.
std::string Transition(const Difference& difference);

}  // namespace kingbird::oracle
