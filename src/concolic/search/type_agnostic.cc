#include "concolic/search/type_agnostic.h"

#include <utility>

namespace kingbird::concolic {

void TypeAgnostic::Absorb(const std::shared_ptr<const SeenRun>& run, const Progress& /*progress*/) {
  uint64_t prefix = 0;
  bool undefined = false;  // What is undefined has no truth to flip: it gets a value first.
  for (size_t i = 0; i < run->constraints.size(); ++i) {
    const Constraint& constraint = run->constraints[i];
    if (!constraint.well_typed || (std::exchange(undefined, false) && constraint.IsBranch())) continue;
    undefined = constraint.truth_test && !constraint.held;
    const uint64_t other = Extend(prefix, constraint.label, !constraint.held);
    prefix = Extend(prefix, constraint.label, constraint.held);
    taken_.insert(prefix);
    if (constraint.discarded || !listed_.insert(other).second) continue;
    open_.push_back({Flip{.run = run, .constraints = {i}, .exact = true}, other});
  }
}

std::optional<Flip> TypeAgnostic::Next(const Progress& /*progress*/) {
  while (!open_.empty()) {
    const bool last = order_ == Order::kDepthFirst;
    Candidate candidate = std::move(last ? open_.back() : open_.front());
    if (last) {
      open_.pop_back();
    } else {
      open_.pop_front();
    }
    if (!taken_.contains(candidate.path)) return std::move(candidate.flip);
  }
  return std::nullopt;
}

void TypeAgnostic::Tell(const Flip& /*flip*/, Outcome /*outcome*/) {}

}  // namespace kingbird::concolic
