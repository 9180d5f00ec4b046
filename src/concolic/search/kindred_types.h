// Lists and texts share names (`length`, `indexOf`, `slice`), numbers and texts an operator (`+`). An input that is
// only used in such ways was taken for one of the two; while code is missing, it is tried as the other.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "concolic/search/strategy.h"

namespace kingbird::concolic {

/// Not thread-safe. Deterministic.
class KindredTypes {
 public:
  void Absorb(const std::shared_ptr<const SeenRun>& run);
  /// The latest run up to the first use of such an input, which gets the other type. None: nothing is missing, nobody
  /// knows, or each was tried.
  std::optional<Flip> Next(const Progress& progress);

 private:
  using Key = std::pair<std::string, Type>;  ///< Access path, and what it is to be.
  std::map<Key, Flip> open_;
  std::set<Key> seen_;  ///< Types that inputs had.
};

}  // namespace kingbird::concolic
