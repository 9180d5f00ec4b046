#include "explore/flips.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "env/run_options.h"
#include "explore/flip_seeds.h"
#include "explore/functions.h"

namespace kingbird::explore {
namespace {

constexpr size_t kFlipLoopLimit = 6;
constexpr size_t kAtOnce = 12;  // runs that share a process
// Where there is no time limit: of the solvers in one search, and the part of the tests that it may run.
constexpr double kMostSeconds = 2;
constexpr size_t kPartOfTests = 20;
constexpr std::chrono::milliseconds kQueryTime{150};
constexpr concolic::SearchLimits kSearch = {1500, 120'000};
constexpr size_t kMostQueries = 4;  // for one flip
constexpr size_t kUnlimited = 1'000'000;

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

FlipSchedule::Kind KindOf(const env::Env& env, const FlipOptions& options) {
  if (options.all) return FlipSchedule::Kind::kFixed;
  return env.config.time_limit.count() > 0 ? FlipSchedule::Kind::kShares : FlipSchedule::Kind::kRounds;
}

}  // namespace

Flips::Flips(env::Env& env, const FlipTarget& target, FlipOptions options)
    : env_(env), target_(target), options_(options), schedule_(KindOf(env, options), env.config.time_limit) {
  if (env.config.time_limit.count() > 0) return;
  const size_t part = static_cast<size_t>(env.config.Tests()) / kPartOfTests;
  options_.seeds = std::min(options_.seeds, part / 2);
  options_.inputs = std::min(options_.inputs, 2 * part);
}

Flips::~Flips() = default;

std::vector<model::TestCase> Flips::Propose(size_t count, const loop::Standing& standing) {
  if (IsReady(standing) && schedule_.IsDue(standing.spent, env_.Elapsed(), standing.so_far.candidates.size())) {
    const base::Status status = Round(standing);
    if (!status.ok()) {
      schedule_.Stop();
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
  schedule_.Watch(gain == loop::Gain::kCode);
}

bool Flips::IsReady(const loop::Standing& standing) {
  if (env_.config.time_limit.count() == 0 || loaded_) return true;
  if (!loading_.valid() && !schedule_.IsNear(standing.spent)) return false;
  if (!loading_.valid()) loading_ = std::async(std::launch::async, [this] { return Prepare(); });
  return loading_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

base::Result<load::LoadedTarget> Flips::Prepare() {
  load::PrepareOptions preparing;
  preparing.passes = {syntax::PassKind::kConcolic, syntax::PassKind::kCoverage};
  preparing.beside = true;
  preparing.jobs = 1;
  return load::Reload(env_, target_.target, preparing);
}

base::Status Flips::Load() {
  if (loaded_) return {};
  ASSIGN_OR_RETURN(loaded_, loading_.valid() ? loading_.get() : Prepare());
  ASSIGN_OR_RETURN(const base::Json answer, ListConcolic(*loaded_->executor));
  constructors_ = ConstructorsOf(answer);
  sites_ = std::make_unique<SiteIndex>(loaded_->stage.manifest, answer);
  texts_ = std::make_unique<FunctionTexts>(env_.package, loaded_->target.root, std::vector<ExplorableFunction>(),
                                           *sites_, false);
  runner_ = std::make_unique<FlipRunner>(*loaded_, env::RunOptionsOf(env_), target_, constructors_);
  concolic::SolverOptions solving;
  solving.head_start = kQueryTime;
  solving.statistics = &statistics_;
  solving.limits = kSearch;
  ASSIGN_OR_RETURN(solver_, concolic::MakeSolver(env_.clock, solving));
  solving.engines.clear();
  ASSIGN_OR_RETURN(quick_, concolic::MakeSolver(env_.clock, solving));
  return {};
}

std::vector<concolic::Assignment> Flips::Seeds(const loop::Generated& so_far) {
  std::vector<bool> wanted = NextToUnreached(target_.manifest, so_far.covered, options_.all);
  for (uint32_t counter : asked_) wanted[counter] = false;
  std::vector<concolic::Assignment> seeds;
  SeedChooser chooser(so_far.candidates, wanted);
  while (const loop::Candidate* candidate = seeds.size() < options_.seeds ? chooser.Next() : nullptr) {
    for (uint32_t counter : chooser.Take(*candidate)) asked_.insert(counter);
    for (const model::TestCase& test : Apart(candidate->test)) {
      if (!known_.insert(base::DumpJson(model::ToJson(test))).second) continue;
      if (auto seed = runner_->AddSeed(test)) seeds.push_back(std::move(*seed));
    }
  }
  return seeds;
}

std::vector<concolic::Assignment> Flips::Blank(const loop::Generated& so_far) {
  std::vector<concolic::Assignment> blank;
  for (const model::TestCase& test : BlankTests(target_.api, so_far.candidates)) {
    if (blank.size() >= options_.seeds) break;
    const model::AccessPath& path = test.root->body.front().path;
    if (!options_.modules.empty() && (path.empty() || !options_.modules.contains(path.front()))) continue;
    if (auto seed = runner_->AddSeed(test)) blank.push_back(std::move(*seed));
  }
  return blank;
}

concolic::ExploreOptions Flips::OptionsFor(const loop::Generated& so_far) {
  concolic::ExploreOptions exploring;
  exploring.inputs = options_.inputs;
  exploring.at_once = kAtOnce;
  exploring.loop_limit = kFlipLoopLimit;
  exploring.proposal = {kQueryTime, kMostQueries};
  exploring.patient = options_.all;
  exploring.describes = false;
  exploring.plain = true;
  exploring.counters = Uncovered(target_.manifest, so_far);
  exploring.told = [this](const concolic::Flip& flip, concolic::Outcome outcome) { TellOf(flip, outcome); };
  if (options_.all) return exploring;
  exploring.behind = [this](uint32_t site, bool direction) -> const model::Hits& {
    const auto [place, first] = behind_.try_emplace({site, direction});
    if (first) place->second = loaded_->stage.manifest.Renumber(texts_->Behind(site, direction), target_.manifest);
    return place->second;
  };
  return exploring;
}

std::function<bool()> Flips::StopAt(std::chrono::milliseconds until) {
  return [this, until, solving = statistics_.time_s, limited = env_.config.time_limit.count() > 0] {
    const bool late = limited ? env_.Elapsed() >= until : statistics_.time_s - solving > kMostSeconds;
    return env_.interrupted || late;
  };
}

void Flips::TellOf(const concolic::Flip& flip, concolic::Outcome outcome) {
  constexpr std::string_view kOutcomes[] = {"reached", "diverged", "repeated", "infeasible", "unknown"};
  const concolic::Constraint& constraint = flip.run->constraints[flip.constraints.back()];
  const SiteIndex::Place place = (*sites_)[constraint.site];
  if (!constraint.IsBranch() || place.file == nullptr) return;
  const syntax::Position& where = place.site->range.begin;
  env_.log.Debug("flip {}:{}:{} to {}{}: {}", place.file->key, where.line, where.column, !constraint.held,
                 flip.quick ? "" : " by engines", kOutcomes[static_cast<size_t>(outcome)]);
}

void Flips::Tell(const concolic::Exploration& explored) {
  env_.log.Debug(
      "flips: {} runs in all, {} of them in shared processes, {} reach something new, {} queries ({} sat, {} unsat, "
      "{:.1f} s)",
      explored.inputs.size(), runner_->together(), runner_->reaching.size(), explored.solver.queries,
      explored.solver.sat, explored.solver.unsat, explored.solver.time_s);
}

// A decision that others have seen go both ways may matter where this one leads to it.
base::Result<std::vector<concolic::Assignment>> Flips::ExploreAlone(const std::vector<concolic::Assignment>& blank,
                                                                    const loop::Generated& so_far,
                                                                    std::chrono::milliseconds until) {
  std::vector<concolic::Assignment> news;
  const auto begin = env_.Elapsed();
  for (size_t i = 0; i < blank.size(); ++i) {
    concolic::ExploreOptions alone = OptionsFor(so_far);
    alone.seeds = {blank[i]};
    alone.stop = StopAt(begin + (until - begin) * (i + 1) / blank.size());
    const concolic::Exploration explored = concolic::Explore("flips", *runner_, *quick_, env_.clock, alone);
    if (explored.failure) return *explored.failure;
    for (size_t k = 1; k < explored.inputs.size(); ++k) {
      if (explored.inputs[k].news) news.push_back(explored.inputs[k].input);
    }
  }
  return news;
}

base::Status Flips::Round(const loop::Standing& standing) {
  const loop::Generated& so_far = standing.so_far;
  const std::chrono::milliseconds began = env_.Elapsed();
  TRY(Load());
  const std::chrono::milliseconds begin = env_.Elapsed();
  const std::chrono::milliseconds until = schedule_.Until(begin);
  runner_->Cover(so_far.covered);
  std::vector<concolic::Assignment> seeds = Seeds(so_far);
  const std::vector<concolic::Assignment> blank =
      schedule_.rounds() == 0 ? Blank(so_far) : std::vector<concolic::Assignment>();
  if (options_.all) {
    ASSIGN_OR_RETURN(const auto news, ExploreAlone(blank, so_far, begin + (until - begin) / 2));
    seeds.insert(seeds.end(), news.begin(), news.end());
  }
  seeds.insert(seeds.end(), blank.begin(), blank.end());
  if (exploring_ == nullptr)
    exploring_ = concolic::Exploring::Begin("flips", *runner_, *solver_, env_.clock, OptionsFor(so_far));
  exploring_->Cover(so_far.covered.ToHits());
  exploring_->Add(std::move(seeds));
  const uint64_t questions = statistics_.queries;
  inputs_ += env_.config.time_limit.count() > 0 ? kUnlimited : options_.inputs;
  const concolic::Exploration& explored = exploring_->GoOn(inputs_, StopAt(until));
  Tell(explored);
  if (explored.failure) return *explored.failure;
  schedule_.Note({.begin = began,
                  .end = env_.Elapsed(),
                  .candidates = so_far.candidates.size(),
                  .reached = !runner_->reaching.empty(),
                  .asked = statistics_.queries > questions,
                  .exhausted = explored.exhausted});
  for (std::vector<model::TestCase>* found : {&runner_->reaching, &runner_->others}) {
    if (found == &runner_->reaching || options_.all) std::ranges::move(*found, std::back_inserter(waiting_));
    found->clear();
  }
  return {};
}

}  // namespace kingbird::explore
