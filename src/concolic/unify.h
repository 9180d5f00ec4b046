// Preconditions of callees at work (paper 003, 3.4.1, algorithm 6): where a run calls a function that is known, the
// caller gets inputs that make the callee take one of its paths that end well, instead of finding each of them anew.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "concolic/input.h"
#include "concolic/search/seen_run.h"

namespace kingbird::concolic {

/// A path of a function that ended well.
struct CalleePath {
  Assignment input;
  std::shared_ptr<const SeenRun> run;  ///< Of the input; null: only the input is known.
};

/// What is known of the functions that the explored one calls.
class Callees {
 public:
  virtual ~Callees() = default;
  /// One for each path of the function at `site` that ended well; null: nothing is known of it. Stays where it is.
  virtual const std::vector<CalleePath>* EntriesOf(uint32_t site) = 0;
  /// The function that a place lies in.
  virtual uint32_t FunctionOf(uint32_t site) const = 0;
};

/// The inputs of the run, changed so that the call passes what `entry` has and the callee takes its path; nothing where
/// the decisions before the call would not be taken any more, or where what else is passed leads another way. The same
/// inputs: it passes that already.
std::optional<Assignment> Unify(const SeenRun& run, const Call& call, const CalleePath& entry);

/// The inputs among what the call passed, as inputs of the callee.
Assignment Passed(const SeenRun& run, const Call& call);

/// One exploration's use of its callees' entries. Thread-compatible; `callees` must outlive it.
class EntryReuse {
 public:
  EntryReuse(Callees& callees, uint32_t own) : callees_(callees), own_(own) {}

  /// Decisions in calls of functions that entries are known of are theirs: kept as what led on and never flipped.
  void LeaveToCallees(SeenRun& run);
  /// The other way round.
  static void GiveBack(SeenRun& run);

  struct Followers {
    std::optional<Assignment> now;  ///< Gives the first call what it wants that did not get it.
    std::vector<Assignment> later;  ///< Other paths of callees, each once for each place of a call.
  };
  /// A call behind own uses that have a wrong type still gives none. What the run did behind the call that `now` mends
  /// is left to the run of `now`.
  Followers Follow(SeenRun& run);

 private:
  bool IsKnown(const Call& call);
  bool GotWhatItWants(const SeenRun& run, const Call& call, size_t end) const;
  void Lead(const SeenRun& run, const Call& call, bool served, Followers& followers);

  Callees& callees_;
  uint32_t own_;
  std::set<std::tuple<uint32_t, uint32_t, size_t>> followed_;  ///< Place of a call, function, entry.
};

}  // namespace kingbird::concolic
