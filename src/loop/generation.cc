// Batches have a fixed size whatever the number of jobs, and are absorbed in order: the same seed gives the same tests.
#include "loop/generation.h"

#include <algorithm>

#include "env/run_options.h"
#include "loop/uncovered_code.h"
#include "oracle/behaviour.h"

namespace kingbird::loop {
namespace {

constexpr int kBatch = 16;
// The rest is for minimising, checking and writing.
constexpr double kShareOfTime = 0.5;

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
  Loop(env::Env& env, runtime::Executor& executor, generate::TreeGrower& grower, const syntax::Manifest& manifest,
       Generated start)
      : env_(env),
        executor_(executor),
        grower_(grower),
        manifest_(manifest),
        potential_(manifest),
        rng_(env.Rng("generate")),
        result_(std::move(start)) {
    syntax::CoverageMap covered(manifest.size());
    covered.Add(result_.covered);
    covered.Add(executor.LoadHits());
    result_.covered = std::move(covered);
    keepable_covered_ = syntax::CoverageMap(manifest.size());
    keepable_covered_.Add(executor.LoadHits());
    for (const Candidate& candidate : result_.candidates) keepable_covered_.Add(candidate.hits);
    options_ = env::RunOptionsOf(env);
    options_.methods = true;
  }

  base::Result<Generated> Run(const env::ProgressSink& progress) {
    Point();
    const auto start = env_.Elapsed();
    while (result_.executed < env_.config.Tests() && (HasTime() || result_.executed == 0)) {
      const int size = std::min(kBatch, env_.config.Tests() - result_.executed);
      std::vector<generate::Grown> grown;
      std::vector<model::TestCase> tests;
      for (int i = 0; i < size; ++i) {
        grown.push_back(grower_.Grow(rng_));
        tests.push_back(grown.back().test);
      }
      ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor_.Run(tests, options_));
      for (size_t i = 0; i < grown.size(); ++i) Absorb(grown[i], executions[i]);
      grower_.Recover(potential_.Left(result_.covered));
      Point();
      progress(Progress());
    }
    result_.seconds += static_cast<double>((env_.Elapsed() - start).count()) / 1000;
    return std::move(result_);
  }

 private:
  bool HasTime() const {
    if (env_.interrupted) return false;
    if (env_.config.time_limit.count() == 0) return true;
    return env_.Elapsed().count() < kShareOfTime * static_cast<double>(env_.config.time_limit.count());
  }

  void Absorb(const generate::Grown& grown, const model::Execution& execution) {
    ++result_.executed;
    env_.stats.Add("generate.cpu_ms", execution.cpu_ms);
    env_.stats.Add("generate.wall_ms", execution.wall_ms);
    env_.stats.Add("generate.calls", model::CountCalls(grown.test));
    env_.stats.Add(
        "generate.calls_run",
        static_cast<double>(std::count_if(execution.events.begin(), execution.events.end(),
                                          [](const auto& event) { return event.kind == model::Event::Kind::kCall; })));
    env_.stats.Add("generate.failed", execution.Failed());
    if (execution.wall_ms > 100) {
      env_.stats.Add("generate.slow");
      env_.stats.Add("generate.slow_ms", execution.wall_ms);
    }
    std::vector<std::string> behaviours = oracle::Behaviours(grown.test, execution);
    if (!execution.stopped) NotePotential(grown, execution);
    const bool reached = result_.covered.Add(execution.hits) > 0;
    const bool fresh = seen_.Add(behaviours) || execution.notable;
    using generate::Gain;
    const Gain gain = reached ? Gain::kCode : fresh ? Gain::kBehaviour : Gain::kNone;
    grower_.Absorb(grown, execution.stopped ? EndOf(execution) : execution, gain);
    if (execution.machine) return;
    if (execution.end != model::End::kFinished) {
      ++result_.failing;
      const std::string what = behaviours.empty() ? "" : BadEndKey(grown.test, execution);
      if (bad_ends_.insert(what).second) result_.bad_ends.push_back({grown.test, execution, 0});
    } else if (!execution.effects.Within(env_.config.allow)) {
      result_.effects.Note(execution.effects);
    } else if (Keepable(execution.hits, behaviours) || execution.notable) {
      result_.candidates.push_back({grown.test, execution.hits, std::move(behaviours)});
    }
  }

  /// Shows what no test before did that a suite could keep: tests that ended badly may have been there first.
  bool Keepable(const model::Hits& hits, const std::vector<std::string>& behaviours) {
    const bool reached = keepable_covered_.Add(hits) > 0;
    return keepable_seen_.Add(behaviours) || reached;
  }

  void NotePotential(const generate::Grown& grown, const model::Execution& execution) {
    std::set<std::string> names;
    model::ForEachCall(*grown.test.root, [&](const model::Call& call) {
      const auto name = grown.names.find(call.id);
      if (name != grown.names.end() && execution.Find(model::Event::Kind::kCall, call.id) != nullptr)
        names.insert(name->second);
    });
    if (!names.empty()) potential_.Note(names, execution.hits);
  }

  static model::Execution EndOf(const model::Execution& execution) {
    model::Execution end;
    end.end = execution.end;
    return end;
  }

  static std::string BadEndKey(const model::TestCase& test, const model::Execution& execution) {
    std::string last;
    model::ForEachCall(*test.root, [&](const model::Call& call) {
      if (execution.Find(model::Event::Kind::kCall, call.id) != nullptr) last = model::CallName(call, execution);
    });
    return std::string(model::ToString(execution.end)) + " " + oracle::ValueKind(execution.error) + " " + last;
  }

  void Point() {
    const syntax::CoverageSummary summary = syntax::Summarize(manifest_, result_.covered);
    const auto covered = static_cast<int64_t>(summary.statements.covered);
    statements_ = {covered, static_cast<int64_t>(summary.statements.total)};
    if (result_.curve.empty() || result_.curve.back().statements != covered ||
        result_.executed >= env_.config.Tests()) {
      result_.curve.push_back({result_.executed, covered});
    }
  }

  model::Progress Progress() const {
    model::Progress progress = env::ProgressIn(env_, "generating");
    progress.executed = result_.executed;
    progress.planned = env_.config.Tests();
    progress.statements = statements_;
    progress.findings = static_cast<int64_t>(result_.bad_ends.size());
    return progress;
  }

  env::Env& env_;
  runtime::Executor& executor_;
  generate::TreeGrower& grower_;
  const syntax::Manifest& manifest_;
  UncoveredCode potential_;
  base::Rng rng_;
  runtime::RunOptions options_;
  Generated result_;
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

base::Result<Generated> Generate(env::Env& env, runtime::Executor& executor, generate::TreeGrower& grower,
                                 const syntax::Manifest& manifest, const env::ProgressSink& progress, Generated start) {
  return Loop(env, executor, grower, manifest, std::move(start)).Run(progress);
}

}  // namespace kingbird::loop
