// What fails in company and passes alone was harmed by a test before it. A process that breaks off does not say which
// test did it (reports lag behind), so its tests are tried in halves.
#include "suite/passing.h"

#include <algorithm>

namespace kingbird::suite {
namespace {

constexpr int kMostRounds = 40;

using Part = std::vector<size_t>;

bool Holds(const Part& part, size_t test) { return std::find(part.begin(), part.end(), test) != part.end(); }

Part NotPassed(const Part& tests, const std::vector<TestEnd>& ends) {
  Part rest;
  for (size_t i = 0; i < tests.size(); ++i) {
    if (ends[i] != TestEnd::kPassed) rest.push_back(tests[i]);
  }
  return rest;
}

// Behind the first that was cancelled nothing is known.
Part SuspectsOf(const Part& tests, const std::vector<TestEnd>& ends) {
  Part suspects;
  for (size_t i = 0; i < tests.size(); ++i) {
    if (ends[i] != TestEnd::kPassed) suspects.push_back(tests[i]);
    if (ends[i] == TestEnd::kCancelled) break;
  }
  return suspects;
}

struct Culprit {
  size_t test;
  bool alone;  ///< No other test harms the victim.
};

// A test of `before` after which `victim` does not pass; `victim` itself when there is none, or no single one and only
// such is wanted.
base::Result<Culprit> CulpritOf(Part before, size_t victim, bool single, size_t round, const RunTogether& run) {
  bool alone = true;
  const auto harms = [&](Part part) -> base::Result<bool> {
    part.push_back(victim);
    ASSIGN_OR_RETURN(const std::vector<TestEnd> ends, run(part, round));
    return ends.size() < part.size() || ends.back() != TestEnd::kPassed;
  };
  // What the first half does not do the second must; whether it is true of what is left is asked at the end.
  while (before.size() > 1) {
    const auto middle = before.begin() + static_cast<ptrdiff_t>(before.size() / 2);
    Part first(before.begin(), middle);
    before.erase(before.begin(), middle);
    ASSIGN_OR_RETURN(const bool first_harms, harms(first));
    if (!first_harms) continue;
    ASSIGN_OR_RETURN(const bool second_harms, harms(before));
    if (second_harms && single) return Culprit{victim, true};
    alone &= !second_harms;
    before = std::move(first);
  }
  if (before.empty()) return Culprit{victim, true};
  ASSIGN_OR_RETURN(const bool harmful, harms(before));
  return Culprit{harmful ? before[0] : victim, alone || !harmful};
}

// Of a run that `victims` did not pass: the suspects that fail without the others, else a test that harms the first of
// them. Where several do, the fewer go: the victim, because it wants a process where nothing has happened yet, or those
// before it that harm many. Never empty.
base::Result<Part> GuiltyOf(const Part& tests, const Part& suspects, const Part& victims, size_t round,
                            const RunTogether& run) {
  Part guilty;
  ASSIGN_OR_RETURN(const std::vector<TestEnd> ends, run(suspects, round));
  for (size_t i = 0; i < suspects.size(); ++i) {
    if (i >= ends.size() || ends[i] != TestEnd::kPassed) guilty.push_back(suspects[i]);
  }
  if (!guilty.empty()) return guilty;
  const Part before(tests.begin(), std::find(tests.begin(), tests.end(), suspects[0]));
  ASSIGN_OR_RETURN(const Culprit culprit, CulpritOf(before, suspects[0], victims.size() <= before.size(), round, run));
  if (culprit.alone) return Part{culprit.test};
  Part harmed = victims;
  harmed.insert(harmed.begin(), culprit.test);
  ASSIGN_OR_RETURN(const std::vector<TestEnd> after, run(harmed, round));
  const auto passed = static_cast<size_t>(std::count(after.begin(), after.end(), TestEnd::kPassed));
  return Part{harmed.size() - passed > before.size() ? culprit.test : suspects[0]};
}

}  // namespace

base::Result<std::vector<size_t>> PassingOf(std::vector<size_t> tests, size_t rounds, const RunTogether& run) {
  size_t clean = 0;
  bool halved = false;
  for (int tries = 0; clean < rounds && !tests.empty(); ++tries) {
    if (tries == kMostRounds) return std::vector<size_t>{};
    ASSIGN_OR_RETURN(const std::vector<TestEnd> ends, run(tests, clean));
    if (ends.size() < tests.size()) {
      if (tests.size() == 1) return std::vector<size_t>{};
      const auto middle = tests.begin() + static_cast<ptrdiff_t>(tests.size() / 2);
      const size_t enough = clean + 1;  // so that the halves run as the whole did
      ASSIGN_OR_RETURN(std::vector<size_t> first, PassingOf({tests.begin(), middle}, enough, run));
      if (halved) {
        // Halves that pass by themselves and not together: the second gives way as far as it must.
        TRY(GrowPassing(first, {{middle, tests.end()}}, [&](const Part& part, size_t) { return run(part, clean); }));
        std::erase_if(tests, [&](size_t test) { return !Holds(first, test); });
      } else {
        ASSIGN_OR_RETURN(const std::vector<size_t> second, PassingOf({middle, tests.end()}, enough, run));
        first.insert(first.end(), second.begin(), second.end());
        tests = std::move(first);
      }
      halved = true;
      clean = 0;
      continue;
    }
    const Part suspects = SuspectsOf(tests, ends);
    const size_t round = clean;
    clean = suspects.empty() ? clean + 1 : 0;
    if (suspects.empty()) continue;
    ASSIGN_OR_RETURN(const Part guilty, GuiltyOf(tests, suspects, NotPassed(tests, ends), round, run));
    std::erase_if(tests, [&](size_t test) { return Holds(guilty, test); });
  }
  return tests;
}

base::Status GrowPassing(std::vector<size_t>& kept, std::vector<std::vector<size_t>> chunks, const RunTogether& run) {
  std::ranges::reverse(chunks);
  while (!chunks.empty()) {
    const Part chunk = std::move(chunks.back());
    chunks.pop_back();
    if (chunk.empty()) continue;
    Part together = kept;
    together.insert(together.end(), chunk.begin(), chunk.end());
    std::ranges::sort(together);
    ASSIGN_OR_RETURN(const std::vector<TestEnd> ends, run(together, 0));
    const Part failed = ends.size() < together.size() ? Part() : NotPassed(together, ends);
    if (ends.size() == together.size() && failed.empty()) {
      kept = std::move(together);
      continue;
    }
    Part rest = chunk;
    std::erase_if(rest, [&](size_t test) { return Holds(failed, test); });
    const bool only_own = std::ranges::none_of(failed, [&](size_t test) { return Holds(kept, test); });
    if (rest.size() < chunk.size() && only_own) {
      chunks.push_back(std::move(rest));
    } else if (chunk.size() > 1) {
      const auto middle = chunk.begin() + static_cast<ptrdiff_t>(chunk.size() / 2);
      chunks.emplace_back(middle, chunk.end());
      chunks.emplace_back(chunk.begin(), middle);
    }
  }
  return {};
}

void Company::Note(const std::vector<size_t>& tests, const std::vector<TestEnd>& ends) {
  const bool all = ends.size() == tests.size() &&
                   std::all_of(ends.begin(), ends.end(), [](TestEnd end) { return end == TestEnd::kPassed; });
  if (all && tests.size() > most_.size()) most_ = tests;
}

}  // namespace kingbird::suite
