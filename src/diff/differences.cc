#include "diff/differences.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "emit/stable.h"
#include "env/run_options.h"
#include "suite/shrinking.h"

namespace kingbird::diff {
namespace {

using model::Execution;
using model::FindingKind;
using model::TestCase;
using oracle::Difference;

constexpr size_t kSuspectsPerKey = 4;
constexpr size_t kMostKeys = 100;
constexpr int kVariants = 4;
constexpr int kShareLeft = 25;  // percent of the time limit, for repeating
constexpr int kRepeatingLeaves = 5;
constexpr int kFirstRepeats = 2;
// Without anything asynchronous a forked process does the same every time; a few runs show what time and chance do.
constexpr int kSynchronousRepeats = 3;
constexpr int kEndlessRepeats = 2;
constexpr int kBudget = 60;
constexpr int kEndlessBudget = 12;

DifferenceKey KeyOf(const Difference& difference) {
  return {difference.kind, difference.function, oracle::Transition(difference)};
}

using Place = std::pair<FindingKind, std::string>;

Place PlaceOf(const DifferenceKey& key) { return {key.kind, key.function}; }

/// A difference on its way through the repetitions.
struct Case {
  DifferenceKey key;
  bool at_end = false;  ///< Whatever was called last: how the test ends counts.
  bool hangs = false;
  TestCase test;
  std::vector<Execution> before;
  std::vector<Execution> after;
  std::optional<Difference> shown;
  std::optional<DifferenceKey> first;  ///< Of the earliest difference in the test.
  bool refuted = false;
};

bool Matches(const Case& item, const Difference& difference) {
  const DifferenceKey key = KeyOf(difference);
  if (!item.at_end) return key == item.key;
  return difference.at_end && key.kind == item.key.kind && key.transition == item.key.transition;
}

bool IsSynchronous(const Case& item) {
  const auto calm = [](const Execution& execution) {
    return std::all_of(execution.events.begin(), execution.events.end(),
                       [](const model::Event& event) { return event.tick == 0; });
  };
  return std::all_of(item.before.begin(), item.before.end(), calm) &&
         std::all_of(item.after.begin(), item.after.end(), calm);
}

class Confirmation {
 public:
  Confirmation(env::Env& env, PairedExecutor& both, const Side& twin, const DifferenceBook& book,
               const env::ProgressSink& progress)
      : env_(env), both_(both), twin_(twin), book_(book), progress_(progress) {}

  base::Result<Confirmed> Run() {
    ASSIGN_OR_RETURN(std::vector<Case> cases, FirstLook());
    TRY(Minimize(cases));
    TRY(Repeat(cases, env_.config.repeats));
    Confirmed confirmed;
    confirmed.flaky_dropped = dropped_;
    std::set<DifferenceKey> known;
    std::set<Place> places;
    for (const Case& item : cases) {
      if (item.refuted || *item.first != KeyOf(*item.shown)) continue;
      known.insert(*item.first);
      places.insert(PlaceOf(*item.first));
    }
    std::set<DifferenceKey> told;
    for (Case& item : cases) {
      if (item.refuted) {
        ++confirmed.flaky_dropped;
        continue;
      }
      // A difference that only ever follows another one is that other one's consequence; not all variants of the other
      // one need be among the cases.
      const DifferenceKey key = KeyOf(*item.shown);
      const bool elsewhere = PlaceOf(*item.first) != PlaceOf(key);
      if (*item.first != key && known.contains(*item.first)) continue;
      if (elsewhere && places.contains(PlaceOf(*item.first))) continue;
      if (!told.insert(key).second) continue;
      confirmed.differences.push_back(
          {std::move(item.test), std::move(*item.shown), book_.entries().at(item.key).tests});
    }
    std::stable_sort(confirmed.differences.begin(), confirmed.differences.end(), [](const auto& a, const auto& b) {
      return std::make_tuple(a.difference.function, a.difference.kind, -a.tests) <
             std::make_tuple(b.difference.function, b.difference.kind, -b.tests);
    });
    return confirmed;
  }

 private:
  // Those that most tests showed, a few of each kind and function. A test that does not end does so whatever was called
  // last, so there the function says nothing.
  std::set<DifferenceKey> Chosen() const {
    std::vector<std::pair<std::pair<bool, int>, DifferenceKey>> ranked;
    for (const auto& [key, entry] : book_.entries()) {
      ranked.push_back({{!entry.suspects.front().first, -entry.tests}, key});
    }
    std::sort(ranked.begin(), ranked.end());
    std::map<Place, int> counts;
    std::set<DifferenceKey> chosen;
    for (const auto& [rank, key] : ranked) {
      Place place = PlaceOf(key);
      if (key.kind == FindingKind::kNonTermination) place.second.clear();
      if (chosen.size() < kMostKeys && counts[place]++ < kVariants) chosen.insert(key);
    }
    return chosen;
  }

  // The first suspect of every key that a few repetitions bear out.
  base::Result<std::vector<Case>> FirstLook() {
    std::vector<Case> kept;
    std::set<DifferenceKey> open = Chosen();
    for (size_t attempt = 0; attempt < kSuspectsPerKey && !open.empty(); ++attempt) {
      std::vector<Case> cases;
      for (const DifferenceKey& key : open) {
        const DifferenceBook::Entry& entry = book_.entries().at(key);
        if (attempt >= entry.suspects.size()) continue;
        const DifferenceBook::Suspect& suspect = entry.suspects[attempt];
        cases.push_back({key, suspect.at_end, suspect.hangs, suspect.test, {}, {}, {}, {}});
      }
      if (cases.empty()) break;
      TRY(Repeat(cases, kFirstRepeats));
      for (Case& item : cases) {
        if (item.refuted) continue;
        open.erase(item.key);
        kept.push_back(std::move(item));
      }
    }
    dropped_ = static_cast<int>(open.size());
    return kept;
  }

  runtime::RunOptions Options(int repeat) const {
    runtime::RunOptions options = env::RunOptionsOf(env_);
    options.seed += static_cast<uint64_t>(repeat);
    options.coverage = false;
    return options;
  }

  // Runs every case up to `repeats` times with other random numbers; refutes it as soon as the runs do not bear it out.
  base::Status Repeat(std::vector<Case>& cases, int repeats) {
    for (Case& item : cases) {
      item.before.clear();
      item.after.clear();
    }
    for (int repeat = 0; repeat < repeats; ++repeat) {
      std::vector<size_t> open;
      std::vector<TestCase> tests;
      for (size_t i = 0; i < cases.size(); ++i) {
        const bool clear = (cases[i].key.kind == FindingKind::kNonTermination && repeat >= kEndlessRepeats) ||
                           (repeat >= kSynchronousRepeats && IsSynchronous(cases[i]));
        if (cases[i].refuted || clear) continue;
        open.push_back(i);
        tests.push_back(cases[i].test);
      }
      if (tests.empty() || (repeat >= kFirstRepeats && env_.Hurries(kRepeatingLeaves))) break;
      both_.set_twin(twin_);
      auto repeated = both_.RunBoth(tests, Options(repeat + 1));
      both_.set_twin({});
      ASSIGN_OR_RETURN(std::vector<Pair> pairs, std::move(repeated));
      for (size_t i = 0; i < open.size(); ++i) {
        Case& item = cases[open[i]];
        if (pairs[i].NotRun()) {
          item.refuted = true;
          continue;
        }
        item.hangs |= pairs[i].Hangs();
        item.before.push_back(std::move(pairs[i].before));
        if (pairs[i].again) item.before.push_back(std::move(*pairs[i].again));
        item.after.push_back(std::move(pairs[i].after));
        Judge(item);
      }
      progress_(env::ProgressIn(env_, "repeating"));
    }
    return {};
  }

  // What all runs so far agree on must still show the difference.
  void Judge(Case& item) const {
    const auto before = emit::StablePart(item.before);
    const auto after = emit::StablePart(item.after);
    item.refuted = true;
    if (!before || !after) return;
    oracle::CompareConfig config{book_.likeness(), before->unstable_nodes};
    config.unstable.insert(after->unstable_nodes.begin(), after->unstable_nodes.end());
    const auto differences = oracle::Compare(item.test, before->execution, after->execution, config);
    for (const Difference& difference : differences) {
      if (!Matches(item, difference)) continue;
      item.refuted = false;
      item.shown = difference;
      item.first = KeyOf(differences[0]);
      return;
    }
  }

  bool Shows(const TestCase& test, const Pair& pair, const Case& item) const {
    const auto differences = oracle::Compare(test, pair.before, pair.after, {book_.likeness(), {}});
    return std::any_of(differences.begin(), differences.end(),
                       [&](const Difference& difference) { return Matches(item, difference); });
  }

  base::Status Minimize(std::vector<Case>& cases) {
    std::vector<emit::Minimizer> minimizers;
    for (const Case& item : cases) {
      minimizers.emplace_back(item.test, item.hangs ? kEndlessBudget : kBudget);
    }
    suite::Shrinking shrinking;
    shrinking.judge = [&](const std::vector<TestCase>& candidates,
                          const std::vector<size_t>& owners) -> base::Result<std::vector<bool>> {
      // What hangs is given all the time there is when it is repeated.
      runtime::RunOptions options = Options(0);
      options.deadline = std::min(options.deadline, both_.Patience());
      ASSIGN_OR_RETURN(const std::vector<Pair> pairs, both_.RunBoth(candidates, options));
      std::vector<bool> kept;
      for (size_t k = 0; k < pairs.size(); ++k) kept.push_back(Shows(candidates[k], pairs[k], cases[owners[k]]));
      return kept;
    };
    shrinking.enough = [&] {
      progress_(env::ProgressIn(env_, "minimising"));
      return env_.Hurries(kShareLeft);
    };
    TRY(suite::ShrinkAll(env_, minimizers, shrinking));
    for (size_t i = 0; i < cases.size(); ++i) cases[i].test = emit::Tidy(minimizers[i].test());
    return {};
  }

  env::Env& env_;
  PairedExecutor& both_;
  const Side& twin_;
  const DifferenceBook& book_;
  const env::ProgressSink& progress_;
  int dropped_ = 0;
};

}  // namespace

bool DifferenceBook::Note(const TestCase& test, const Pair& pair) {
  const std::vector<Difference> differences = oracle::Compare(test, pair.before, pair.after, {likeness_, {}});
  if (differences.empty()) return false;
  ++differing_tests_;
  const int calls = model::CountCalls(test);
  bool fresh = false;
  std::set<DifferenceKey> seen;
  for (size_t i = 0; i < differences.size(); ++i) {
    if (!seen.insert(KeyOf(differences[i])).second) continue;
    Entry& entry = entries_[KeyOf(differences[i])];
    fresh |= entry.tests == 0;
    ++entry.tests;
    entry.suspects.push_back({test, i == 0, differences[i].at_end, pair.Hangs(), calls});
    std::stable_sort(entry.suspects.begin(), entry.suspects.end(), [](const Suspect& a, const Suspect& b) {
      return std::tuple(!a.first, a.hangs, a.calls) < std::tuple(!b.first, b.hangs, b.calls);
    });
    if (entry.suspects.size() > kSuspectsPerKey) entry.suspects.pop_back();
  }
  return fresh;
}

base::Result<Confirmed> Confirm(env::Env& env, PairedExecutor& both, const Side& twin, const DifferenceBook& book,
                                const env::ProgressSink& progress) {
  return Confirmation(env, both, twin, book, progress).Run();
}

}  // namespace kingbird::diff
