// Errors that inputs reached, listed once for each cause.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "concolic/exploration.h"
#include "concolic/runner.h"

namespace kingbird::concolic {

/// "TypeError: x is not a function"; how the process ended where nothing was thrown; empty when nothing failed.
std::string ErrorText(const model::Execution& execution);

/// Two errors have one cause when they have the same class and came from the same place; where no place is known, from
/// the same last decision with the same message but for the values in it.
class ErrorCauses {
 public:
  /// `run` has failed; `seen` is the same run.
  void Add(const Run& run, const SeenRun& seen);
  const std::vector<ExploredError>& errors() const { return errors_; }

 private:
  std::map<std::string, size_t> known_;
  std::vector<ExploredError> errors_;
};

}  // namespace kingbird::concolic
