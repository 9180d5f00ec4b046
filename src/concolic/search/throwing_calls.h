// Functions among the inputs return; one that throws leads to handlers, and to what they decide. Each function that is
// called where the text catches errors is tried as one that throws, once.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "concolic/search/strategy.h"

namespace kingbird::concolic {

/// Not thread-safe. Deterministic.
class ThrowingCalls {
 public:
  void Absorb(const std::shared_ptr<const SeenRun>& run);
  /// The latest run that called such a function. None: nothing is missing, nobody knows where
  /// errors are caught, or each was tried.
  std::optional<Flip> Next(const Progress& progress);

 private:
  using Key = std::pair<uint32_t, std::string>;  ///< Where it is called, and its access path.
  std::map<Key, Flip> open_;
  std::set<Key> tried_;
};

}  // namespace kingbird::concolic
