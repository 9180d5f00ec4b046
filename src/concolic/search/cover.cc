#include "concolic/search/cover.h"

#include <algorithm>
#include <utility>

namespace kingbird::concolic {
namespace {

constexpr uint64_t kCoerced = 0x5bd1e995;  // Sets the same question with other types apart.

uint64_t BranchPath(const SeenRun& run) {
  uint64_t path = 0;
  for (const Constraint& constraint : run.constraints) {
    if (constraint.IsBranch()) path = Extend(path, constraint.label, constraint.held);
  }
  return path;
}

}  // namespace

void Cover::Absorb(const std::shared_ptr<const SeenRun>& run, const Progress& /*progress*/) {
  without_news_ = run->news ? 0 : without_news_ + 1;
  NoteTypes(run);
  NoteBranches(run);
}

void Cover::NoteTypes(const std::shared_ptr<const SeenRun>& run) {
  Flip flip{.run = run, .keep = true};
  uint64_t path = 0;
  for (size_t i = 0; i < run->constraints.size(); ++i) {
    const Constraint& constraint = run->constraints[i];
    if (constraint.Unresolved()) flip.constraints.push_back(i);
    if (constraint.IsBranch() || constraint.Unresolved()) path = Extend(path, constraint.label, constraint.held);
  }
  if (flip.constraints.empty()) {
    if (!run->failed) finished_.insert(BranchPath(*run));
  } else if (tried_.insert(path).second) {
    (run->failed ? stuck_ : unfinished_).push_back(std::move(flip));
  }
}

void Cover::NoteBranches(const std::shared_ptr<const SeenRun>& run) {
  uint64_t path = 0;
  Direction before = {0, false};
  for (size_t i = 0; i < run->constraints.size(); ++i) {
    const Constraint& constraint = run->constraints[i];
    if (!constraint.IsBranch()) continue;
    const Direction taken = {constraint.site, constraint.held};
    const Direction other = {constraint.site, !constraint.held};
    const Candidate candidate{run, i, Extend(path, constraint.label, !constraint.held)};
    if (!constraint.discarded) {
      std::vector<Candidate>& from = wishes_[other].from;
      std::erase_if(from, [&](const Candidate& old) { return old.path == candidate.path; });
      if (from.size() == kAttempts) from.erase(from.begin());
      from.push_back(candidate);
      if (!taken_sequences_.contains({before, other})) sequences_[{before, other}] = candidate;
      open_.push_back(candidate);
    }
    taken_sequences_.insert({before, taken});
    sequences_.erase({before, taken});
    path = Extend(path, constraint.label, constraint.held);
    before = taken;
  }
}

std::optional<Flip> Cover::Resolve(std::vector<Flip>& from) {
  while (!from.empty()) {
    Flip flip = std::move(from.back());
    from.pop_back();
    if (flip.run->failed || !finished_.contains(BranchPath(*flip.run))) return flip;
  }
  return std::nullopt;
}

std::optional<Flip> Cover::FromLatest(Wish& wish, bool coercions) {
  for (auto candidate = wish.from.rbegin(); candidate != wish.from.rend(); ++candidate) {
    if (!tried_.insert(coercions ? candidate->path ^ kCoerced : candidate->path).second) continue;
    return Flip{.run = candidate->run,
                .constraints = {candidate->constraint},
                .resolve = true,
                .keep = true,
                .coercions = coercions};
  }
  return std::nullopt;
}

std::optional<Flip> Cover::Untaken(const Progress& progress, bool coercions) {
  // The newest run first, and in it the last branch: what lies behind it is what is least known.
  Wish* best = nullptr;
  std::pair<size_t, size_t> best_place;
  for (auto& [direction, wish] : wishes_) {
    if (progress.Seen(direction.first, direction.second) || wish.from.empty()) continue;
    if ((coercions ? wish.coerced : wish.attempts) >= kAttempts) continue;
    const std::pair place = {wish.from.back().run->number, wish.from.back().constraint};
    if (best == nullptr || place > best_place) {
      best = &wish;
      best_place = place;
    }
  }
  if (best == nullptr) return std::nullopt;
  ++(coercions ? best->coerced : best->attempts);
  if (auto flip = FromLatest(*best, coercions)) return flip;
  (coercions ? best->coerced : best->attempts) = kAttempts;
  return Untaken(progress, coercions);
}

std::optional<Flip> Cover::WrongTypesOnly(const Progress& progress) {
  for (auto& [direction, wish] : wishes_) {
    if (progress.well_typed.contains(direction)) continue;
    if (!progress.Seen(direction.first, direction.second) || wish.attempts++ >= kAttempts) continue;
    if (auto flip = FromLatest(wish, false)) return flip;
  }
  return std::nullopt;
}

std::optional<Flip> Cover::NewSequence(const Progress& progress) {
  if ((progress.counters_known && progress.missing.empty()) || without_news_ >= kPatience) return std::nullopt;
  while (!sequences_.empty()) {
    const auto latest = std::ranges::max_element(
        sequences_, {}, [](const auto& entry) { return std::pair(entry.second.run->number, entry.second.constraint); });
    const Candidate candidate = std::move(latest->second);
    sequences_.erase(latest);
    if (!tried_.insert(candidate.path).second) continue;
    return Flip{.run = candidate.run, .constraints = {candidate.constraint}, .resolve = true, .keep = true};
  }
  return std::nullopt;
}

std::optional<Flip> Cover::Next(const Progress& progress) {
  if (auto flip = Resolve(stuck_)) return flip;
  if (auto flip = Untaken(progress, false)) return flip;
  if (auto flip = NewSequence(progress)) return flip;
  if (auto flip = Resolve(unfinished_)) return flip;
  if (auto flip = WrongTypesOnly(progress)) return flip;
  if (auto flip = Untaken(progress, true)) return flip;
  return Deeper(progress);
}

// Something is still not covered, and every branch went both ways: it may take more rounds of a loop.
std::optional<Flip> Cover::Deeper(const Progress& progress) {
  if (!progress.counters_known || progress.missing.empty() || without_news_ >= kLongPatience) return std::nullopt;
  while (!open_.empty()) {
    const Candidate candidate = std::move(open_.back());
    open_.pop_back();
    if (!tried_.insert(candidate.path).second) continue;
    return Flip{.run = candidate.run, .constraints = {candidate.constraint}, .resolve = true, .keep = true};
  }
  return std::nullopt;
}

void Cover::Tell(const Flip& flip, Outcome outcome) {
  const bool run_made = outcome == Outcome::kReached || outcome == Outcome::kDiverged;
  if (run_made || flip.run->constraints[flip.constraints[0]].IsBranch() || flip.constraints.size() == 1) return;
  // All at once was too much: the last one is what the run failed at.
  if (flip.run->failed) stuck_.push_back({.run = flip.run, .constraints = {flip.constraints.back()}, .keep = true});
}

}  // namespace kingbird::concolic
