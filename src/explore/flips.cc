#include "explore/flips.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "env/run_options.h"
#include "explore/flip_seeds.h"
#include "explore/functions.h"

namespace kingbird::explore {
namespace {

// Of the tests or the time there are: when the rounds begin, at the earliest.
constexpr double kRounds[] = {0.25, 0.5, 0.75};
// Growth is cheaper as long as it gets on by itself: so many tests without new code, and such a part of all there were.
constexpr size_t kLeastInVain = 40;
constexpr size_t kPartInVain = 5;
constexpr size_t kFlipLoopLimit = 6;
// Where there is no time limit: of the solvers in one search, and the part of the tests that it may run.
constexpr double kMostSeconds = 2;
constexpr size_t kPartOfTests = 20;
constexpr std::chrono::milliseconds kQueryTime{500};
constexpr size_t kMostQueries = 6;  // for one flip

std::vector<uint32_t> Uncovered(const syntax::Manifest& manifest, const loop::Generated& so_far) {
  std::vector<uint32_t> counters;
  for (uint32_t counter = 0; counter < manifest.size(); ++counter) {
    if (!so_far.covered.Has(counter)) counters.push_back(counter);
  }
  return counters;
}

model::TestCase TestOf(std::vector<model::Call> calls) {
  auto root = std::make_shared<model::Callback>();
  root->body = std::move(calls);
  return {root, static_cast<int>(root->body.size()) + 1};
}

model::Call CallOf(model::Call::Kind kind, int id, model::AccessPath path) {
  model::Call call;
  call.kind = kind;
  call.id = id;
  call.path = std::move(path);
  return call;
}

/// Tests with nothing in them but inputs: every function by itself, and every method that was called on an object that
/// a constructor or function of the API had made.
std::vector<model::TestCase> BlankTests(const model::Api& api, const std::vector<loop::Candidate>& candidates) {
  using Kind = model::Call::Kind;
  std::vector<model::TestCase> tests;
  for (const model::Function& function : api.functions) {
    if (function.kind == model::Function::Kind::kMethod && !function.owner.empty()) continue;
    const bool constructs = function.kind == model::Function::Kind::kConstructor;
    tests.push_back(TestOf({CallOf(constructs ? Kind::kNew : Kind::kCall, 1, function.path)}));
  }
  std::set<std::pair<model::AccessPath, model::AccessPath>> known;
  for (const loop::Candidate& candidate : candidates) {
    const std::vector<model::Call>& body = candidate.test.root->body;
    for (const model::Call& call : body) {
      if (call.kind != Kind::kMethod || call.path.empty() || call.receiver->kind != model::Argument::Kind::kResult)
        continue;
      const auto maker = std::find_if(body.begin(), body.end(),
                                      [&](const model::Call& other) { return other.id == call.receiver->node; });
      if (maker == body.end() || (maker->kind != Kind::kNew && maker->kind != Kind::kCall)) continue;
      if (!known.emplace(maker->path, call.path).second) continue;
      model::Call method = CallOf(Kind::kMethod, 2, call.path);
      method.receiver = model::Argument::Result(1);
      tests.push_back(TestOf({CallOf(maker->kind, 1, maker->path), std::move(method)}));
    }
  }
  return tests;
}

}  // namespace

Flips::Flips(env::Env& env, const FlipTarget& target, FlipOptions options)
    : env_(env), target_(target), options_(options) {
  if (env.config.time_limit.count() > 0) return;
  const size_t part = static_cast<size_t>(env.config.Tests()) / kPartOfTests;
  options_.seeds = std::min(options_.seeds, part / 2);
  options_.inputs = std::min(options_.inputs, 2 * part);
}

Flips::~Flips() = default;

std::vector<model::TestCase> Flips::Propose(size_t count, const loop::Standing& standing) {
  const size_t in_vain = watched_ - last_reaching_;
  const bool stands = options_.all || (in_vain >= kLeastInVain && in_vain * kPartInVain >= watched_);
  if (rounds_ < std::size(kRounds) && standing.spent >= kRounds[rounds_] && stands) {
    ++rounds_;
    const base::Status status = Round(standing);
    if (!status.ok()) {
      rounds_ = std::size(kRounds);
      env_.log.Debug("no flips: {}", status.error().message);
    }
  }
  std::vector<model::TestCase> tests;
  while (tests.size() < count && !waiting_.empty()) {
    tests.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
  }
  return tests;
}

void Flips::Absorb(size_t /*i*/, const model::Execution& /*execution*/, const loop::News& news) {
  env_.stats.Add("flips.tests");
  if (news.gain == loop::Gain::kCode) env_.stats.Add("flips.reached");
}

void Flips::Watch(const model::TestCase& /*test*/, const model::Execution& /*execution*/, loop::Gain gain) {
  ++watched_;
  if (gain == loop::Gain::kCode) last_reaching_ = watched_;
}

base::Status Flips::Load() {
  if (loaded_) return {};
  load::PrepareOptions preparing;
  preparing.passes = {syntax::PassKind::kConcolic, syntax::PassKind::kCoverage};
  preparing.callable = false;
  preparing.jobs = 1;
  ASSIGN_OR_RETURN(loaded_, load::Prepare(env_, target_.target, preparing));
  ASSIGN_OR_RETURN(const base::Json answer, ListConcolic(*loaded_->executor));
  constructors_ = ConstructorsOf(answer);
  concolic::SolverOptions solving;
  solving.head_start = kQueryTime;
  solving.statistics = &statistics_;
  ASSIGN_OR_RETURN(solver_, concolic::MakeSolver(solving));
  solving.engines.clear();
  ASSIGN_OR_RETURN(quick_, concolic::MakeSolver(solving));
  return {};
}

base::Status Flips::Search(FlipRunner& runner, concolic::Solver& solver, std::chrono::nanoseconds until,
                           concolic::ExploreOptions& exploring) {
  const double solving = statistics_.time_s;
  const bool limited = env_.config.time_limit.count() > 0;
  exploring.stop = [&] {
    const bool late = limited ? env_.Elapsed() >= until : statistics_.time_s - solving > kMostSeconds;
    return env_.interrupted || late;
  };
  runner.ExpectSeeds(exploring.seeds.size());
  ASSIGN_OR_RETURN(const concolic::Exploration explored, concolic::Explore("flips", runner, solver, exploring));
  exploring.stop = nullptr;
  if (explored.failure) return *explored.failure;
  env_.stats.Add("flips.runs", static_cast<double>(explored.inputs.size()));
  env_.stats.Add("flips.queries", static_cast<double>(explored.solver.queries));
  env_.log.Debug("flips: {} seeds, {} runs, {} reach something new, {} queries ({} sat, {} unsat)",
                 exploring.seeds.size(), explored.inputs.size(), runner.reaching.size(), explored.solver.queries,
                 explored.solver.sat, explored.solver.unsat);
  for (const auto& [what, times] : explored.concretised) env_.log.Debug("flips lost {} times: {}", times, what);
  for (size_t i = exploring.seeds.size(); i < explored.inputs.size(); ++i) {
    if (explored.inputs[i].news) exploring.seeds.push_back(explored.inputs[i].input);
  }
  return {};
}

std::vector<concolic::Assignment> Flips::Seeds(const loop::Generated& so_far, FlipRunner& runner) {
  std::vector<bool> wanted = NextToUnreached(target_.manifest, so_far.covered, options_.all);
  for (uint32_t counter : asked_) wanted[counter] = false;
  std::vector<concolic::Assignment> seeds;
  SeedChooser chooser(so_far.candidates, wanted);
  while (const loop::Candidate* candidate = seeds.size() < options_.seeds ? chooser.Next() : nullptr) {
    auto seed = runner.AddSeed(candidate->test);
    if (!seed) continue;
    seeds.push_back(std::move(*seed));
    for (uint32_t counter : chooser.Take(*candidate)) asked_.insert(counter);
  }
  return seeds;
}

base::Status Flips::Round(const loop::Standing& standing) {
  TRY(Load());
  const loop::Generated& so_far = standing.so_far;
  FlipRunner runner(*loaded_, env::RunOptionsOf(env_), so_far, target_, constructors_);
  concolic::ExploreOptions exploring;
  exploring.seeds = Seeds(so_far, runner);
  if (exploring.seeds.empty() && !exhausted_) {
    // All had their turn, but there was no time for all their questions.
    asked_.clear();
    exploring.seeds = Seeds(so_far, runner);
  }
  std::vector<concolic::Assignment> blank;
  if (rounds_ == 1) {
    for (const model::TestCase& test : BlankTests(target_.api, so_far.candidates)) {
      if (exploring.seeds.size() + blank.size() >= 2 * options_.seeds) break;
      if (auto seed = runner.AddSeed(test)) blank.push_back(std::move(*seed));
    }
  }
  if (exploring.seeds.empty() && blank.empty()) return {};
  exploring.inputs = options_.inputs;
  exploring.loop_limit = kFlipLoopLimit;
  exploring.proposal = {kQueryTime, kMostQueries};
  exploring.clock = &env_.clock;
  exploring.patient = options_.all;
  exploring.plain = true;
  exploring.counters = Uncovered(target_.manifest, so_far);
  // What the search finds costs next to nothing; the engines are asked for what it leaves.
  const std::chrono::nanoseconds begin = env_.Elapsed();
  const std::chrono::nanoseconds time = env_.config.time_limit * options_.share / 100;
  if (options_.all) {
    // Each function by itself: a decision that others have seen go both ways may matter where this one leads to it.
    for (size_t i = 0; i < blank.size(); ++i) {
      concolic::ExploreOptions alone = exploring;
      alone.seeds = {blank[i]};
      TRY(Search(runner, *quick_, begin + time / 2 * (i + 1) / blank.size(), alone));
      exploring.seeds.insert(exploring.seeds.end(), alone.seeds.begin() + 1, alone.seeds.end());
    }
  }
  exploring.seeds.insert(exploring.seeds.end(), blank.begin(), blank.end());
  if (!options_.all || blank.empty()) TRY(Search(runner, *quick_, begin + time / 2, exploring));
  TRY(Search(runner, *solver_, begin + time, exploring));
  exhausted_ = env_.config.time_limit.count() > 0 && env_.Elapsed() < begin + time;
  // Where the first two rounds were in vain the third will be, too.
  if (runner.reaching.empty() && std::exchange(in_vain_, true)) rounds_ = std::size(kRounds);
  waiting_.insert(waiting_.end(), runner.reaching.begin(), runner.reaching.end());
  if (options_.all) waiting_.insert(waiting_.end(), runner.others.begin(), runner.others.end());
  return {};
}

}  // namespace kingbird::explore
