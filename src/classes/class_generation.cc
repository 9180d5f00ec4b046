#include "classes/class_generation.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>

#include "classes/class_tests.h"
#include "env/run_options.h"

namespace kingbird::classes {
namespace {

// Of the time limit; the rest is for the package's functions, for minimising, checking and writing.
constexpr double kShareOfClass = 0.7;
constexpr double kShareOfPackage = 0.35;
constexpr size_t kRound = 512;
constexpr int kRounds = 8;  // at least, to learn between them
constexpr int kSmallRound = 64;
// Without --stale: in one class everything is worth a longer try than in a package of many.
constexpr int kStaleClass = 12000;
constexpr int kStalePackage = 6000;
// All statements are covered, some branches are not: so many tests more.
constexpr int kStaleBranches = 512;
// A test that hangs costs its deadline in both lanes. Findings are confirmed with the user's deadline later.
constexpr std::chrono::milliseconds kReplayDeadline{300};

std::set<uint32_t> StatementsOf(const syntax::Manifest& manifest) {
  std::set<uint32_t> statements;
  for (const syntax::ManifestFile& file : manifest.files) {
    const auto first = static_cast<uint32_t>(file.offset + file.counters.StatementIndex(0));
    for (size_t i = 0; i < file.counters.statements.size(); ++i) statements.insert(first + static_cast<uint32_t>(i));
  }
  return statements;
}

// Of a package's tests classes have the part that is theirs of the code not reached yet, but never more than half.
int TestsForClasses(const env::Env& env, const load::LoadedTarget& loaded, const model::Hits& goal,
                    const std::set<uint32_t>& statements) {
  syntax::CoverageMap covered(loaded.stage.manifest.size());
  covered.Add(loaded.executor->LoadHits());
  double all = 0;
  double own = 0;
  for (uint32_t statement : statements) {
    if (covered.Has(statement)) continue;
    ++all;
    own += std::ranges::binary_search(goal, statement) ? 1 : 0;
  }
  return static_cast<int>(env.config.Tests() * std::min(0.5, all > 0 ? own / all : 0));
}

/// Whether a class is tested enough: all of it covered, or nothing new for long.
struct Enough {
  const model::Hits& goal;
  const std::set<uint32_t>& statements;
  bool only_class = false;
  int stale = 0;  ///< Asked for by the user.

  bool operator()(const loop::Generated& so_far, int since) const {
    bool all_statements = true;
    bool all = true;
    for (uint32_t counter : goal) {
      if (so_far.covered.Has(counter)) continue;
      all = false;
      all_statements = all_statements && !statements.contains(counter);
    }
    if (!goal.empty() && all && only_class) return true;
    if (stale > 0) return since >= stale;
    if (!goal.empty() && all_statements && only_class) return since >= kStaleBranches;
    return since >= (only_class ? kStaleClass : kStalePackage);
  }
};

// With --method a test is there for that method alone: what it shows of others does not count.
void KeepOwn(const std::string& method, const model::Hits& goal, loop::Candidate& candidate) {
  model::Hits own;
  std::ranges::set_intersection(candidate.hits, goal, std::back_inserter(own));
  candidate.hits = std::move(own);
  std::set<int> calls;
  model::ForEachCall(*candidate.test.root, [&](const model::Call& call) {
    const bool constructs = call.kind == model::Call::Kind::kNew;
    if (method == "constructor" ? constructs : !constructs && !call.path.empty() && call.path.back() == method)
      calls.insert(call.id);
  });
  std::erase_if(candidate.behaviours, [&](const auto& shown) { return !calls.contains(shown.second); });
}

}  // namespace

base::Result<loop::Generated> GenerateForClasses(env::Env& env, load::LoadedTarget& loaded, ClassStudy& study,
                                                 const env::ProgressSink& progress) {
  ClassTests tests(env, study, *loaded.executor, {env.config.sequence_length, env.config.method, 8});
  const std::set<uint32_t> statements = StatementsOf(loaded.stage.manifest);
  loop::Plan plan;
  plan.enough = Enough{tests.goal(), statements, study.only_class, env.config.stale};
  if (study.only_class) {
    loaded.subject = load::Subject::kClass;
    loaded.goal = tests.goal();
    plan.goal = tests.goal();
    plan.share_of_time = kShareOfClass;
    plan.most_tests = env.config.tests > 0 ? env.config.tests : std::numeric_limits<int>::max();
  } else {
    plan.share_of_time = kShareOfPackage;
    plan.most_tests = TestsForClasses(env, loaded, tests.goal(), statements);
  }
  const auto part = static_cast<size_t>(std::max(plan.most_tests / kRounds, kSmallRound));
  loop::Turn turn{&tests, std::min(kRound, part)};
  if (env::RunOptionsOf(env).FitsBatchLane()) {
    turn.screening = loop::Screening::kAll;
    turn.all_count = true;
    turn.most_news = turn.count;
  }
  turn.deadline = kReplayDeadline;
  plan.turns = {turn};
  ASSIGN_OR_RETURN(loop::Generated generated,
                   loop::Generate(env, *loaded.executor, loaded.stage.manifest, plan, progress));
  std::ranges::copy(tests.type_errors(), std::back_inserter(generated.bad_ends));
  if (!env.config.method.empty()) {
    for (loop::Candidate& candidate : generated.candidates) KeepOwn(env.config.method, tests.goal(), candidate);
  }
  return generated;
}

}  // namespace kingbird::classes
