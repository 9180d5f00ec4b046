// Each file of the suite is settled by itself: it runs until it has passed often enough, without the tests that failed.
// What fails in company and passes alone was harmed by a test before it, which is found by bisection and taken out. A
// process that breaks off does not say which test did it (reports lag behind), so its tests are tried in halves. Files
// whose members changed because others lost tests are confirmed once more.
#include "suite/suite_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

#include "base/text.h"
#include "runtime/script.h"

namespace kingbird::suite {
namespace {

constexpr int kCleanRuns = 3;
constexpr int kMostRounds = 40;
constexpr char kPending[] = "Promise resolution is still pending";
// The first run and every other is in another place: as another user with other limits, with other things behind the
// standard descriptors and the next ones taken. What a test says about its user, about the largest file, about
// descriptor 0, 1 or 17 is about the process it happened to run in. A test that writes to those would spoil the
// runner's own output; the report goes to stderr meanwhile.
constexpr char kBailOut[] = "Bail out!";
constexpr char kCrowd[] = R"JS(const fs = require('node:fs');
const file = require('node:path').join(require('node:os').tmpdir(), 'crowd.json');
fs.writeFileSync(file, '{}');
for (const standard of [0, 1]) {
  fs.closeSync(standard);
  fs.openSync(file, 'r+');
}
for (let i = 0; i < 64; i++) fs.openSync(file, 'r+');
const { readFileSync, writeSync } = fs;
process.on('exit', () => {
  if (readFileSync(file, 'utf8') !== '{}') writeSync(2, '\nBail out!\n');
});
)JS";

using Part = std::vector<size_t>;

/// A folder that holds the suite beside a node_modules with the package, as on a user's disk.
class Checker {
 public:
  Checker(env::Env& env, const load::LoadedTarget& loaded, emit::SuiteConfig suite)
      : env_(env), laboratory_(loaded), suite_(std::move(suite)) {
    suite_.format = "node";
  }

  base::Status Prepare() {
    ASSIGN_OR_RETURN(base::TempFolder folder, base::TempFolder::Make("kingbird-suite"));
    folder_.emplace(std::move(folder));
    TRY(env_.files.Write(folder_->path() / "crowd.cjs", kCrowd));
    if (laboratory_.target.kind != target::Target::Kind::kPackage) {
      // The real path: the suite's relative one does not hold in this folder.
      suite_.package = (laboratory_.target.root / laboratory_.target.entry).lexically_normal();
      return {};
    }
    const base::Path link = folder_->path() / "node_modules" / laboratory_.target.name;
    TRY(env_.files.MakeFolder(link.parent_path()));
    std::error_code code;
    std::filesystem::create_directory_symlink(laboratory_.target.root, link, code);
    return code ? base::Status(base::EnvironmentError("cannot link " + link.string())) : base::Status();
  }

  /// Thread-safe. The tests must be one part of a suite.
  base::Result<std::vector<TestEnd>> Run(const std::vector<emit::WrittenTest>& tests, bool crowded) {
    ASSIGN_OR_RETURN(const auto files, emit::WriteSuite(tests, suite_));
    const base::Path folder = folder_->path() / fmt::format("suite-{}", next_++);
    base::Path script;
    for (const auto& [name, content] : files) {
      TRY(env_.files.Write(folder / name, content));
      if (name.find(".test.") != std::string::npos) script = folder / name;
    }
    runtime::ScriptConfig config;
    config.node = laboratory_.executor->node();
    if (suite_.es_module) config.arguments.emplace_back("--preserve-symlinks");
    if (crowded) {
      config.arguments.push_back("--require=" + (folder_->path() / "crowd.cjs").string());
      config.arguments.emplace_back("--test-reporter-destination=stderr");
    }
    config.elsewhere = crowded;
    config.arguments.emplace_back("--test-reporter=tap");
    config.arguments.push_back(script.string());
    config.sandbox = laboratory_.executor->sandbox();
    config.readable = load::ReadableFolders(laboratory_.target, env_.files);
    config.readable.push_back(folder_->path());
    ASSIGN_OR_RETURN(const runtime::ScriptResult run, runtime::RunScript(config));
    env_.log.Debug("suite check {}: {} {}", script.filename().string(), run.out, run.err);
    TRY(env_.files.Remove(folder));
    // Which of the tests did it is not known: as if the process had broken off.
    if (crowded && run.err.find(kBailOut) != std::string::npos) return std::vector<TestEnd>{};
    return TapResults(crowded ? run.err : run.out);
  }

 private:
  env::Env& env_;
  const load::LoadedTarget& laboratory_;
  emit::SuiteConfig suite_;
  std::optional<base::TempFolder> folder_;
  std::atomic<int> next_ = 0;
};

/// PassingOf for several parts at a time.
base::Result<std::vector<Part>> SettleAll(const std::vector<Part>& parts, int jobs,
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
std::vector<Part> PartsOf(const std::vector<SuiteTest>& tests, const Part& members) {
  std::vector<emit::WrittenTest> written;
  for (size_t i : members) written.push_back(tests[i].written);
  std::vector<Part> parts = emit::SuiteParts(written);
  for (Part& part : parts) {
    for (size_t& i : part) i = members[i];
  }
  return parts;
}

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
base::Result<Culprit> CulpritOf(Part before, size_t victim, bool single, bool crowded, const RunTogether& run) {
  bool alone = true;
  const auto harms = [&](Part part) -> base::Result<bool> {
    part.push_back(victim);
    ASSIGN_OR_RETURN(const std::vector<TestEnd> ends, run(part, crowded));
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
base::Result<Part> GuiltyOf(const Part& tests, const Part& suspects, const Part& victims, bool crowded,
                            const RunTogether& run) {
  Part guilty;
  ASSIGN_OR_RETURN(const std::vector<TestEnd> ends, run(suspects, crowded));
  for (size_t i = 0; i < suspects.size(); ++i) {
    if (i >= ends.size() || ends[i] != TestEnd::kPassed) guilty.push_back(suspects[i]);
  }
  if (!guilty.empty()) return guilty;
  const Part before(tests.begin(), std::find(tests.begin(), tests.end(), suspects[0]));
  ASSIGN_OR_RETURN(const Culprit culprit,
                   CulpritOf(before, suspects[0], victims.size() <= before.size(), crowded, run));
  if (culprit.alone) return Part{culprit.test};
  Part harmed = victims;
  harmed.insert(harmed.begin(), culprit.test);
  ASSIGN_OR_RETURN(const std::vector<TestEnd> after, run(harmed, crowded));
  const auto passed = static_cast<size_t>(std::count(after.begin(), after.end(), TestEnd::kPassed));
  return Part{harmed.size() - passed > before.size() ? culprit.test : suspects[0]};
}

}  // namespace

std::vector<TestEnd> TapResults(const std::string& tap) {
  std::vector<TestEnd> results;
  bool innermost = false;
  for (const std::string& line : base::Split(tap, '\n')) {
    const bool ok = line.starts_with("    ok ");
    if (ok || line.starts_with("    not ok ")) {
      results.push_back(ok ? TestEnd::kPassed : TestEnd::kFailed);
      innermost = true;
    } else if (line.starts_with("ok ") || line.starts_with("not ok ")) {
      innermost = false;
    } else if (innermost && line.starts_with("      error:") && line.find(kPending) != std::string::npos) {
      results.back() = TestEnd::kCancelled;
    }
  }
  return results;
}

base::Result<std::vector<size_t>> PassingOf(std::vector<size_t> tests, int runs, const RunTogether& run) {
  int clean = 0;
  bool halved = false;
  for (int round = 0; clean < runs && !tests.empty(); ++round) {
    if (round == kMostRounds) return std::vector<size_t>{};
    const bool crowded = clean % 2 == 0;
    ASSIGN_OR_RETURN(const std::vector<TestEnd> ends, run(tests, crowded));
    if (ends.size() < tests.size()) {
      // Halves that pass by themselves and not together: one of them has to do.
      const auto middle = tests.begin() + static_cast<ptrdiff_t>(tests.size() / 2);
      const int enough = crowded ? 1 : 2;  // so that the halves run as the whole did
      ASSIGN_OR_RETURN(std::vector<size_t> first, PassingOf({tests.begin(), middle}, enough, run));
      if (!halved && tests.size() > 1) {
        ASSIGN_OR_RETURN(const std::vector<size_t> second, PassingOf({middle, tests.end()}, enough, run));
        first.insert(first.end(), second.begin(), second.end());
      }
      tests = std::move(first);
      halved = true;
      clean = 0;
      continue;
    }
    const Part suspects = SuspectsOf(tests, ends);
    clean = suspects.empty() ? clean + 1 : 0;
    if (suspects.empty()) continue;
    ASSIGN_OR_RETURN(const Part guilty, GuiltyOf(tests, suspects, NotPassed(tests, ends), crowded, run));
    std::erase_if(tests, [&](size_t test) { return Holds(guilty, test); });
  }
  return tests;
}

base::Status KeepPassing(env::Env& env, const load::LoadedTarget& loaded, const emit::SuiteConfig& suite,
                         std::vector<SuiteTest>& tests) {
  Checker checker(env, loaded, suite);
  TRY(checker.Prepare());
  // Calls of one class that are not asynchronous have no order to vary: the repetitions before were enough.
  const bool any_async =
      std::any_of(tests.begin(), tests.end(), [](const auto& test) { return test.written.is_async; });
  const int wanted = any_async || loaded.goal.empty() ? kCleanRuns : 1;
  const auto run = [&](const Part& part, bool crowded) {
    std::vector<emit::WrittenTest> written;
    for (size_t i : part) written.push_back(tests[i].written);
    return checker.Run(written, crowded);
  };
  Part left(tests.size());
  std::iota(left.begin(), left.end(), 0);
  std::set<Part> settled;
  std::set<size_t> passed;
  for (size_t i = 0; i < tests.size(); ++i) {
    if (tests[i].proven) passed.insert(i);
  }
  while (true) {
    std::vector<Part> open = PartsOf(tests, left);
    std::erase_if(open, [&](const Part& part) { return settled.contains(part); });
    if (open.empty()) break;
    ASSIGN_OR_RETURN(const std::vector<Part> passing, SettleAll(open, env.config.jobs, [&](const Part& part) {
                       // Tests that have passed in other company need one confirmation.
                       const bool known =
                           std::all_of(part.begin(), part.end(), [&](size_t i) { return passed.contains(i); });
                       return PassingOf(part, known ? 1 : wanted, run);
                     }));
    for (size_t i = 0; i < open.size(); ++i) {
      settled.insert(passing[i]);
      passed.insert(passing[i].begin(), passing[i].end());
      const std::set<size_t> kept(passing[i].begin(), passing[i].end());
      for (size_t test : open[i]) {
        if (!kept.contains(test)) std::erase(left, test);
      }
    }
  }
  env.stats.Add("suite.unstable", static_cast<double>(tests.size() - left.size()));
  std::vector<SuiteTest> kept;
  for (size_t i : left) {
    kept.push_back(std::move(tests[i]));
    kept.back().proven = true;
  }
  tests = std::move(kept);
  return {};
}

}  // namespace kingbird::suite
