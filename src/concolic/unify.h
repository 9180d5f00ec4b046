// Preconditions of callees at work (paper 003, 3.4.1, algorithm 6): where a run calls a function that is known, the
// caller gets inputs that make the callee take one of its paths that end well, instead of finding each of them anew.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "concolic/input.h"
#include "concolic/seen_run.h"

namespace kingbird::concolic {

/// What is known of the functions that the explored one calls.
class Callees {
 public:
  virtual ~Callees() = default;
  /// Inputs of the function at `site`, one for each path of it that ended well; null: nothing is known of it.
  virtual const std::vector<Assignment>* EntriesOf(uint32_t site) = 0;
  /// The function that a decision lies in.
  virtual uint32_t FunctionOf(uint32_t site) const = 0;
};

/// The inputs of the run, changed so that the call passes what `entry` has; nothing where the decisions before the call
/// would not be taken any more, where what is passed is no input, or where nothing changes.
std::optional<Assignment> Unify(const SeenRun& run, const Call& call, const Assignment& entry);

/// One exploration's use of its callees' entries. Thread-compatible; `callees` must outlive it.
class EntryReuse {
 public:
  EntryReuse(Callees& callees, uint32_t own) : callees_(callees), own_(own) {}

  /// Decisions in functions that entries are known of are theirs: they are kept as what led on and never flipped.
  void LeaveToCallees(SeenRun& run);
  /// The other way round.
  static void GiveBack(SeenRun& run);
  /// Inputs that lead the calls of a run into entries. A call that comes behind the same decisions as one before, or
  /// behind uses that have a wrong type still, gives none.
  std::vector<Assignment> Follow(const SeenRun& run);

 private:
  Callees& callees_;
  uint32_t own_;
  std::set<uint64_t> followed_;  ///< Calls by the decisions before them.
};

}  // namespace kingbird::concolic
