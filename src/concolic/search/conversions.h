// A primitive is the same whenever it is used; an object is converted each time, perhaps to something else. Where a
// direction that nobody took depends on a use of an input that was used before, the input is tried as an object that
// is converted to what it was (`ToPrimitive`): the run goes the same way, and each use of it may be flipped for itself.
// A list whose length it is becomes an object like it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "concolic/search/strategy.h"

namespace kingbird::concolic {

/// Not thread-safe. Deterministic.
class Conversions {
 public:
  /// Tells runs apart that decide alike but by conversions of other inputs: what is infeasible with a primitive may be
  /// feasible with an object.
  static uint64_t Mark(const SeenRun& run);

  /// By symbol: how often the run made a primitive of it, as far as that is known.
  static std::vector<size_t> Uses(const SeenRun& run);

  void Absorb(const std::shared_ptr<const SeenRun>& run);
  /// The latest run with such an input, which becomes an object. None: nothing is missing, nobody knows, or each was
  /// tried.
  std::optional<Flip> Next(const Progress& progress);

 private:
  std::map<std::string, Flip> open_;  ///< By access path.
  std::set<std::string> tried_;
};

}  // namespace kingbird::concolic
