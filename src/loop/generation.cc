// Turns have a fixed size whatever the number of jobs, and are absorbed in order: the same seed gives the same tests.
#include "loop/generation.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "env/run_options.h"
#include "loop/coverage_totals.h"
#include "model/pollution.h"
#include "oracle/behaviour.h"

namespace kingbird::loop {
namespace {

constexpr int kUnbounded = std::numeric_limits<int>::max();
// Percent of the time that the first batch leaves in any case.
constexpr int kFirstBatchLeaves = 35;
// And what it leaves when Ctrl-C came first, to write and check a suite.
constexpr std::chrono::milliseconds kForWriting{1500};
// Of one test in the batch lane.
constexpr std::chrono::milliseconds kScreenDeadline{150};
// Of one test as long as there is nothing to keep and little time: where most functions do not end, some do.
constexpr std::chrono::milliseconds kFirstDeadline{300};
// Of tests as they are, that a suite of a few takes.
constexpr int kRunsForFew = 16;
// Tests at once, between looks at the clock. Each that hangs costs its deadline: a turn with so many is cut short.
constexpr size_t kAtOnce = 16;
constexpr size_t kFirstAtOnce = 4;
constexpr int kHangsPerTurn = 3;
// Tests that a turn proposes at most for each process it has, where the batch lane finds little news in them.
constexpr size_t kMostAsked = 16;

class Behaviours {
 public:
  /// Whether one of them is new.
  bool Add(const oracle::Traits& behaviours) {
    bool fresh = false;
    for (const auto& [behaviour, call] : behaviours) fresh |= seen_.insert(behaviour).second;
    return fresh;
  }

 private:
  std::set<oracle::Trait> seen_;
};

class Loop {
 public:
  Loop(env::Env& env, runtime::Executor& executor, const syntax::Manifest& manifest, const Plan& plan, Generated start)
      : env_(env), executor_(executor), manifest_(manifest), plan_(plan), result_(std::move(start)) {
    syntax::CoverageMap covered(manifest.size());
    covered.Add(result_.covered);
    covered.Add(executor.LoadHits());
    result_.covered = std::move(covered);
    keepable_.covered = syntax::CoverageMap(manifest.size());
    keepable_.covered.Add(executor.LoadHits());
    proper_ = keepable_;
    for (const Candidate& candidate : result_.candidates) keepable_.covered.Add(candidate.hits);
    options_ = env::RunOptionsOf(env);
    options_.methods = true;
    options_.stop = [this] { return !HasTime() && (!result_.candidates.empty() || !HasTimeForOne()); };
    for (const Turn& turn : plan.turns) {
      if (std::ranges::find(generators_, turn.generator) == generators_.end()) generators_.push_back(turn.generator);
    }
  }

  base::Result<Generated> Run(const env::ProgressSink& progress) {
    NoteCurve();
    const auto start = env_.Elapsed();
    bool first = true;
    while (first || (result_.executed < plan_.most_tests && HasTime() && !IsEnough())) {
      for (const Turn& turn : plan_.turns) {
        if (!std::exchange(first, false) && !HasTime()) break;
        TRY(Take(turn));
      }
      NoteCurve();
      progress(Progress());
    }
    result_.enough = IsEnough();
    result_.seconds += static_cast<double>((env_.Elapsed() - start).count()) / 1000;
    return std::move(result_);
  }

 private:
  // Until there is something to keep, or as long as there is time: a suite of few tests is better than none.
  bool HasTimeForOne() const {
    return env_.interrupted ? env_.TimeLeft() > kForWriting : !env_.Hurries(kFirstBatchLeaves);
  }
  // What is slow is slow when it is repeated for the suite, too.
  bool HasTime() const {
    const bool repeatable = env_.TimeLeft().count() > kRunsForFew * env::TestCost(env_);
    return repeatable && !env_.Hurries(100 - static_cast<int>(100 * plan_.share_of_time));
  }
  bool IsStarting() const { return env_.config.time_limit.count() > 0 && result_.candidates.empty(); }
  bool IsEnough() const { return plan_.enough && plan_.enough(result_, result_.executed - last_reached_); }

  Standing Where() const {
    const auto whole = static_cast<double>(env_.Whole().count());
    const double time = (whole - static_cast<double>(env_.TimeLeft().count())) / (plan_.share_of_time * whole);
    const double tests = static_cast<double>(result_.executed) / plan_.most_tests;
    return {result_, std::min(1.0, plan_.most_tests == kUnbounded ? time : tests)};
  }

  /// Tests to ask for: with a lane as many as give the turn the processes that it had without, by what they were
  /// before.
  size_t Asked(const Turn& turn) {
    if (turn.screening != Screening::kAdmitted || plan_.lane == nullptr) return turn.count;
    const double share = shares_.try_emplace(&turn, 1.0).first->second;
    return std::min(kMostAsked * turn.count, static_cast<size_t>(static_cast<double>(turn.count) / share));
  }

  base::Status Take(const Turn& turn) {
    const auto left = static_cast<size_t>(std::max(plan_.most_tests - result_.executed, turn.all_count ? 1 : 0));
    const bool bounded = turn.screening != Screening::kAll || turn.all_count;
    const std::vector<model::TestCase> tests =
        turn.generator->Propose(bounded ? std::min(Asked(turn), left) : turn.count, Where());
    if (tests.empty()) return {};
    ASSIGN_OR_RETURN(std::vector<size_t> chosen, Choose(turn, tests));
    if (!bounded) chosen.resize(std::min(chosen.size(), left));
    if (turn.all_count) result_.executed += static_cast<int>(tests.size());
    if (const auto share = shares_.find(&turn); share != shares_.end()) {
      const double now = static_cast<double>(chosen.size()) / static_cast<double>(tests.size());
      share->second = std::max((share->second + now) / 2, 1.0 / kMostAsked);
    }
    int hangs = 0;
    for (size_t at = 0; at < chosen.size() && hangs < kHangsPerTurn && (at == 0 || HasTime());) {
      const size_t most = IsStarting() ? kFirstAtOnce : kAtOnce;
      const std::span<const size_t> some(chosen.data() + at, std::min(most, chosen.size() - at));
      ASSIGN_OR_RETURN(const int hung, RunSome(turn, tests, some));
      hangs += hung;
      at += some.size();
    }
    return turn.generator->EndTurn();
  }

  bool IsScreened(const Turn& turn, size_t i, const model::TestCase& test) const {
    if (!options_.FitsBatchLane()) return false;
    if (turn.screening != Screening::kAdmitted) return turn.screening == Screening::kAll;
    return plan_.lane != nullptr && turn.generator->MayLeaveOut(i) && plan_.lane->Admits(test);
  }

  /// Which of them get a process: those that are not screened, and what is news to the batch lane.
  base::Result<std::vector<size_t>> Choose(const Turn& turn, const std::vector<model::TestCase>& tests) {
    std::vector<size_t> chosen;
    std::vector<size_t> screened;
    for (size_t i = 0; i < tests.size(); ++i) (IsScreened(turn, i, tests[i]) ? screened : chosen).push_back(i);
    if (screened.empty()) return chosen;
    std::vector<model::TestCase> together;
    for (size_t i : screened) together.push_back(tests[i]);
    ASSIGN_OR_RETURN(std::vector<size_t> news, Screen(turn, together));
    if (!turn.all_count) result_.screened += static_cast<int>(screened.size());
    std::vector<bool> is_news(screened.size());
    for (size_t i : news) is_news[i] = true;
    for (size_t i = 0; i < screened.size(); ++i) {
      if (!is_news[i]) turn.generator->LeaveOut(screened[i]);
    }
    news.resize(std::min(news.size(), turn.most_news));
    for (size_t i : news) chosen.push_back(screened[i]);
    std::ranges::sort(chosen);
    return chosen;
  }

  /// Which of them are news to the batch lane.
  base::Result<std::vector<size_t>> Screen(const Turn& turn, const std::vector<model::TestCase>& tests) {
    runtime::RunOptions screening = options_;
    screening.deadline = kScreenDeadline;
    screening.news_by = turn.news_by;
    // What is news is run again, by itself: that needs time as well.
    if (HasTime()) screening.stop = [this] { return !HasTime(); };
    // Outcomes of one kind say nothing about those of another.
    runtime::ScreenMemory& memory = memories_[turn.news_by];
    memory.known = result_.covered.ToHits();
    const auto begin = env_.Elapsed();
    ASSIGN_OR_RETURN(runtime::BatchNews news, executor_.Screen(tests, memory, screening));
    env_.stats.Add("screen.calls", static_cast<double>(tests.size()));
    env_.stats.Add("screen.ms", static_cast<double>((env_.Elapsed() - begin).count()));
    return std::move(news.tests);
  }

  /// In processes of their own; how many of them hung.
  base::Result<int> RunSome(const Turn& turn, const std::vector<model::TestCase>& tests,
                            std::span<const size_t> chosen) {
    std::vector<model::TestCase> run;
    for (size_t i : chosen) run.push_back(tests[i]);
    runtime::RunOptions options = options_;
    options.arguments_before = turn.arguments_before;
    if (turn.deadline.count() > 0) options.deadline = std::min(options.deadline, turn.deadline);
    if (IsStarting()) options.deadline = std::min(options.deadline, kFirstDeadline);
    ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor_.Run(run, options));
    int hangs = 0;
    for (size_t i = 0; i < run.size(); ++i) {
      if (executions[i].end == model::End::kNotRun) continue;
      hangs += executions[i].end == model::End::kTimedOut ? 1 : 0;
      if (!turn.all_count) ++result_.executed;
      if (plan_.lane != nullptr) plan_.lane->Note(run[i], executions[i]);
      const News news = Absorb(run[i], executions[i]);
      turn.generator->Absorb(chosen[i], executions[i], news);
      for (Generator* other : generators_) {
        if (other == turn.generator || other == turn.generator->Teaches()) continue;
        other->Watch(run[i], executions[i], news.gain);
      }
    }
    return hangs;
  }

  void NoteCost(const model::TestCase& test, const model::Execution& execution) {
    env_.stats.Add("generate.cpu_ms", execution.cpu_ms);
    env_.stats.Add("generate.wall_ms", execution.wall_ms);
    env_.stats.Add("generate.timed");
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

  News Absorb(const model::TestCase& test, const model::Execution& execution) {
    NoteCost(test, execution);
    oracle::Traits behaviours = oracle::TraitsOf(test, execution);
    News news;
    std::ranges::copy_if(execution.hits, std::back_inserter(news.reached),
                         [&](uint32_t hit) { return !result_.covered.Has(hit); });
    result_.covered.Add(execution.hits);
    const bool fresh = seen_.Add(behaviours) || execution.notable;
    if (!news.reached.empty()) last_reached_ = result_.executed;
    news.gain = !news.reached.empty() ? Gain::kCode : fresh ? Gain::kBehaviour : Gain::kNone;
    if (execution.depends_on_machine) return news;
    const bool finished = execution.end == model::End::kFinished;
    if (!finished || !model::PollutionsOf(execution).empty()) {
      const std::string what = behaviours.empty() ? "" : BadEndKey(test, execution);
      if (bad_ends_.insert(what).second) result_.bad_ends.push_back({test, execution, 0});
    }
    if (!finished) {
      ++result_.failing;
    } else if (!execution.effects.Within(env_.config.allow)) {
      result_.effects.Note(execution.effects);
    } else if ((execution.Passes() && Keepable(test, execution, behaviours)) || execution.notable) {
      result_.candidates.push_back({test, execution.hits, std::move(behaviours)});
    }
    return news;
  }

  /// What tests have shown that a suite could keep.
  struct Shown {
    Behaviours seen;
    syntax::CoverageMap covered;
    bool Add(const model::Hits& hits, const oracle::Traits& behaviours) {
      const bool reached = covered.Add(hits) > 0;
      return seen.Add(behaviours) || reached;
    }
  };

  /// Shows what no test before did that a suite could keep: tests that ended badly may have been there first. Or what
  /// none did that reads as well.
  bool Keepable(const model::TestCase& test, const model::Execution& execution, const oracle::Traits& behaviours) {
    const bool first = keepable_.Add(execution.hits, behaviours);
    if (!plan_.proper || !plan_.proper(test, execution)) return first;
    return proper_.Add(execution.hits, behaviours) || first;
  }

  static std::string BadEndKey(const model::TestCase& test, const model::Execution& execution) {
    std::string last;
    model::ForEachCall(*test.root, [&](const model::Call& call) {
      if (execution.Find(model::Event::Kind::kCall, call.id) != nullptr) last = model::CallName(call, execution);
    });
    std::string key =
        std::string(model::ToString(execution.end)) + " " + oracle::ValueKind(execution.error) + " " + last;
    for (const model::Pollution& pollution : model::PollutionsOf(execution)) key += " " + pollution.Holder();
    return key;
  }

  void NoteCurve() {
    statements_ = TotalsWithin(manifest_, result_.covered, plan_.goal).statements;
    if (result_.curve.empty() || result_.curve.back().statements != statements_.covered ||
        result_.executed >= plan_.most_tests) {
      env_.log.Debug("{} tests reach {} of {} statements", result_.executed, statements_.covered, statements_.total);
      result_.curve.push_back({result_.executed, statements_.covered});
    }
  }

  model::Progress Progress() const {
    model::Progress progress = env::ProgressIn(env_, "generating");
    progress.executed = result_.executed;
    progress.planned = plan_.most_tests == kUnbounded ? 0 : plan_.most_tests;
    progress.statements = statements_;
    progress.findings = static_cast<int64_t>(result_.bad_ends.size());
    return progress;
  }

  env::Env& env_;
  runtime::Executor& executor_;
  const syntax::Manifest& manifest_;
  const Plan& plan_;
  std::vector<Generator*> generators_;  // of the plan, each once
  runtime::RunOptions options_;
  std::map<runtime::NewsBy, runtime::ScreenMemory> memories_;
  std::map<const Turn*, double> shares_;  // of the tests that were asked for, those that had a process
  Generated result_;
  int last_reached_ = 0;  // the test that last reached new code
  Behaviours seen_;
  Shown keepable_;
  Shown proper_;  // of them, in tests to read
  std::set<std::string> bad_ends_;
  model::Ratio statements_;
};

}  // namespace

void EffectCounts::Note(const model::Effects& effects) {
  processes += effects.processes ? 1 : 0;
  network += effects.network ? 1 : 0;
}

Plan PlanOf(const env::Env& env, std::vector<Turn> turns) {
  Plan plan;
  plan.turns = std::move(turns);
  const bool by_time = env.config.tests == 0 && env.config.time_limit.count() > 0;
  plan.most_tests = by_time ? kUnbounded : env.config.Tests();
  // There may be hours: what has found nothing for as long as it took to find all there is will hardly find more.
  plan.enough = [least = env.config.Tests()](const Generated& so_far, int since) {
    return so_far.executed >= least && since >= so_far.executed / 2;
  };
  return plan;
}

base::Result<Generated> Generate(env::Env& env, runtime::Executor& executor, const syntax::Manifest& manifest,
                                 const Plan& plan, const env::ProgressSink& progress, Generated start) {
  return Loop(env, executor, manifest, plan, std::move(start)).Run(progress);
}

}  // namespace kingbird::loop
