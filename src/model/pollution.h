// What a test left behind on the objects that every program shares (Event::Kind::kPollute), read from its events.
#pragma once

#include <string>
#include <vector>

#include "model/execution.h"

namespace kingbird::model {

struct Pollution {
  int node = 0;         ///< The call that did it; 0: something that came later.
  AccessPath path;      ///< {"Function", "prototype", "y"}
  Value value;          ///< What is there now.
  bool is_new = false;  ///< Nothing was there before.

  /// "Function.prototype"
  std::string Holder() const;
};

/// In the order in which they were seen.
std::vector<Pollution> PollutionsOf(const Execution& execution);

}  // namespace kingbird::model
