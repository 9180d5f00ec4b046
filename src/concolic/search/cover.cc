#include "concolic/search/cover.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace kingbird::concolic {
namespace {

/// Flips in one input, and how far behind the first one they may lie.
constexpr size_t kMostAlso = 6;
constexpr size_t kMostAhead = 100;
/// Rounds of a loop whose missing results or elements are made before anything else is asked.
constexpr size_t kMostCalls = 3;
constexpr size_t kMostRows = 8;            // Matrices and the like have few.
constexpr uint64_t kCoerced = 0x5bd1e995;  // Sets the same question with other types apart,
constexpr uint64_t kLoose = 0x9e3779b9;    // and with other decisions before it.

bool IsResult(const SeenRun& run, const Constraint& use) {
  return run.path.symbols[use.symbol].step == Symbol::Step::kResult;
}

/// The use of an element, or of what one of several calls returned.
bool IsOneOfMany(const SeenRun& run, const Constraint& use) {
  return !use.IsBranch() && (IsResult(run, use) || ElementOf(run.path, use.symbol).has_value());
}

/// Where the flip leads.
Progress::Direction DirectionOf(const Flip& flip) {
  const Constraint& constraint = flip.run->constraints[flip.constraints.back()];
  return {constraint.site, !constraint.held};
}

SymbolId ParentOf(const SeenRun& run, const Constraint& use) { return run.path.symbols[use.symbol].parent; }

/// Calls `visit` with each decision and whether it was the first at its place.
template <typename Visit>
void ForEachDecision(const SeenRun& run, Visit visit) {
  std::set<uint32_t> sites;
  for (const Constraint& constraint : run.constraints) {
    if (!constraint.IsBranch()) continue;
    visit(Progress::Direction{constraint.site, constraint.held}, sites.insert(constraint.site).second);
  }
}

}  // namespace

void Cover::Absorb(const std::shared_ptr<const SeenRun>& run, const Progress& /*progress*/) {
  without_news_ = run->news ? 0 : without_news_ + 1;
  without_cover_ = run->covered ? 0 : without_cover_ + 1;
  kindred_.Absorb(run);
  conversions_.Absorb(run);
  throwing_.Absorb(run);
  NoteTypes(run);
  NoteBranches(run);
  renewed_ = false;
}

void Cover::NoteTypes(const std::shared_ptr<const SeenRun>& run) {
  Flip flip{.run = run, .keep = true};
  uint64_t path = 0;
  bool missed = false;
  std::map<std::pair<uint32_t, SymbolId>, size_t> rounds;  // By place and by whose element or result it is.
  bool endless = false;
  for (size_t i = 0; i < run->constraints.size(); ++i) {
    const Constraint& constraint = run->constraints[i];
    const size_t round = IsOneOfMany(*run, constraint) ? ++rounds[{constraint.site, ParentOf(*run, constraint)}] : 0;
    if (constraint.Unresolved()) {
      flip.constraints.push_back(i);
      endless = round > (IsResult(*run, constraint) ? kMostCalls : kMostRows);
      missed |= run->types[constraint.symbol] == Type::kAbsent && ElementOf(run->path, constraint.symbol).has_value();
    }
    if (constraint.IsBranch() || constraint.Unresolved()) path = Extend(path, constraint.label, constraint.held);
  }
  if (flip.constraints.empty()) {
    if (run->failed) return;
    ForEachDecision(*run, [&](const Direction& direction, bool first) { finished_.insert({direction, first}); });
  } else if (tried_.insert(path).second) {
    // Elements that are not there are put there together, before any of them is asked for alone. A loop that asks for
    // one more value in each round (`it.next().done`, `list[i + 1]`) is not led on by giving it what it asks for.
    (endless ? endless_ : run->failed || missed ? stuck_ : unfinished_).push_back(std::move(flip));
  }
}

void Cover::Offer(Wish& wish, const Candidate& candidate) {
  std::erase_if(wish.from, [&](const Candidate& old) { return old.path == candidate.path; });
  if (wish.from.size() == kAttempts) wish.from.erase(wish.from.begin());
  wish.from.push_back(candidate);
}

void Cover::NoteBranches(const std::shared_ptr<const SeenRun>& run) {
  std::set<uint32_t> sites;
  uint64_t path = Conversions::Mark(*run);
  Direction before = {0, false};
  for (size_t i = 0; i < run->constraints.size(); ++i) {
    const Constraint& constraint = run->constraints[i];
    if (!constraint.IsBranch()) continue;
    const Direction taken = {constraint.site, constraint.held};
    const Direction other = {constraint.site, !constraint.held};
    const Candidate candidate{run, i, Extend(path, constraint.label, !constraint.held)};
    path = Extend(path, constraint.label, constraint.held);
    if (!constraint.discarded) Offer(wishes_[other], candidate);
    if (renewed_) wishes_[other].attempts = 0;
    // How long an array is, and which names there are, may be asked once more.
    loops_ |= constraint.IsAspect();
    if (constraint.IsAspect()) continue;
    loops_ |= !sites.insert(constraint.site).second;
    if (!constraint.discarded) {
      if (!taken_sequences_.contains({before, other})) sequences_[{before, other}] = candidate;
      (constraint.again ? rounds_ : open_).push_back(candidate);
    }
    taken_sequences_.insert({before, taken});
    sequences_.erase({before, taken});
    before = taken;
  }
}

// Every decision of the run was taken by one that ended well with right types. One with a wrong type decides nothing
// that right ones would not: where it made no decision, right types have not been seen yet.
bool Cover::IsFinished(const SeenRun& run) const {
  bool any = false;
  bool all = true;
  ForEachDecision(run, [&](const Direction& direction, bool first) {
    any = true;
    all &= finished_.contains({direction, first});
  });
  return any && all;
}

std::optional<Flip> Cover::Resolve(std::vector<Flip>& from) {
  while (!from.empty()) {
    Flip flip = std::move(from.back());
    from.pop_back();
    if (flip.run->failed || !IsFinished(*flip.run)) return flip;
  }
  return std::nullopt;
}

// Which of many names a key is, is one decision for each of them: asked while that leads to code.
bool Cover::IsIdle(const Direction& direction, const Progress& progress) const {
  if (direction.first < kAspects || !progress.counters_known) return false;
  return progress.missing.empty() || without_cover_ >= kLongPatience;
}

std::optional<Flip> Cover::FromLatest(Wish& wish, bool coercions, bool quick) {
  for (auto candidate = wish.from.rbegin(); candidate != wish.from.rend(); ++candidate) {
    if (!tried_.insert(coercions ? candidate->path ^ kCoerced : candidate->path).second) continue;
    return Flip{.run = candidate->run,
                .constraints = {candidate->constraint},
                .resolve = true,
                .keep = true,
                .coercions = coercions,
                .quick = quick};
  }
  return std::nullopt;
}

std::optional<Flip> Cover::Untaken(const Progress& progress, bool coercions, bool aspects) {
  // What leads on before what may, the newest run first, and in it the branch with which most others are flipped, the
  // first of them.
  Wish* best = nullptr;
  std::tuple<bool, size_t, size_t, size_t> best_place;
  for (auto& [direction, wish] : wishes_) {
    if (progress.Seen(direction.first, direction.second) || wish.from.empty()) continue;
    if ((direction.first >= kAspects) != aspects || asked_.contains(direction)) continue;
    if ((coercions ? wish.coerced : wish.attempts) >= kAttempts || IsIdle(direction, progress)) continue;
    const Progress::Leads leads = progress.LeadsTo(direction);
    if (leads == Progress::Leads::kNowhereNew) continue;
    const Candidate& latest = wish.from.back();
    const bool on = leads == Progress::Leads::kOn;
    if (best != nullptr &&
        std::pair(on, latest.run->number) < std::pair(std::get<0>(best_place), std::get<1>(best_place)))
      continue;
    const std::tuple place = {on, latest.run->number, Also(progress, *latest.run, latest.constraint).size(),
                              latest.run->constraints.size() - latest.constraint};
    if (best == nullptr || place > best_place) {
      best = &wish;
      best_place = place;
    }
  }
  if (best == nullptr) return std::nullopt;
  ++(coercions ? best->coerced : best->attempts);
  if (auto flip = FromLatest(*best, coercions, !coercions && !aspects)) return flip;
  (coercions ? best->coerced : best->attempts) = kAttempts;
  return Untaken(progress, coercions, aspects);
}

// What the search found no answer to, where nobody else has got there in the meantime.
std::optional<Flip> Cover::PutOff(std::vector<Flip>& from, std::chrono::milliseconds deadline,
                                  const Progress& progress) {
  while (!from.empty()) {
    Flip flip = std::move(from.back());
    from.pop_back();
    const Constraint& constraint = flip.run->constraints[flip.constraints.back()];
    if (progress.Seen(constraint.site, !constraint.held)) continue;
    if (progress.LeadsTo({constraint.site, !constraint.held}) == Progress::Leads::kNowhereNew) continue;
    flip.quick = false;
    flip.deadline = deadline;
    return flip;
  }
  return std::nullopt;
}

// `if (f) …; for (…) use(f ? f(x) : x)`: whoever gets to the second decision has taken the first one the wrong way.
std::optional<Flip> Cover::Relaxed(const Progress& progress) {
  if (!progress.counters_known || progress.missing.empty()) return std::nullopt;
  for (auto& [direction, wish] : wishes_) {
    if (progress.Seen(direction.first, direction.second) || direction.first >= kAspects) continue;
    if (progress.LeadsTo(direction) == Progress::Leads::kNowhereNew) continue;
    for (auto candidate = wish.from.rbegin(); candidate != wish.from.rend() && wish.relaxed < kRelaxed; ++candidate) {
      if (!tried_.insert(candidate->path ^ kLoose).second) continue;
      ++wish.relaxed;
      return Flip{.run = candidate->run, .constraints = {candidate->constraint}, .keep = true, .relaxed = true};
    }
  }
  return std::nullopt;
}

std::optional<Flip> Cover::WrongTypesOnly(const Progress& progress) {
  for (auto& [direction, wish] : wishes_) {
    if (progress.well_typed.contains(direction) || IsIdle(direction, progress)) continue;
    if (progress.LeadsTo(direction) == Progress::Leads::kNowhereNew) continue;
    if (!progress.Seen(direction.first, direction.second) || wish.attempts++ >= kAttempts) continue;
    if (auto flip = FromLatest(wish, false, false)) return flip;
  }
  return std::nullopt;
}

std::optional<Flip> Cover::NewSequence(const Progress& progress) {
  if (progress.counters_known && progress.missing.empty()) return std::nullopt;
  if (without_news_ >= kPatience && !progress.patient) return std::nullopt;
  while (!sequences_.empty()) {
    // Rounds of a loop come last: each has new sequences, and others would wait for all of them.
    const auto latest = std::ranges::max_element(sequences_, {}, [](const auto& entry) {
      const Candidate& candidate = entry.second;
      const bool first = !candidate.run->constraints[candidate.constraint].again;
      return std::tuple(first, candidate.run->number, candidate.constraint);
    });
    const Candidate candidate = std::move(latest->second);
    sequences_.erase(latest);
    if (!tried_.insert(candidate.path).second) continue;
    return Flip{.run = candidate.run, .constraints = {candidate.constraint}, .resolve = true, .keep = true};
  }
  return std::nullopt;
}

// Directions that nobody has taken, behind the flipped branch: one input may take several. One that leaves out others
// waits for them.
std::vector<size_t> Cover::Also(const Progress& progress, const SeenRun& run, size_t flipped) {
  const std::vector<Constraint>& constraints = run.constraints;
  std::set<uint32_t> sites = {constraints[flipped].site};
  std::vector<size_t> open;
  const size_t end = std::min(constraints.size(), flipped + kMostAhead);
  for (size_t i = flipped + 1; i < end && open.size() < kMostAlso; ++i) {
    const Constraint& constraint = constraints[i];
    if (!constraint.IsBranch() || constraint.discarded || constraint.IsAspect()) continue;
    if (progress.Seen(constraint.site, !constraint.held) || progress.LeavesOut(constraints[flipped], constraint)) {
      continue;
    }
    if (progress.LeadsTo({constraint.site, !constraint.held}) == Progress::Leads::kNowhereNew) continue;
    if (sites.insert(constraint.site).second) open.push_back(i);
  }
  std::vector<size_t> also;
  for (auto i = open.rbegin(); i != open.rend(); ++i) {
    const Constraint& constraint = constraints[*i];
    const bool ends =
        std::ranges::any_of(also, [&](size_t later) { return progress.LeavesOut(constraint, constraints[later]); });
    if (!ends) also.insert(also.begin(), *i);
  }
  return also;
}

std::optional<Flip> Cover::Next(const Progress& progress) {
  std::optional<Flip> flip = Choose(progress);
  // Beside others there is no time for more than what is cheap, until nothing else is left.
  if (flip && progress.behind && !asks_engines_) flip->quick = true;
  if (flip && !flip->deadline) flip->deadline = kShortDeadline;
  if (flip && flip->run->constraints[flip->constraints.back()].IsBranch()) {
    flip->also = Also(progress, *flip->run, flip->constraints.back());
    asked_.insert(DirectionOf(*flip));
  }
  return flip;
}

std::optional<Flip> Cover::Choose(const Progress& progress) {
  asks_engines_ = false;
  if (auto flip = Resolve(stuck_)) return flip;
  if (auto flip = Untaken(progress, false, false)) return flip;
  if (auto flip = progress.behind ? std::nullopt : PutOff(put_off_, kShortDeadline, progress)) return flip;
  if (auto flip = NewSequence(progress)) return flip;
  if (auto flip = Resolve(unfinished_)) return flip;
  if (auto flip = WrongTypesOnly(progress)) return flip;
  if (auto flip = Untaken(progress, true, false)) return flip;
  if (auto flip = progress.counters_known && progress.missing.empty() ? std::nullopt : Resolve(coerced_)) return flip;
  if (auto flip = Relaxed(progress)) return flip;
  if (auto flip = kindred_.Next(progress)) return flip;
  if (auto flip = conversions_.Next(progress)) return flip;
  if (auto flip = throwing_.Next(progress)) return flip;
  if (auto flip = Untaken(progress, false, true)) return flip;
  if (auto flip = Untaken(progress, true, true)) return flip;
  if (auto flip = Resolve(endless_)) return flip;
  if (auto flip = Deeper(progress)) return flip;
  asks_engines_ = true;
  if (auto flip = PutOff(put_off_, kShortDeadline, progress)) return flip;
  if (auto flip = PutOff(hard_, kLongDeadline, progress)) return flip;
  return PutOff(harder_, std::chrono::milliseconds::max(), progress);
}

// Something is still not covered, and every branch went both ways: it may take more rounds of a loop.
std::optional<Flip> Cover::Deeper(const Progress& progress) {
  const size_t patience = loops_ ? kLongPatience : 2 * kPatience;
  if (!progress.counters_known || progress.missing.empty()) return std::nullopt;
  if (without_news_ >= patience && !progress.patient) return std::nullopt;
  while (!open_.empty() || !rounds_.empty()) {
    std::vector<Candidate>& from = open_.empty() ? rounds_ : open_;
    const Candidate candidate = std::move(from.back());
    from.pop_back();
    if (!tried_.insert(candidate.path).second) continue;
    return Flip{.run = candidate.run, .constraints = {candidate.constraint}, .resolve = true, .keep = true};
  }
  return std::nullopt;
}

void Cover::Tell(const Flip& flip, Outcome outcome) {
  asked_.erase(DirectionOf(flip));
  renewed_ = flip.swap == Flip::Swap::kConverted;
  if (outcome == Outcome::kUnknown) {
    if (flip.quick) {
      put_off_.push_back(flip);
    } else if (flip.deadline <= kShortDeadline) {
      hard_.push_back(flip);
    } else if (flip.deadline <= kLongDeadline) {
      harder_.push_back(flip);
    }
  }
  const bool in_vain = outcome == Outcome::kUnknown || outcome == Outcome::kInfeasible;
  if (in_vain && !flip.coercions && !flip.run->constraints[flip.constraints.back()].IsBranch()) {
    coerced_.push_back(flip);
    coerced_.back().coercions = true;
  }
  const bool run_made = outcome == Outcome::kReached || outcome == Outcome::kDiverged;
  if (run_made || flip.run->constraints[flip.constraints[0]].IsBranch() || flip.constraints.size() == 1) return;
  // All at once was too much: the last one is what the run failed at.
  if (flip.run->failed) stuck_.push_back({.run = flip.run, .constraints = {flip.constraints.back()}, .keep = true});
}

}  // namespace kingbird::concolic
