#include "suite/selection.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "env/run_options.h"
#include "oracle/behaviour.h"
#include "suite/shrinking.h"

namespace kingbird::suite {
namespace {

// Behaviours beyond coverage that a suite shows, shared evenly by the functions it has; of each function at most and at
// least so many. A suite of hundreds of functions is read and run no more gladly for being thousands of tests.
constexpr int kMostBehaviours = 400;
constexpr int kMostPerFunction = 6;
// What a test shows counts for less when a call in it fails: a call that succeeds shows the same and more.
constexpr double kFailing = 0.4;
// The same for a call without arguments that its function needs, or with some that it does not take.
constexpr double kImproper = 0.5;

// Two short tests read better than one long one.
constexpr double kLonger = 1.5;

// Runs that making all tests smaller may take, shared evenly; of each test at most and at least so many.
constexpr int kMostAttempts = 5500;
constexpr int kMostAttemptsPerTest = 24;
constexpr int kFewestAttemptsPerTest = 8;

// Percent of the time limit that are left to what comes after.
constexpr int kSlicingLeaves = 40;
constexpr int kMinimisingLeaves = 35;
constexpr size_t kBatch = 64;

// Without its requests a test of a server shows what the framework makes, and nothing of the user's own.
bool LosesRequests(const model::TestCase& before, const model::TestCase& after) {
  const auto requests = [](const model::TestCase& test) {
    return model::CountCalls(test, model::Call::Kind::kRequest);
  };
  return requests(before) > 0 && requests(after) == 0;
}

bool Keeps(const Selected& selected, const model::TestCase& test, const model::Execution& execution) {
  if (!execution.Passes() || !ReachesAll(execution.hits, selected.needed_hits)) return false;
  return oracle::HasAll(oracle::TraitsOf(test, execution), selected.needed_behaviours);
}

class Cover {
 public:
  Cover(const std::vector<loop::Candidate>& candidates, const Shown& shown, const Arities& arities)
      : candidates_(candidates), taken_(candidates.size()) {
    uint32_t highest = 0;
    const auto reach = [&](const model::Hits& hits) {
      highest = hits.empty() ? highest : std::max(highest, hits.back());
    };
    for (const loop::Candidate& candidate : candidates) {
      reach(candidate.hits);
      sizes_.push_back(std::pow(model::CountCalls(candidate.test), kLonger) /
                       (arities.AnyShort(candidate.test) || arities.AnyMisfit(candidate.test) ? kImproper : 1));
    }
    for (const model::Hits& hits : shown.hits) reach(hits);
    std::set<std::string> functions;
    for (const loop::Candidate& candidate : candidates) {
      for (const auto& [behaviour, call] : candidate.behaviours) {
        functions.insert(behaviour.function);
        if (!behaviour.failed) succeeding_.insert(behaviour.function);
      }
    }
    const auto share = kMostBehaviours / static_cast<int>(std::max<size_t>(functions.size(), 1));
    per_function_limit_ = std::clamp(share, 1, kMostPerFunction);
    covered_ = syntax::CoverageMap(highest + 1);
    for (const model::Hits& hits : shown.hits) covered_.Add(hits);
    for (const oracle::Trait& behaviour : shown.behaviours) {
      if (behaviours_.insert(behaviour).second) Count(behaviour);
    }
  }

  const std::vector<bool>& taken() const { return taken_; }

  std::vector<Selected> Run() {
    std::vector<Selected> selected;
    for (;;) {
      size_t best = candidates_.size();
      double most = 0;
      for (size_t i = 0; i < candidates_.size(); ++i) {
        const double gain = taken_[i] ? 0 : Gain(candidates_[i]) / sizes_[i];
        if (gain > most) {
          most = gain;
          best = i;
        }
      }
      if (best == candidates_.size()) return selected;
      taken_[best] = true;
      Selected next = Take(candidates_[best]);
      if (!next.needed_hits.empty() || !next.needed_behaviours.empty()) selected.push_back(std::move(next));
    }
  }

 private:
  // Coverage first; new behaviour breaks ties and carries on when coverage is exhausted.
  double Gain(const loop::Candidate& candidate) const {
    size_t gain = 8 * covered_.CountNew(candidate.hits);
    bool fails = false;
    for (const auto& [behaviour, call] : candidate.behaviours) {
      gain += behaviours_.contains(behaviour) || Full(behaviour) ? 0 : 1;
      fails = fails || behaviour.failed;
    }
    return static_cast<double>(gain) * (fails ? kFailing : 1);
  }

  // Of what a function refuses a suite shows half as much as of what it does; one where it does nothing else.
  bool Full(const oracle::Trait& behaviour) const {
    const auto it = per_function_.find(behaviour.function);
    const Shares shares = it == per_function_.end() ? Shares() : it->second;
    if (shares.all >= per_function_limit_) return true;
    const int most = succeeding_.contains(behaviour.function) ? (shares.all - shares.failures) / 2 : 1;
    return behaviour.failed && shares.failures >= most;
  }

  void Count(const oracle::Trait& behaviour) {
    Shares& shares = per_function_[behaviour.function];
    ++shares.all;
    shares.failures += behaviour.failed ? 1 : 0;
  }

  Selected Take(const loop::Candidate& candidate) {
    Selected selected;
    selected.test = candidate.test;
    for (uint32_t hit : candidate.hits) {
      if (!covered_.Has(hit)) selected.needed_hits.push_back(hit);
    }
    covered_.Add(candidate.hits);
    for (const auto& [behaviour, call] : candidate.behaviours) {
      if (Full(behaviour) || !behaviours_.insert(behaviour).second) continue;
      Count(behaviour);
      selected.needed_behaviours.push_back(behaviour);
    }
    selected.gain = static_cast<int64_t>(selected.needed_hits.size());
    return selected;
  }

  const std::vector<loop::Candidate>& candidates_;
  syntax::CoverageMap covered_;
  std::set<oracle::Trait> behaviours_;
  struct Shares {
    int all = 0;
    int failures = 0;
  };
  std::map<std::string, Shares> per_function_;
  std::set<std::string> succeeding_;  // functions that do something in some candidate
  int per_function_limit_ = kMostPerFunction;
  std::vector<bool> taken_;
  std::vector<double> sizes_;
};

runtime::RunOptions Options(const env::Env& env) {
  runtime::RunOptions options = env::RunOptionsOf(env);
  options.methods = true;
  return options;
}

}  // namespace

base::Status AddSlices(env::Env& env, std::vector<loop::Candidate>& candidates, runtime::Executor& executor) {
  std::vector<model::TestCase> slices;
  Cover cover(candidates, {{executor.LoadHits()}, {}}, {});
  cover.Run();
  // Tests that grew from the same one have slices in common.
  std::set<std::string> seen;
  for (const loop::Candidate& candidate : candidates) seen.insert(base::DumpJson(model::ToJson(candidate.test)));
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (!cover.taken()[i]) continue;
    for (model::TestCase& slice : emit::Slices(candidates[i].test)) {
      if (seen.insert(base::DumpJson(model::ToJson(slice))).second) slices.push_back(std::move(slice));
    }
  }
  env.stats.Add("select.slices", static_cast<double>(slices.size()));
  for (size_t at = 0; at < slices.size() && !env.Hurries(kSlicingLeaves); at += kBatch) {
    const std::span batch(slices.data() + at, std::min(kBatch, slices.size() - at));
    ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor.Run(batch, Options(env)));
    for (size_t i = 0; i < batch.size(); ++i) {
      if (!executions[i].Passes()) continue;
      candidates.push_back({batch[i], executions[i].hits, oracle::TraitsOf(batch[i], executions[i])});
    }
  }
  return {};
}

std::vector<Selected> Select(std::vector<loop::Candidate>& candidates, const Shown& shown, const Arities& arities) {
  Cover cover(candidates, shown, arities);
  std::vector<Selected> selected = cover.Run();
  std::vector<loop::Candidate> left;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (!cover.taken()[i]) left.push_back(std::move(candidates[i]));
  }
  candidates = std::move(left);
  return selected;
}

base::Status MinimizeAll(env::Env& env, std::vector<Selected>& tests, runtime::Executor& executor,
                         const Arities& arities, const env::ProgressSink& progress) {
  const int share = kMostAttempts / static_cast<int>(std::max<size_t>(tests.size(), 1));
  const int budget = std::clamp(share, kFewestAttemptsPerTest, kMostAttemptsPerTest);
  std::vector<emit::Minimizer> minimizers;
  for (const Selected& selected : tests) minimizers.emplace_back(selected.test, budget);
  Shrinking shrinking;
  runtime::RunOptions options = Options(env);
  options.stop = [&env] { return env.Hurries(kMinimisingLeaves); };
  shrinking.judge =
      JudgeBy(executor, options, [&](size_t i, const model::TestCase& test, const model::Execution& execution) {
        // A test without its fake may reach the same, by way of the network.
        return execution.effects.Within(env.config.allow) && !LosesRequests(tests[i].test, test) &&
               Keeps(tests[i], test, execution) && !arities.Loses(tests[i].test, test, execution);
      });
  shrinking.enough = [&] {
    progress(env::ProgressIn(env, "minimising"));
    return env.Hurries(kMinimisingLeaves);
  };
  TRY(ShrinkAll(env, minimizers, shrinking));
  for (size_t i = 0; i < tests.size(); ++i) tests[i].test = minimizers[i].test();
  return {};
}

}  // namespace kingbird::suite
