// One difference between two executions, as data and in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"
#include "model/value.h"

namespace kingbird::oracle {

/// The behaviour of one side. Differences with the same two deeds and values of the same kinds are the same change.
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
  std::string detail;  ///< The part that differs from test to test: the output, a count.
  std::vector<model::Value> values;
  bool failed = false;  ///< An error, a hang, or an event that never came.
  std::string holder;   ///< The polluted object. The property is the test's choice and is not compared.
};
/// Describes the deed without values: "returned", "killed by signal 11".
std::string Words(const Behaviour& behaviour);

struct Difference {
  model::FindingKind kind = model::FindingKind::kReturn;
  std::string function;  ///< Function::Name of the call that shows the difference.
  int node = -1;         ///< Node of that call; -1: the whole test.
  bool at_end = false;   ///< The ends of the processes differ; `function` is then the last function that was called.
  Behaviour before;
  Behaviour after;
};

/// The difference in a few words, values by kind: "threw error TypeError → returned array". Equal for what a user would
/// call the same change.
std::string Transition(const Difference& difference);

}  // namespace kingbird::oracle
