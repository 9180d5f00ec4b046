#include "classes/class_generation.h"

#include <algorithm>
#include <limits>
#include <map>

#include "env/run_options.h"
#include "generate/object_builder.h"
#include "loop/coverage_totals.h"
#include "oracle/behaviour.h"
#include "oracle/engine_error.h"
#include "suite/class_shrinking.h"

namespace kingbird::classes {
namespace {

// Of the time limit; the rest is for the package's functions, for minimising, checking and writing.
constexpr double kShareOfClass = 0.7;
constexpr double kShareOfPackage = 0.35;
constexpr int kRound = 512;
constexpr int kRounds = 8;  // at least, to learn between them
// Without --stale: in one class everything is worth a longer try than in a package of many.
constexpr int kStaleClass = 12000;
constexpr int kStalePackage = 6000;
// All statements are covered, some branches are not: so many tests more.
constexpr int kStaleBranches = 512;
constexpr int kMostInferences = 4;
constexpr int kTypeErrors = 6;  // of well-typed tests in one function make its types doubtful
constexpr std::chrono::milliseconds kScreenDeadline{150};
// A test that hangs costs its deadline in both lanes. Findings are confirmed with the user's deadline later.
constexpr std::chrono::milliseconds kReplayDeadline{300};
constexpr size_t kReplays = 16;  // at once, between looks at the clock
constexpr int kHangsPerRound = 3;
constexpr int kSmallRound = 64;  // the first, and after a round with hangs

class Loop {
 public:
  Loop(env::Env& env, load::LoadedTarget& loaded, ClassStudy& study)
      : env_(env),
        executor_(*loaded.executor),
        manifest_(loaded.stage.manifest),
        study_(study),
        share_(study.only_class ? kShareOfClass : kShareOfPackage),
        builder_(study.classes, study.under_test, *study.values, {env.config.sequence_length, env.config.method, 8}),
        rng_(env.Rng("classes")),
        goal_(builder_.Goal()) {
    result_.covered = syntax::CoverageMap(manifest_.size());
    result_.covered.Add(executor_.LoadHits());
    options_ = env::RunOptionsOf(env);
    options_.methods = true;
    options_.deadline = std::min(env.config.test_deadline, kReplayDeadline);
    for (const syntax::ManifestFile& file : manifest_.files) {
      const auto first = static_cast<uint32_t>(file.offset + file.counters.StatementIndex(0));
      for (size_t i = 0; i < file.counters.statements.size(); ++i) statements_.insert(first + static_cast<uint32_t>(i));
    }
    most_ = MostTests();
  }

  const model::Hits& goal() const { return goal_; }

  base::Result<loop::Generated> Run(const env::ProgressSink& progress) {
    Point();
    const auto start = env_.Elapsed();
    // Once even if Ctrl-C came before: a suite of few tests is better than none.
    do {
      // Small rounds at first: what they find is built upon at once.
      const int size = std::min(std::max(result_.executed / 2, kSmallRound), std::max(most_ / kRounds, kSmallRound));
      TRY(Round(
          std::clamp(hangs_ > 0 ? kSmallRound : std::min(size, kRound), 1, std::max(most_ - result_.executed, 1))));
      TRY(InferAgain());
      Point();
      progress(Progress());
    } while (!Done());
    result_.seconds = static_cast<double>((env_.Elapsed() - start).count()) / 1000;
    return std::move(result_);
  }

 private:
  // Of a package's tests classes have the part that is theirs of the code not reached yet, but never more than half.
  int MostTests() const {
    if (study_.only_class) return env_.config.tests > 0 ? env_.config.tests : std::numeric_limits<int>::max();
    double all = 0;
    double own = 0;
    for (uint32_t statement : statements_) {
      if (result_.covered.Has(statement)) continue;
      ++all;
      own += std::binary_search(goal_.begin(), goal_.end(), statement) ? 1 : 0;
    }
    return static_cast<int>(env_.config.Tests() * std::min(0.5, all > 0 ? own / all : 0));
  }

  bool OutOfTime() const { return env_.Hurries(100 - static_cast<int>(100 * share_)); }

  bool Done() const {
    if (OutOfTime() || result_.executed >= most_) return true;
    bool statements = true;
    bool all = true;
    for (uint32_t counter : goal_) {
      if (result_.covered.Has(counter)) continue;
      all = false;
      statements = statements && !statements_.contains(counter);
    }
    if (!goal_.empty() && all && study_.only_class) return true;
    if (env_.config.stale > 0) return stale_ >= env_.config.stale;
    if (!goal_.empty() && statements && study_.only_class) return stale_ >= kStaleBranches;
    return stale_ >= (study_.only_class ? kStaleClass : kStalePackage);
  }

  base::Status Round(int size) {
    builder_.Weigh([&](uint32_t counter) { return result_.covered.Has(counter); });
    std::vector<generate::Built> built;
    std::vector<model::TestCase> tests;
    for (int i = 0; i < size; ++i) {
      built.push_back(builder_.Build(rng_));
      tests.push_back(built.back().test);
    }
    runtime::RunOptions screening = options_;
    screening.deadline = kScreenDeadline;
    memory_.known = result_.covered.ToHits();
    ASSIGN_OR_RETURN(const runtime::BatchNews news, executor_.Screen(tests, memory_, screening));
    result_.executed += size;
    std::map<size_t, model::Hits> paid;
    const int64_t before = reached_;
    hangs_ = 0;
    for (size_t at = 0; at < news.inputs.size() && hangs_ < kHangsPerRound && (at == 0 || !OutOfTime());
         at += kReplays) {
      const size_t end = std::min(news.inputs.size(), at + kReplays);
      std::vector<model::TestCase> replayed;
      for (size_t i = at; i < end; ++i) replayed.push_back(tests[news.inputs[i]]);
      ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor_.Run(replayed, options_));
      for (size_t i = at; i < end; ++i) {
        model::Hits gained = Absorb(built[news.inputs[i]], executions[i - at]);
        if (!gained.empty()) paid[news.inputs[i]] = std::move(gained);
        hangs_ += executions[i - at].end == model::End::kTimedOut ? 1 : 0;
      }
    }
    if (!Done()) TRY(ShrinkPaid(paid, built));
    for (size_t i = 0; i < built.size(); ++i) builder_.Report(built[i], paid.contains(i));
    stale_ = reached_ > before ? 0 : stale_ + size;
    return {};
  }

  // What is mutated later should hold nothing but what it paid for.
  base::Status ShrinkPaid(const std::map<size_t, model::Hits>& paid, std::vector<generate::Built>& built) {
    std::vector<suite::Shrinkable> shrinkable;
    for (const auto& [place, gained] : paid) shrinkable.push_back({&built[place].test, gained, {}});
    ASSIGN_OR_RETURN(std::vector<model::TestCase> smaller, suite::Shrink(shrinkable, executor_));
    size_t next = 0;
    for (const auto& [place, gained] : paid) built[place].test = std::move(smaller[next++]);
    return {};
  }

  // The counters that nothing reached before.
  model::Hits Absorb(const generate::Built& built, const model::Execution& execution) {
    std::map<std::string, int> witnesses = oracle::Witnesses(built.test, execution);
    std::vector<std::string> behaviours;
    for (const auto& [behaviour, call] : witnesses) behaviours.push_back(behaviour);
    model::Hits gained;
    for (uint32_t hit : execution.hits) {
      if (!result_.covered.Has(hit)) gained.push_back(hit);
    }
    result_.covered.Add(execution.hits);
    reached_ += static_cast<int64_t>(gained.size());
    bool fresh = !gained.empty();
    for (const std::string& behaviour : behaviours) fresh |= seen_.insert(behaviour).second;
    builder_.Learn(built.test, execution);
    if (execution.machine || execution.end == model::End::kNotRun) return gained;
    if (execution.end != model::End::kFinished) {
      ++result_.failing;
      const std::string kind = std::string(model::ToString(execution.end)) + oracle::ValueKind(execution.error);
      if (bad_ends_.insert(kind).second) result_.bad_ends.push_back({built.test, execution, 0});
    } else if (!execution.effects.Within(env_.config.allow)) {
      result_.effects.Note(execution.effects);
    } else if (fresh) {
      loop::Candidate candidate{built.test, execution.hits, std::move(behaviours), std::move(witnesses)};
      if (!env_.config.method.empty()) KeepOwn(candidate);
      result_.candidates.push_back(std::move(candidate));
    }
    if (built.well_typed) NoteErrors(built.test, execution);
    return gained;
  }

  // With --method a test is there for that method alone: what it shows of others does not count.
  void KeepOwn(loop::Candidate& candidate) const {
    model::Hits own;
    std::set_intersection(candidate.hits.begin(), candidate.hits.end(), goal_.begin(), goal_.end(),
                          std::back_inserter(own));
    candidate.hits = std::move(own);
    const std::string& method = env_.config.method;
    std::erase_if(candidate.behaviours, [&](const std::string& behaviour) {
      if (method == "constructor") return !behaviour.starts_with("new ");
      return behaviour.find("#" + method + " ") == std::string::npos &&
             behaviour.find("." + method + " ") == std::string::npos;
    });
  }

  // Errors of the engine, not those that the target throws on purpose, and not for want of an instance.
  void NoteErrors(const model::TestCase& test, const model::Execution& execution) {
    for (const model::Call& call : test.root->body) {
      const model::Event* thrown = execution.Find(model::Event::Kind::kThrow, call.id);
      if (thrown == nullptr || thrown->values.empty() || !oracle::IsEngineError(thrown->values[0])) continue;
      if (call.receiver && (thrown->values.size() < 2 || thrown->values[1].IsPrimitive())) continue;
      const std::string name = model::CallName(call, execution);
      ++type_errors_[name];
      const bool iterates = call.receiver && call.receiver->kind == model::Argument::Kind::kGlobal;
      if (!study_.only_class || iterates) continue;
      if (exceptions_.insert(name + " " + oracle::ErrorPattern(thrown->values[0])).second)
        result_.bad_ends.push_back({test, execution, call.id});
    }
  }

  // "Class#method" → the types of its parameters; functions that are not there have none.
  struct Types : std::map<std::string, std::string> {
    std::string at(const std::string& function) const {
      const auto it = find(function);
      return it == end() ? "" : it->second;
    }
  };
  Types TypesByFunction() const {
    Types types;
    for (const model::InferredType& type : ReportedTypes(study_)) types[type.function] += type.type + ";";
    return types;
  }

  static std::string NameOfCall(const loop::BadEnd& end) {
    for (const model::Call& call : end.test.root->body) {
      if (call.id == end.thrower) return model::CallName(call, end.execution);
    }
    return "";
  }

  base::Status InferAgain() {
    const bool doubtful = std::any_of(type_errors_.begin(), type_errors_.end(),
                                      [](const auto& entry) { return entry.second >= kTypeErrors; });
    if (!doubtful || inferences_ >= kMostInferences) return {};
    ++inferences_;
    for (const auto& [function, count] : type_errors_) {
      if (count >= kTypeErrors) study_.inference->Overrule(function);
    }
    type_errors_.clear();
    std::vector<const model::Class*> wanted;
    for (const model::Class& next : study_.classes) wanted.push_back(&next);
    const auto before = TypesByFunction();
    TRY(study_.inference->Infer(study_.classes, wanted));
    builder_.Adopt(study_.classes);
    // What was thrown at arguments of another type says nothing.
    const auto after = TypesByFunction();
    std::erase_if(result_.bad_ends, [&](const loop::BadEnd& end) {
      if (end.thrower == 0) return false;
      const std::string function = NameOfCall(end);
      const bool changed = before.at(function) != after.at(function);
      if (changed)
        std::erase_if(exceptions_, [&](const std::string& known) { return known.starts_with(function + " "); });
      return changed;
    });
    return {};
  }

  void Point() {
    shown_ = loop::TotalsWithin(manifest_, result_.covered, study_.only_class ? goal_ : model::Hits()).statements;
    if (!result_.curve.empty() && result_.curve.back().statements == shown_.covered) return;
    env_.log.Debug("{} tests reach {} of {} statements", result_.executed, shown_.covered, shown_.total);
    result_.curve.push_back({result_.executed, shown_.covered});
  }

  model::Progress Progress() const {
    model::Progress progress = env::ProgressIn(env_, "generating");
    progress.executed = result_.executed;
    progress.statements = shown_;
    progress.findings = static_cast<int64_t>(result_.bad_ends.size());
    return progress;
  }

  env::Env& env_;
  runtime::Executor& executor_;
  const syntax::Manifest& manifest_;
  ClassStudy& study_;
  double share_;
  int most_ = 0;
  generate::ObjectBuilder builder_;
  base::Rng rng_;
  model::Hits goal_;
  std::set<uint32_t> statements_;
  runtime::RunOptions options_;
  runtime::ScreenMemory memory_;
  loop::Generated result_;
  std::set<std::string> seen_;
  std::set<std::string> bad_ends_;
  std::set<std::string> exceptions_;
  std::map<std::string, int> type_errors_;
  int inferences_ = 0;
  int stale_ = 0;
  int hangs_ = 0;  // in the last round
  int64_t reached_ = 0;
  model::Ratio shown_;
};

}  // namespace

base::Result<loop::Generated> GenerateForClasses(env::Env& env, load::LoadedTarget& loaded, ClassStudy& study,
                                                 const env::ProgressSink& progress) {
  Loop loop(env, loaded, study);
  if (study.only_class) loaded.goal = loop.goal();
  return loop.Run(progress);
}

}  // namespace kingbird::classes
