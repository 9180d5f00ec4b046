// A coarse fingerprint of an execution. A test is kept if it shows a trait that no earlier test showed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/execution.h"
#include "model/test_case.h"
#include "oracle/difference.h"

namespace kingbird::oracle {

/// One thing that a function was seen to do. Values count by kind, errors by class and code, so that the set of all
/// traits stays small.
struct Trait {
  std::string function;  ///< model::CallName; "": how the test ends.
  Deed deed = Deed::kReturned;
  std::string values;   ///< Kinds of the values involved: "array", "error Error/ENOENT, undefined".
  bool failed = false;  ///< The call throws, rejects, or passes an error to a callback.
  auto operator<=>(const Trait&) const = default;
};

/// Each with the first call that shows it (0: how the test ends).
using Traits = std::map<Trait, int>;

Traits TraitsOf(const model::TestCase& test, const model::Execution& execution);

/// Whether `traits` holds all wanted traits.
bool HasAll(const Traits& traits, const std::vector<Trait>& wanted);

/// "array", "error TypeError/ERR_X", "instance Stats": a value in a few words.
std::string ValueKind(const model::Value& value);

}  // namespace kingbird::oracle
