#include "concolic/search/type_agnostic.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "concolic/preferred_types.h"

namespace kingbird::concolic {
namespace {

/// Calls `visit` with the index of each constraint of the run that may be flipped or was decided by a value.
template <typename Visit>
void ForEachConstraint(const SeenRun& run, Visit visit) {
  bool undefined = false;  // What is undefined has no truth to flip: it gets a value first.
  for (size_t i = 0; i < run.constraints.size(); ++i) {
    const Constraint& constraint = run.constraints[i];
    if (!constraint.well_typed || (std::exchange(undefined, false) && constraint.IsBranch())) continue;
    undefined = constraint.truth_test && !constraint.held;
    visit(i);
  }
}

/// The types a use stands for: `-` a number, `+` a number or a string, and of those that would do for a property or a
/// condition the first.
std::vector<Type> TypesOf(const Constraint& use) {
  if (use.wanted == TypeSet{Type::kNumber, Type::kString}) return {Type::kNumber, Type::kString};
  return {PreferredType(use.wanted)};
}

}  // namespace

void DepthFirst::Absorb(const std::shared_ptr<const SeenRun>& run, const Progress& /*progress*/) {
  uint64_t prefix = 0;
  ForEachConstraint(*run, [&](size_t i) {
    const Constraint& constraint = run->constraints[i];
    const uint64_t other = Extend(prefix, constraint.label, !constraint.held);
    prefix = Extend(prefix, constraint.label, constraint.held);
    taken_.insert(prefix);
    if (constraint.discarded || !listed_.insert(other).second) return;
    open_.push_back({Flip{.run = run, .constraints = {i}, .exact = true}, other});
  });
}

std::optional<Flip> DepthFirst::Next(const Progress& /*progress*/) {
  while (!open_.empty()) {
    Candidate candidate = std::move(open_.back());
    open_.pop_back();
    if (!taken_.contains(candidate.path)) return std::move(candidate.flip);
  }
  return std::nullopt;
}

void BreadthFirst::Absorb(const std::shared_ptr<const SeenRun>& run, const Progress& /*progress*/) {
  std::vector<Flip> branches;
  std::vector<Flip> types;
  ForEachConstraint(*run, [&](size_t i) {
    const Constraint& constraint = run->constraints[i];
    if (constraint.discarded) return;
    if (constraint.IsBranch()) {
      if (i >= behind_) branches.push_back({.run = run, .constraints = {i}, .exact = true});
      return;
    }
    // From undefined on to the first type and from there to the next, never back.
    const std::vector<Type> all = TypesOf(constraint);
    const auto now = std::ranges::find(all, run->types[constraint.symbol]);
    if (constraint.held && now == all.end()) return;
    for (auto next = now == all.end() ? all.begin() : now + 1; next != all.end(); ++next)
      types.push_back({.run = run, .constraints = {i}, .exact = true, .type = *next});
  });
  // The last ones first, as there.
  open_.insert(open_.end(), branches.rbegin(), branches.rend());
  open_.insert(open_.end(), types.rbegin(), types.rend());
}

std::optional<Flip> BreadthFirst::Next(const Progress& /*progress*/) {
  if (open_.empty()) return std::nullopt;
  Flip flip = std::move(open_.front());
  open_.pop_front();
  return flip;
}

void BreadthFirst::Tell(const Flip& flip, Outcome /*outcome*/) { behind_ = flip.constraints.back() + 1; }

}  // namespace kingbird::concolic
