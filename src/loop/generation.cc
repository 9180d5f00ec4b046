// Turns have a fixed size whatever the number of jobs, and are absorbed in order: the same seed gives the same tests.
#include "loop/generation.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "env/run_options.h"
#include "oracle/behaviour.h"

namespace kingbird::loop {
namespace {

// The rest is for minimising, checking and writing.
constexpr double kShareOfTime = 0.5;
// Of one test in the batch lane.
constexpr std::chrono::milliseconds kScreenDeadline{150};
// Of one turn in the batch lane that get processes of their own.
constexpr size_t kMostNews = 64;

class Behaviours {
 public:
  /// Whether one of them is new.
  bool Add(const std::vector<std::string>& behaviours) {
    bool fresh = false;
    for (const std::string& behaviour : behaviours) fresh |= seen_.insert(behaviour).second;
    return fresh;
  }

 private:
  std::set<std::string> seen_;
};

class Loop {
 public:
  Loop(env::Env& env, runtime::Executor& executor, const syntax::Manifest& manifest, Generated start)
      : env_(env), executor_(executor), manifest_(manifest), result_(std::move(start)) {
    syntax::CoverageMap covered(manifest.size());
    covered.Add(result_.covered);
    covered.Add(executor.LoadHits());
    result_.covered = std::move(covered);
    keepable_covered_ = syntax::CoverageMap(manifest.size());
    keepable_covered_.Add(executor.LoadHits());
    for (const Candidate& candidate : result_.candidates) keepable_covered_.Add(candidate.hits);
    options_ = env::RunOptionsOf(env);
    options_.methods = true;
    const bool by_time = env.config.tests == 0 && env.config.time_limit.count() > 0;
    most_ = by_time ? std::numeric_limits<int>::max() : env.config.Tests();
    // One batch at least: a suite of few tests is better than none.
    options_.stop = [this] { return result_.executed > 0 && !HasTime(); };
  }

  base::Result<Generated> Run(const std::vector<Turn>& turns, const env::ProgressSink& progress) {
    NoteCurve();
    const auto start = env_.Elapsed();
    bool first = true;
    while (first || (result_.executed < most_ && HasTime() && !IsStale())) {
      for (const Turn& turn : turns) {
        if (!std::exchange(first, false) && !HasTime()) break;
        TRY(Take(turn, turns));
      }
      NoteCurve();
      progress(Progress());
    }
    result_.seconds += static_cast<double>((env_.Elapsed() - start).count()) / 1000;
    return std::move(result_);
  }

 private:
  bool HasTime() const { return !env_.Hurries(100 - static_cast<int>(100 * kShareOfTime)); }

  double SpentTime() const {
    return static_cast<double>(env_.Elapsed().count()) /
           (kShareOfTime * static_cast<double>(env_.config.time_limit.count()));
  }

  // There may be hours: what has found nothing for as long as it took to find all there is will hardly find more.
  bool IsStale() const {
    return result_.executed >= env_.config.Tests() && result_.executed >= 2 * std::max(last_reached_, 1);
  }

  Standing Where() const {
    const double tests = static_cast<double>(result_.executed) / env_.config.Tests();
    if (most_ == std::numeric_limits<int>::max()) return {result_, std::min(1.0, SpentTime())};
    return {result_, std::min(1.0, tests)};
  }

  base::Status Take(const Turn& turn, const std::vector<Turn>& turns) {
    const size_t left = static_cast<size_t>(std::max(most_ - result_.executed, 0));
    const std::vector<model::TestCase> tests =
        turn.generator->Propose(turn.screened ? turn.count : std::min(turn.count, left), Where());
    if (tests.empty()) return {};
    std::vector<size_t> chosen(tests.size());
    std::iota(chosen.begin(), chosen.end(), size_t{0});
    if (turn.screened) {
      runtime::RunOptions screening = options_;
      screening.deadline = kScreenDeadline;
      memory_.known = result_.covered.ToHits();
      ASSIGN_OR_RETURN(runtime::BatchNews news, executor_.Screen(tests, memory_, screening));
      result_.screened += static_cast<int>(news.executed);
      chosen = std::move(news.inputs);
      chosen.resize(std::min(chosen.size(), std::min(left, kMostNews)));
    }
    std::vector<model::TestCase> run;
    for (size_t i : chosen) run.push_back(tests[i]);
    ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor_.Run(run, options_));
    for (size_t i = 0; i < run.size(); ++i) {
      if (executions[i].end == model::End::kNotRun) continue;
      const Gain gain = Absorb(run[i], executions[i]);
      turn.generator->Absorb(chosen[i], executions[i], gain);
      for (const Turn& other : turns) {
        if (other.generator != turn.generator) other.generator->Watch(run[i], executions[i], gain);
      }
    }
    return {};
  }

  void NoteCost(const model::TestCase& test, const model::Execution& execution) {
    env_.stats.Add("generate.cpu_ms", execution.cpu_ms);
    env_.stats.Add("generate.wall_ms", execution.wall_ms);
    env_.stats.Add("generate.calls", model::CountCalls(test));
    env_.stats.Add(
        "generate.calls_run",
        static_cast<double>(std::count_if(execution.events.begin(), execution.events.end(),
                                          [](const auto& event) { return event.kind == model::Event::Kind::kCall; })));
    env_.stats.Add("generate.failed", execution.Failed());
    if (execution.wall_ms > 100) {
      env_.stats.Add("generate.slow");
      env_.stats.Add("generate.slow_ms", execution.wall_ms);
    }
  }

  Gain Absorb(const model::TestCase& test, const model::Execution& execution) {
    ++result_.executed;
    NoteCost(test, execution);
    std::vector<std::string> behaviours = oracle::Behaviours(test, execution);
    const bool reached = result_.covered.Add(execution.hits) > 0;
    const bool fresh = seen_.Add(behaviours) || execution.notable;
    if (reached) last_reached_ = result_.executed;
    const Gain gain = reached ? Gain::kCode : fresh ? Gain::kBehaviour : Gain::kNone;
    if (execution.machine) return gain;
    if (execution.end != model::End::kFinished) {
      ++result_.failing;
      const std::string what = behaviours.empty() ? "" : BadEndKey(test, execution);
      if (bad_ends_.insert(what).second) result_.bad_ends.push_back({test, execution, 0});
    } else if (!execution.effects.Within(env_.config.allow)) {
      result_.effects.Note(execution.effects);
    } else if (Keepable(execution.hits, behaviours) || execution.notable) {
      result_.candidates.push_back({test, execution.hits, std::move(behaviours), {}});
    }
    return gain;
  }

  /// Shows what no test before did that a suite could keep: tests that ended badly may have been there first.
  bool Keepable(const model::Hits& hits, const std::vector<std::string>& behaviours) {
    const bool reached = keepable_covered_.Add(hits) > 0;
    return keepable_seen_.Add(behaviours) || reached;
  }

  static std::string BadEndKey(const model::TestCase& test, const model::Execution& execution) {
    std::string last;
    model::ForEachCall(*test.root, [&](const model::Call& call) {
      if (execution.Find(model::Event::Kind::kCall, call.id) != nullptr) last = model::CallName(call, execution);
    });
    return std::string(model::ToString(execution.end)) + " " + oracle::ValueKind(execution.error) + " " + last;
  }

  void NoteCurve() {
    const syntax::CoverageSummary summary = syntax::Summarize(manifest_, result_.covered);
    const auto covered = static_cast<int64_t>(summary.statements.covered);
    statements_ = {covered, static_cast<int64_t>(summary.statements.total)};
    if (result_.curve.empty() || result_.curve.back().statements != covered || result_.executed >= most_) {
      result_.curve.push_back({result_.executed, covered});
    }
  }

  model::Progress Progress() const {
    model::Progress progress = env::ProgressIn(env_, "generating");
    progress.executed = result_.executed;
    progress.planned = most_ == std::numeric_limits<int>::max() ? 0 : most_;
    progress.statements = statements_;
    progress.findings = static_cast<int64_t>(result_.bad_ends.size());
    return progress;
  }

  env::Env& env_;
  runtime::Executor& executor_;
  const syntax::Manifest& manifest_;
  runtime::RunOptions options_;
  runtime::ScreenMemory memory_;
  Generated result_;
  int most_ = 0;
  int last_reached_ = 0;  // the test that last reached new code
  Behaviours seen_;
  Behaviours keepable_seen_;
  syntax::CoverageMap keepable_covered_;
  std::set<std::string> bad_ends_;
  model::Ratio statements_;
};

}  // namespace

void EffectCounts::Note(const model::Effects& effects) {
  processes += effects.processes ? 1 : 0;
  network += effects.network ? 1 : 0;
}

base::Result<Generated> Generate(env::Env& env, runtime::Executor& executor, const syntax::Manifest& manifest,
                                 const std::vector<Turn>& turns, const env::ProgressSink& progress, Generated start) {
  return Loop(env, executor, manifest, std::move(start)).Run(turns, progress);
}

}  // namespace kingbird::loop
