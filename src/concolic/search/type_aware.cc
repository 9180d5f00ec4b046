#include "concolic/search/type_aware.h"

#include <algorithm>

namespace kingbird::concolic {

void TypeAware::Absorb(const std::shared_ptr<const SeenRun>& run, const Progress& /*progress*/) {
  without_cover_ = run->covered ? 0 : without_cover_ + 1;
  kindred_.Absorb(run);
  Flip resolve{.run = run, .keep = true};
  uint64_t prefix = 0;
  uint64_t uses = 0;  // The prefix with the unresolved uses on it: the same ones are not resolved twice.
  for (size_t i = 0; i < run->constraints.size(); ++i) {
    const Constraint& constraint = run->constraints[i];
    if (constraint.IsDecision()) {
      prefix = Extend(prefix, constraint.label, constraint.held);
      uses = Extend(uses, constraint.label, constraint.held);
      taken_.insert(prefix);
    } else if ((constraint.Unresolved() || constraint.IsMissing()) &&
               !given_up_.contains(Extend(prefix, constraint.label, false))) {
      uses = Extend(uses, constraint.label, false);
      resolve.constraints.push_back(i);
    }
  }
  if (!resolve.constraints.empty() && tried_.insert(uses).second) {
    resolving_.push_back(std::move(resolve));
  } else {
    ListBranches(run);
  }
}

void TypeAware::ListBranches(const std::shared_ptr<const SeenRun>& run) {
  uint64_t prefix = 0;
  for (size_t i = 0; i < run->constraints.size(); ++i) {
    const Constraint& constraint = run->constraints[i];
    if (!constraint.IsDecision()) continue;
    const uint64_t other = Extend(prefix, constraint.label, !constraint.held);
    prefix = Extend(prefix, constraint.label, constraint.held);
    if (constraint.discarded || tried_.contains(other) || taken_.contains(other)) continue;
    if (best_.insert_or_assign(other, Flip{.run = run, .constraints = {i}, .keep = true}).second)
      (constraint.again || constraint.IsAspect() ? deeper_ : open_).push_back(other);
  }
}

std::optional<Flip> TypeAware::NextBranch(const Progress& progress) {
  while (!open_.empty() || (without_cover_ < kPatience && GoDeeper(progress, deeper_, open_))) {
    const bool last = order_ == Order::kDepthFirst;
    const uint64_t path = last ? open_.back() : open_.front();
    if (last) {
      open_.pop_back();
    } else {
      open_.pop_front();
    }
    auto found = best_.extract(path);
    if (taken_.contains(path) || !tried_.insert(path).second) continue;
    return std::move(found.mapped());
  }
  return std::nullopt;
}

std::optional<Flip> TypeAware::LeftBehind(const Progress& progress) {
  for (const auto& run : left_behind_) {
    for (size_t i = 0; i < run->constraints.size(); ++i) {
      const Constraint& constraint = run->constraints[i];
      if (!constraint.IsDecision() || constraint.discarded || (constraint.IsAspect() && !progress.MayGoDeeper()))
        continue;
      if (progress.Seen(constraint.site, !constraint.held)) continue;
      const uint64_t key = Extend(run->number, constraint.label, !constraint.held);
      if (tried_.insert(key).second) return Flip{.run = run, .constraints = {i}, .keep = true};
    }
  }
  return std::nullopt;
}

std::optional<Flip> TypeAware::Next(const Progress& progress) {
  if (!resolving_.empty()) {
    Flip flip = std::move(resolving_.back());
    resolving_.pop_back();
    return flip;
  }
  if (auto flip = NextBranch(progress)) return flip;
  if (auto flip = LeftBehind(progress)) return flip;
  return kindred_.Next(progress);
}

void TypeAware::Tell(const Flip& flip, Outcome outcome) {
  if (flip.run->constraints[flip.constraints[0]].IsDecision()) return;
  if (outcome == Outcome::kReached || outcome == Outcome::kDiverged) {
    left_behind_.push_back(flip.run);
    return;
  }
  uint64_t prefix = 0;
  for (const Constraint& constraint : flip.run->constraints) {
    if (constraint.Unresolved() || constraint.IsMissing()) given_up_.insert(Extend(prefix, constraint.label, false));
    if (constraint.IsDecision()) prefix = Extend(prefix, constraint.label, constraint.held);
  }
  ListBranches(flip.run);
}

}  // namespace kingbird::concolic
