// Each file of the suite is settled by itself, then all of them in one process, as runners do that load all tests
// before they run them: it runs until it has passed in every place, without the tests that failed. What fails in
// company and passes alone was harmed by a test before it, which is found by bisection and taken out. A process that
// breaks off does not say which test did it (reports lag behind), so its tests are tried in halves. Where time is
// scarce, growing batches of the best tests run first: what has passed in them is kept when the time is over.
#include "suite/suite_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

#include "emit/suite_writer.h"
#include "suite/other_node.h"

namespace kingbird::suite {
namespace {

// With less time than that the suite is run once, whole, and no file by itself.
constexpr std::chrono::seconds kHasty{5};
// With less than that it is run whole before anything else: what passes then is there whatever comes.
constexpr std::chrono::seconds kScarce{30};
// What running files by themselves leaves to that one run.
constexpr std::chrono::seconds kForWhole{3};
// A check takes about so many starts of the runner: three batches, each file in two places, the whole suite in two
// more, and the printed command. But no more than this part of the time limit, in percent.
constexpr int kStartsPerCheck = 10;
constexpr int kMostForCheck = 40;
// Tests in the first batch, and how much larger each batch is than the one before.
constexpr size_t kFirstBatch = 12;
constexpr size_t kBatchGrowth = 4;

using Part = std::vector<size_t>;

// Zones on both sides of Greenwich, with and without summer time, with minutes; languages that write numbers and
// letters in other ways. Each file runs in the first two places, the whole suite in the others.
std::vector<Place> FilePlaces() {
  Place far;
  far.time_zone = "Pacific/Auckland";
  far.language = "de_DE.UTF-8";
  far.umask = 077;
  far.crowded = true;
  return {far, Place{}};
}
std::vector<Place> WholePlaces(const std::optional<base::Path>& other_node) {
  Place root;
  root.time_zone = "America/St_Johns";
  root.language = "tr_TR.UTF-8";
  root.umask = 002;
  root.whole = true;
  root.loads_all = true;
  root.from_root = true;
  Place suite;
  suite.time_zone = "Asia/Kathmandu";
  suite.language = "ja_JP.UTF-8";
  suite.whole = true;
  suite.node = other_node.value_or(base::Path());
  return {suite, root};
}

// One run that varies as much as one can.
std::vector<Place> HastyPlaces() {
  Place place = WholePlaces(std::nullopt)[1];
  place.time_zone = FilePlaces()[0].time_zone;
  place.loads_all = false;
  place.patient = true;
  return {place};
}

/// PassingOf for several parts at a time.
base::Result<std::vector<Part>> ForAll(const std::vector<Part>& parts, int jobs,
                                       const std::function<base::Result<Part>(const Part&)>& settle) {
  std::vector<Part> settled(parts.size());
  std::mutex mutex;
  std::optional<base::Error> failure;
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < parts.size(); i = next++) {
      auto part = settle(parts[i]);
      const std::lock_guard lock(mutex);
      if (part)
        settled[i] = std::move(*part);
      else
        failure = part.error();
    }
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < std::min(static_cast<size_t>(jobs), parts.size()); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (failure) return *failure;
  return settled;
}

// The files of a suite of these tests.
std::vector<Part> PartsOf(const std::vector<SuiteTest>& tests, const Part& members, const emit::SuiteConfig& suite) {
  std::vector<emit::WrittenTest> written;
  for (size_t i : members) written.push_back(tests[i].written);
  std::vector<Part> parts;
  for (emit::SuitePart& part : emit::SuiteParts(written, suite)) parts.push_back(std::move(part.tests));
  for (Part& part : parts) {
    for (size_t& i : part) i = members[i];
  }
  return parts;
}

/// All files of a suite, each settled by itself, then together.
class Settling {
 public:
  Settling(env::Env& env, SuiteTrial& trial, const std::vector<SuiteTest>& tests, std::vector<Place> file_places,
           std::vector<Place> whole_places)
      : env_(env),
        trial_(trial),
        tests_(tests),
        file_places_(std::move(file_places)),
        whole_places_(std::move(whole_places)) {
    for (size_t i = 0; i < tests.size(); ++i) {
      if (tests[i].proven) NoteAlone({i});
    }
  }

  // When the time is over: what has passed by then, whole in one place at least, or else file by file.
  base::Result<Part> Settle(Part left) {
    if (env_.TimeLeft() < kScarce) TRY(FirstLook(left));
    // In haste the one place is that of the first look.
    if (file_places_.empty() && company_.most().size() == left.size()) return left;
    auto settled = SettleAll(left);
    if (settled.ok() || settled.error().code != base::ErrorCode::kInterrupted) return settled;
    complete_ = false;
    file_places_.clear();
    whole_places_ = HastyPlaces();
    Part some = left;
    KeepPassed(some);
    settled = SettleAll(some.empty() ? left : some);
    if (settled.ok() || settled.error().code != base::ErrorCode::kInterrupted) return settled;
    if (company_.most().empty()) {
      KeepPassed(left);
      return left;
    }
    Part together = company_.most();
    std::sort(together.begin(), together.end());
    return together;
  }
  /// Whether the suite has passed as a whole, in all places.
  bool complete() const { return complete_; }

 private:
  Part Whole(const Part& left) const {
    Part whole;
    for (const Part& part : PartsOf(tests_, left, trial_.suite())) whole.insert(whole.end(), part.begin(), part.end());
    return whole;
  }

  // The tests come best first.
  base::Status FirstLook(const Part& left) {
    std::vector<Part> batches;
    for (size_t at = 0, size = kFirstBatch; at < left.size(); at += batches.back().size(), size *= kBatchGrowth) {
      const auto begin = left.begin() + static_cast<ptrdiff_t>(at);
      batches.emplace_back(begin, begin + static_cast<ptrdiff_t>(std::min(size, left.size() - at)));
    }
    const std::vector<Place> places = HastyPlaces();
    const RunTogether run = In(places);
    Part kept;
    const base::Status status = GrowPassing(kept, std::move(batches), [&](const Part& part, size_t round) {
      return InOrderOf(part, Whole(part), run, round);
    });
    if (!status.ok() && status.error().code != base::ErrorCode::kInterrupted) return status;
    return {};
  }

  // Runs the tests in another order, and gives their ends in the order of `tests`.
  static base::Result<std::vector<TestEnd>> InOrderOf(const Part& tests, const Part& order, const RunTogether& run,
                                                      size_t round) {
    ASSIGN_OR_RETURN(std::vector<TestEnd> ends, run(order, round));
    if (ends.size() < tests.size()) return ends;
    std::vector<TestEnd> sorted;
    for (const size_t test : tests)
      sorted.push_back(ends[static_cast<size_t>(std::ranges::find(order, test) - order.begin())]);
    return sorted;
  }

  base::Result<Part> SettleAll(Part left) {
    while (true) {
      if (!file_places_.empty()) {
        ASSIGN_OR_RETURN(left, SettleFiles(std::move(left)));
      }
      const Part whole = Whole(left);
      ASSIGN_OR_RETURN(Part passing, PassingOf(whole, whole_places_.size(), In(whole_places_)));
      if (passing.size() == whole.size()) return left;
      left = std::move(passing);
      std::sort(left.begin(), left.end());
    }
  }

  RunTogether In(const std::vector<Place>& places) {
    return [this, &places](const Part& part, size_t round) -> base::Result<std::vector<TestEnd>> {
      const Place& place = places[round % places.size()];
      if (!place.whole && env_.TimeLeft() < kForWhole) return SuiteTrial::Over();
      std::vector<emit::WrittenTest> written;
      for (size_t i : part) written.push_back(tests_[i].written);
      auto ends = trial_.Run(written, place);
      if (ends.ok() && place.whole) NoteWhole(part, *ends);
      return ends;
    };
  }

  // Who failed in company once is not kept because it passes without.
  void NoteWhole(const Part& part, const std::vector<TestEnd>& ends) {
    const std::lock_guard lock(mutex_);
    company_.Note(part, ends);
    for (size_t i = 0; i < part.size() && ends.size() == part.size(); ++i) {
      if (ends[i] != TestEnd::kPassed) failed_.insert(part[i]);
      passed_.insert(part[i]);
    }
  }

  bool Passed(size_t test) const { return passed_.contains(test) && !failed_.contains(test); }
  void KeepPassed(Part& tests) const {
    std::erase_if(tests, [&](size_t test) { return !Passed(test); });
  }

  bool HavePassed(const Part& part) {
    const std::lock_guard lock(mutex_);
    return std::all_of(part.begin(), part.end(), [&](size_t i) { return alone_.contains(i); });
  }
  void NoteAlone(const Part& part) {
    alone_.insert(part.begin(), part.end());
    passed_.insert(part.begin(), part.end());
  }

  // Files whose members changed because others lost tests are confirmed once more.
  base::Result<Part> SettleFiles(Part left) {
    while (true) {
      std::vector<Part> open = PartsOf(tests_, left, trial_.suite());
      std::erase_if(open, [&](const Part& part) { return settled_.contains(part); });
      if (open.empty()) return left;
      ASSIGN_OR_RETURN(const std::vector<Part> passing, ForAll(open, env_.config.jobs, [&](const Part& part) {
                         // Tests that have passed in other company need one confirmation.
                         const bool known = HavePassed(part);
                         auto settled = PassingOf(part, known ? 1 : file_places_.size(), In(file_places_));
                         const std::lock_guard lock(mutex_);
                         if (settled.ok()) NoteAlone(*settled);
                         return settled;
                       }));
      for (size_t i = 0; i < open.size(); ++i) {
        settled_.insert(passing[i]);
        const std::set<size_t> kept(passing[i].begin(), passing[i].end());
        std::erase_if(left, [&](size_t test) {
          return std::ranges::find(open[i], test) != open[i].end() && !kept.contains(test);
        });
      }
    }
  }

  env::Env& env_;
  SuiteTrial& trial_;
  const std::vector<SuiteTest>& tests_;
  std::vector<Place> file_places_;
  std::vector<Place> whole_places_;
  std::set<Part> settled_;
  std::mutex mutex_;
  std::set<size_t> alone_;   ///< Passed without the other files.
  std::set<size_t> passed_;  ///< So, or with the others.
  std::set<size_t> failed_;  ///< With the others.
  Company company_;
  bool complete_ = true;
};

}  // namespace

void ReserveTimeForCheck(env::Env& env, const load::LoadedTarget& loaded, const emit::SuiteConfig& suite) {
  if (env.config.time_limit.count() == 0) return;
  emit::WrittenTest nothing;
  nothing.function = "nothing";
  nothing.title = "passes";
  // With several modules a file loads those that its tests name.
  nothing.body = {fmt::format("assert.ok({});", suite.modules.empty()
                                                    ? "true"
                                                    : suite.module_variable + "." + suite.modules[0].name + " !== 0")};
  SuiteTrial trial(env, loaded, suite);
  const auto begin = env.Elapsed();
  if (!trial.Prepare().ok()) return;
  const auto ends = trial.Run({nothing}, Place{});
  if (!ends.ok()) return;
  const auto start = env.Elapsed() - begin;
  env.stats.Add("check.start_ms", static_cast<double>(start.count()));
  env.ReserveForChecking(std::min(start * kStartsPerCheck, env.config.time_limit * kMostForCheck / 100));
}

base::Status KeepPassing(env::Env& env, const load::LoadedTarget& loaded, const emit::SuiteConfig& suite,
                         std::vector<SuiteTest>& tests) {
  if (tests.empty()) return {};
  SuiteTrial trial(env, loaded, suite);
  TRY(trial.Prepare());
  const bool hasty = env.TimeLeft() < kHasty;
  std::vector<Place> file_places = FilePlaces();
  std::vector<Place> whole_places = hasty ? HastyPlaces() : WholePlaces(FindOtherNode(env, loaded));
  // Calls of one class that are not asynchronous have no order to vary: the repetitions before were enough.
  const bool any_async =
      std::any_of(tests.begin(), tests.end(), [](const auto& test) { return test.written.is_async; });
  if (!any_async && loaded.subject == load::Subject::kClass) file_places.pop_back();
  // In haste one process has to do: what passes in company does so by itself, as a rule.
  if (hasty) file_places.clear();
  Part all(tests.size());
  std::iota(all.begin(), all.end(), 0);
  Settling settling(env, trial, tests, std::move(file_places), std::move(whole_places));
  ASSIGN_OR_RETURN(const Part left, settling.Settle(std::move(all)));
  env.stats.Add("suite.unstable", static_cast<double>(tests.size() - left.size()));
  env.stats.Add(settling.complete() ? "lost.failed when the whole suite was run" : kLostToTime,
                static_cast<double>(tests.size() - left.size()));
  if (hasty || !settling.complete()) env.stats.Add("suite.hasty");
  std::vector<SuiteTest> kept;
  for (size_t i : left) {
    kept.push_back(std::move(tests[i]));
    kept.back().proven = true;
  }
  tests = std::move(kept);
  return {};
}

}  // namespace kingbird::suite
