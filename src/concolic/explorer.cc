#include "concolic/explorer.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/json.h"
#include "concolic/error_causes.h"
#include "concolic/search/guesses.h"
#include "concolic/search/strategy.h"

namespace kingbird::concolic {
namespace {

/// What the runs of an exploration may take while they are remembered. A run of the largest trace takes 30 MB.
constexpr size_t kMostRemembered = size_t{500} << 20;

/// Guesses that are run together, and attempts to make one that was not run before.
constexpr size_t kGuessesAtOnce = 8;
constexpr size_t kMostTries = 200;

bool IsWellTyped(const SeenRun& run) {
  return std::ranges::none_of(run.constraints, [](const Constraint& constraint) { return constraint.Unresolved(); });
}

}  // namespace

class Explorer {
 public:
  Explorer(std::string name, Runner& runner, Solver& solver, const base::Clock& clock, const ExploreOptions& options)
      : runner_(runner),
        options_(options),
        strategy_(MakeStrategy(options.strategy)),
        proposer_(solver, clock, options.proposal) {
    result_.name = std::move(name);
    result_.strategy = strategy_->name();
    for (uint32_t counter : options.counters) Want(counter);
    for (uint32_t counter : options.nested) Want(counter);
    progress_.hints_by_name = options.hints;
    progress_.shapes = options.shapes;
    progress_.counters_known = !options.counters.empty();
    progress_.detours = options.detours;
    progress_.caught = options.caught;
    progress_.behind = options.behind;
    progress_.patient = options.patient;
    progress_.plain = options.plain;
    result_.counters = options.counters.size();
    for (size_t i = 0; i < options.callees.size(); ++i) {
      for (uint32_t counter : options.callees[i]) callee_of_.emplace(counter, i);
    }
    if (options.known != nullptr) reuse_.emplace(*options.known, options.own);
  }

  void Add(std::vector<Assignment> seeds) {
    if (IsFull()) return;
    for (Assignment& input : seeds) {
      DropAbsent(input);
      if (Try(input)) seeds_.push_back({.input = std::move(input)});
    }
    result_.exhausted = false;
  }

  void Guess() {
    result_.exhausted = false;
    if (guesses_) return;
    guesses_.emplace(options_.words, progress_.shapes, options_.parameters);
    for (const std::shared_ptr<SeenRun>& run : news_) guesses_->Absorb(run);
    news_.clear();
  }

  void Cover(const model::Hits& hits) {
    for (uint32_t hit : hits) {
      progress_.missing.erase(hit);
      progress_.handlers.erase(hit);
    }
  }

  void GoOn() {
    for (bool first = result_.inputs.empty(); !seeds_.empty() && !result_.failure && (first || !Ended());
         first = false) {
      std::vector<Made> made;
      for (; made.size() < options_.at_once && !seeds_.empty(); seeds_.pop_front())
        made.push_back(std::move(seeds_.front()));
      RunAll(made);
    }
    while (!result_.failure && !result_.exhausted && !Ended()) Step();
    result_.exhausted = result_.exhausted || IsFull();
    result_.solver = proposer_.statistics();
    result_.errors = causes_.errors();
    result_.misses = MissesOwn();
    result_.covered = static_cast<size_t>(
        std::ranges::count_if(options_.counters, [&](uint32_t counter) { return progress_.hits.contains(counter); }));
  }

  Exploration& result() { return result_; }

 private:
  /// An input that is yet to be run, and what it is for.
  struct Made {
    Assignment input;
    std::optional<Flip> flip = {};
    Proposal proposal = {};
  };

  bool IsFull() const { return remembered_ > kMostRemembered; }

  bool Ended() const {
    return IsFull() || result_.inputs.size() >= options_.inputs || (options_.stop && options_.stop());
  }

  void Step() {
    if (!following_.empty()) return RunFirst(following_);
    progress_.entries_left = !reserve_.empty() && MissesOwn();
    std::vector<Made> made;
    bool asked = false;
    while (made.size() < options_.at_once && !(asked && Ended())) {
      std::optional<Flip> flip = strategy_->Next(progress_);
      if (flip) {
        Ask(*std::move(flip), made);
      } else if (!made.empty()) {
        break;
      } else {
        if (progress_.entries_left) return RunFirst(reserve_);
        if (TakeCalleesIn() || RunGuesses()) return;
        result_.exhausted = true;
        return;
      }
      if (options_.at_once == 1) break;
      asked = true;
    }
    RunAll(made);
  }

  /// Runs some guesses; whether there was anything to guess for.
  bool RunGuesses() {
    if (!guesses_ || !MissesOwn() || vain_guesses_ >= options_.most_vain_guesses) return false;
    std::vector<Made> made;
    for (size_t tries = 0; tries < kMostTries && made.size() < kGuessesAtOnce; ++tries) {
      Assignment input;
      if (!guesses_->Next(input)) return false;
      DropAbsent(input);
      if (Try(input)) made.push_back({.input = std::move(input)});
    }
    if (made.empty()) return false;
    made.resize(std::min(made.size(), options_.inputs - result_.inputs.size()));
    const size_t first = result_.inputs.size();
    RunAll(made);
    const bool news = std::any_of(result_.inputs.begin() + static_cast<std::ptrdiff_t>(first), result_.inputs.end(),
                                  [](const ExploredInput& input) { return input.news; });
    vain_guesses_ = news ? 0 : vain_guesses_ + made.size();
    return true;
  }

  void Ask(Flip flip, std::vector<Made>& made) {
    flip.coercions |= options_.coercions;
    Proposal proposal = proposer_.Propose(flip, progress_);
    if (proposal.verdict != Answer::Verdict::kSat) {
      const bool proven = proposal.verdict == Answer::Verdict::kUnsat;
      if (flip.run->constraints[flip.constraints.back()].IsBranch()) {
        result_.tree.Mark(flip, proven ? Edge::kInfeasible : Edge::kUnknown);
      }
      Tell(flip, proven ? Outcome::kInfeasible : Outcome::kUnknown);
      return;
    }
    DropAbsent(proposal.input);
    if (Try(proposal.input)) {
      Assignment input = std::move(proposal.input);
      made.push_back({std::move(input), std::move(flip), std::move(proposal)});
      return;
    }
    ++result_.repeated;
    if (strategy_->forgets()) return TakeAgain(proposal.input, flip);
    Tell(flip, Outcome::kRepeated);
  }

  void Tell(const Flip& flip, Outcome outcome) {
    if (options_.told) options_.told(flip, outcome);
    strategy_->Tell(flip, outcome);
  }

  /// Nobody ran it before.
  bool Try(const Assignment& input) { return tried_.emplace(base::DumpJson(ToJson(input)), nullptr).second; }

  /// What an input does is known from its first run.
  void TakeAgain(const Assignment& input, const Flip& flip) {
    const std::shared_ptr<SeenRun>& known = tried_.at(base::DumpJson(ToJson(input)));
    ExploredInput again = result_.inputs[known->number - 1];
    again.news = false;
    result_.inputs.push_back(std::move(again));
    ++(known->failed ? result_.exceptions : result_.representative);
    Tell(flip, Outcome::kReached);
    strategy_->Absorb(known, progress_);
  }

  void RunFirst(std::deque<Assignment>& inputs) {
    Assignment input = std::move(inputs.front());
    inputs.pop_front();
    DropAbsent(input);
    if (!Try(input)) return;
    Made made{.input = std::move(input)};
    RunAll({&made, 1});
  }

  /// Some of the function is not covered.
  bool MissesOwn() const { return progress_.counters_known && !progress_.missing.empty(); }

  void RunAll(std::span<Made> made) {
    std::vector<Assignment> inputs;
    for (const Made& one : made) inputs.push_back(one.input);
    base::Result<std::vector<Run>> runs = runner_.ExecuteAll(inputs);
    if (!runs.ok()) {
      result_.failure = runs.error();
      return;
    }
    for (size_t i = 0; i < made.size(); ++i) Take(std::move(made[i]), std::move((*runs)[i]));
  }

  void Take(Made made, Run run) {
    Assignment& input = made.input;
    AddParsed(run.path, input);
    const model::Hits hits = run.execution.hits;
    for (const Loss& loss : run.path.losses) {
      ++result_.concretised[loss.what];
      result_.losses[{loss.site, loss.what}].Add(loss);
    }
    const std::string key = strategy_->forgets() ? base::DumpJson(ToJson(input)) : std::string();
    // What a script declares begins with values of its own.
    for (const auto& [name, initial] : run.path.initials) input.globals.emplace(name, initial);
    Run outcome{.execution = run.execution, .where = run.where};
    auto seen = std::make_shared<SeenRun>(
        Remember(std::move(run), std::move(input), result_.inputs.size() + 1, options_.loop_limit));
    for (size_t i = seen->path.own_calls; i < seen->path.calls.size(); ++i) {
      if (const uint32_t site = seen->path.calls[i].site; site != options_.own) result_.callees.insert(site);
    }
    remembered_ += BytesOf(*seen);
    const size_t known = progress_.hits.size();
    seen->news = Learn(*seen, hits);
    seen->covered = progress_.hits.size() > known;
    Record(seen, outcome);
    const bool took = !made.flip || Took(*seen, made.proposal);
    if (!took) ++result_.diverged;
    if (options_.describes)
      result_.tree.Add(*seen, took && made.flip ? FlippedBranch(*seen, made.proposal) : std::string::npos);
    if (made.flip) Tell(*made.flip, took ? Outcome::kReached : Outcome::kDiverged);
    // Only now: what is left to callees is still what the run did.
    if (reuse_ && !flat_) Reuse(*seen);
    if (strategy_->forgets()) tried_[key] = seen;
    const bool fresh = paths_.insert(PathKey(*seen)).second;
    if (fresh) ++result_.paths;
    if (!fresh && !strategy_->forgets()) return;
    if (reuse_ && !flat_) absorbed_.push_back(seen);
    strategy_->Absorb(seen, progress_);
    if (guesses_) {
      guesses_->Absorb(seen);
    } else if (seen->news || news_.empty()) {  // Guesses need a run to begin with.
      news_.push_back(seen);
    }
  }

  void Want(uint32_t counter) {
    (options_.by_errors.contains(counter) ? progress_.handlers : progress_.missing).insert(counter);
  }

  void Enter(size_t callee) {
    if (!entered_.insert(callee).second) return;
    for (uint32_t counter : options_.callees[callee]) {
      if (!progress_.hits.contains(counter)) Want(counter);
    }
  }

  void Reuse(SeenRun& seen) {
    reuse_->LeaveToCallees(seen);
    EntryReuse::Followers followers = reuse_->Follow(seen);
    if (followers.now) following_.push_back(*std::move(followers.now));
    for (Assignment& input : followers.later) reserve_.push_back(std::move(input));
  }

  /// Entries were not enough to reach all of the function: decisions of its callees are flipped as well from here on.
  bool TakeCalleesIn() {
    if (!reuse_ || flat_ || !MissesOwn()) return false;
    flat_ = true;
    strategy_ = MakeStrategy(options_.strategy);
    for (const std::shared_ptr<SeenRun>& run : std::exchange(absorbed_, {})) {
      auto whole = std::make_shared<SeenRun>(*run);
      EntryReuse::GiveBack(*whole);
      strategy_->Absorb(whole, progress_);
    }
    return true;
  }

  /// What the run adds to what is known; whether it is anything a test would be kept for.
  bool Learn(const SeenRun& run, const model::Hits& hits) {
    bool news = false;
    for (uint32_t hit : hits) {
      if (!progress_.hits.insert(hit).second) continue;
      news = true;
      if (const auto callee = callee_of_.find(hit); callee != callee_of_.end()) Enter(callee->second);
      progress_.missing.erase(hit);
      progress_.handlers.erase(hit);
    }
    for (const Constraint& constraint : run.constraints) {
      if (constraint.IsBranch()) {
        const Progress::Direction direction = {constraint.site, constraint.held};
        // Which of many names a key is, or how long a list, tells nothing by itself.
        news |= ++progress_.directions[direction] == 1 && !constraint.IsAspect();
        if (constraint.well_typed) progress_.well_typed.insert(direction);
      } else if (!constraint.truth_test) {
        const auto [hint, first] = progress_.hints.emplace(run.names[constraint.symbol], constraint.wanted);
        const auto both = static_cast<uint16_t>(hint->second.bits() & constraint.wanted.bits());
        hint->second = both == 0 ? constraint.wanted : TypeSet::FromBits(both);
      }
    }
    return news;
  }

  void Record(const std::shared_ptr<SeenRun>& shared, const Run& run) {
    const SeenRun& seen = *shared;
    result_.inputs.push_back(
        {.input = seen.input, .representative = !seen.failed, .well_typed = IsWellTyped(seen), .news = seen.news});
    ++(seen.failed ? result_.exceptions : result_.representative);
    if (!options_.describes) return;
    DescribeEnd(run, result_.inputs.back());
    if (seen.failed) causes_.Add(run, seen);
    const size_t entries = result_.preconditions.entries().size();
    result_.preconditions.Add(seen);
    if (reuse_ && result_.preconditions.entries().size() > entries && result_.entries.size() < options_.most_entries)
      result_.entries.push_back({.input = seen.input, .run = shared});
    if (seen.news && EndedWell(seen)) NotePassed(seen);
    result_.guard.Add(seen, run);
    for (Contradiction& contradiction : Contradictions(seen)) {
      if (!contradicted_.insert(contradiction.name).second) continue;
      result_.contradictions.push_back({std::move(contradiction), seen.input});
    }
  }

  static void DescribeEnd(const Run& run, ExploredInput& input) {
    input.error = ErrorText(run.execution);
    input.where = run.where;
    const model::Event* returned = run.execution.Find(model::Event::Kind::kReturn, 1);
    if (returned != nullptr && !returned->values.empty()) input.returned = returned->values[0];
  }

  void NotePassed(const SeenRun& seen) {
    for (const Call& call : seen.path.calls) {
      if (call.site == options_.own) continue;
      Assignment passed = Passed(seen, call);
      DropAbsent(passed);
      std::vector<Assignment>& known = result_.passed[call.site];
      if (std::ranges::find(known, passed) == known.end()) known.push_back(std::move(passed));
    }
  }

  Runner& runner_;
  const ExploreOptions& options_;
  std::unique_ptr<Strategy> strategy_;
  Proposer proposer_;
  Progress progress_;
  ErrorCauses causes_;
  Exploration result_;
  /// Inputs, as JSON, with their runs where the strategy forgets them.
  std::unordered_map<std::string, std::shared_ptr<SeenRun>> tried_;
  std::unordered_set<uint64_t> paths_;
  std::unordered_map<uint32_t, size_t> callee_of_;  ///< By counter.
  std::set<size_t> entered_;
  std::set<std::string> contradicted_;
  std::optional<EntryReuse> reuse_;
  std::deque<Made> seeds_;                          ///< Not run yet.
  std::deque<Assignment> following_;                ///< Inputs that give callees what they want.
  std::deque<Assignment> reserve_;                  ///< Those that lead callees on other paths.
  std::vector<std::shared_ptr<SeenRun>> absorbed_;  ///< With decisions left to callees.
  size_t remembered_ = 0;                           ///< Bytes of all runs.
  size_t vain_guesses_ = 0;
  std::optional<Guesses> guesses_;              ///< Once inputs are to be guessed,
  std::vector<std::shared_ptr<SeenRun>> news_;  ///< and until then the runs that were news.
  bool flat_ = false;                           ///< Callees are explored with the function.
};

std::unique_ptr<Exploring> Exploring::Begin(std::string name, Runner& runner, Solver& solver, const base::Clock& clock,
                                            ExploreOptions options) {
  std::unique_ptr<Exploring> exploring(new Exploring(std::move(options)));
  exploring->explorer_ = std::make_unique<Explorer>(std::move(name), runner, solver, clock, exploring->options_);
  exploring->Add(exploring->options_.seeds);
  return exploring;
}

Exploring::Exploring(ExploreOptions options) : options_(std::move(options)) {}
Exploring::~Exploring() = default;

void Exploring::Add(std::vector<Assignment> seeds) { explorer_->Add(std::move(seeds)); }

void Exploring::Guess() { explorer_->Guess(); }

void Exploring::Cover(const model::Hits& hits) { explorer_->Cover(hits); }

const Exploration& Exploring::GoOn(size_t inputs, std::function<bool()> stop) {
  options_.inputs = inputs;
  options_.stop = std::move(stop);
  explorer_->GoOn();
  return explorer_->result();
}

Exploration Explore(std::string name, Runner& runner, Solver& solver, const base::Clock& clock,
                    const ExploreOptions& options) {
  Explorer explorer(std::move(name), runner, solver, clock, options);
  explorer.Add(options.seeds.empty() ? std::vector<Assignment>{options.start} : options.seeds);
  explorer.GoOn();
  return std::move(explorer.result());
}

}  // namespace kingbird::concolic
