#include "explore/flips.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

#include "concolic/trace_codec.h"
#include "env/run_options.h"
#include "explore/functions.h"
#include "explore/input_arguments.h"
#include "explore/literal_input.h"

namespace kingbird::explore {
namespace {

// Of the tests or the time there are: when the rounds begin, at the earliest.
constexpr double kRounds[] = {0.25, 0.5, 0.75};
// Growth is cheaper as long as it gets on by itself: so many tests without new code, and such a part of all there were.
constexpr size_t kLeastInVain = 40;
constexpr size_t kPartInVain = 5;
constexpr size_t kMostArguments = 4;
constexpr size_t kArgumentsOfMethods = 2;  // at least: what they declare is not known
constexpr size_t kFlipLoopLimit = 6;
// Of the solvers in one round, where there is no time limit.
constexpr double kMostSeconds = 6;
constexpr std::chrono::milliseconds kQueryTime{500};
constexpr size_t kMostQueries = 6;  // for one flip
constexpr size_t kMostKnown = 200;  // runs of one round that are remembered

/// A test some arguments of which are inputs.
struct Template {
  struct Hole {
    int call = 0;
    size_t position = 0;
    std::string name;
  };
  model::TestCase test;
  std::vector<Hole> holes;
};

/// Whose counter each is: the innermost function; -1: none.
std::vector<int> Owners(const syntax::Manifest& manifest) {
  std::vector<int> owners(manifest.size(), -1);
  int number = 0;
  for (const syntax::ManifestFile& file : manifest.files) {
    // Outer functions come before inner ones, whose counters are among theirs.
    for (const syntax::FunctionSite& site : file.sites) {
      for (uint32_t counter : file.CountersOf(site)) owners[counter] = number;
      ++number;
    }
  }
  return owners;
}

/// Counters of functions that have unreached code: what a decision there did not do, a flip might.
std::vector<bool> NextToUnreached(const syntax::Manifest& manifest, const loop::Generated& so_far, bool all) {
  const std::vector<int> owners = Owners(manifest);
  std::set<int> unfinished;
  for (uint32_t counter = 0; counter < owners.size(); ++counter) {
    if (!so_far.covered.Has(counter)) unfinished.insert(owners[counter]);
  }
  std::vector<bool> next(owners.size());
  for (uint32_t counter = 0; counter < owners.size(); ++counter)
    next[counter] = all || (owners[counter] >= 0 && unfinished.contains(owners[counter]));
  return next;
}

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

/// A list that code looks for named members in was meant to be an object.
concolic::Input Plainer(concolic::Input input) {
  const auto is_index = [](const auto& property) {
    return property.first.find_first_not_of("0123456789") == std::string::npos;
  };
  const bool named = !std::ranges::all_of(input.properties, is_index);
  if (input.type == concolic::Type::kArray && named) {
    input.type = concolic::Type::kObject;
    std::erase_if(input.properties, is_index);
  }
  return input;
}

}  // namespace

/// Runs templates with the values of an assignment and keeps those that reach something new.
class Flips::Runner : public concolic::Runner {
 public:
  Runner(load::LoadedTarget& loaded, runtime::RunOptions options, const loop::Generated& so_far,
         const FlipTarget& target, const Constructors& constructors)
      : loaded_(loaded), options_(std::move(options)), target_(target), constructors_(constructors) {
    covered_ = so_far.covered;
  }

  /// The test as a template, if any of its arguments can be an input. Subjects count from 1.
  std::optional<concolic::Assignment> AddSeed(const model::TestCase& test) {
    Template next{test, {}};
    concolic::Assignment assignment;
    assignment.subject = static_cast<uint32_t>(templates_.size() + 1);
    for (const model::Call& call : test.root->body) AddHoles(call, next, assignment);
    if (next.holes.empty()) return std::nullopt;
    templates_.push_back(std::move(next));
    return assignment;
  }

  /// The next runs are of inputs that are known.
  void ExpectSeeds(size_t count) { seeds_ = count; }

  base::Result<concolic::Run> Execute(const concolic::Assignment& input) override {
    const bool seed = seeds_ > 0;
    if (seed) --seeds_;
    const std::string key = base::DumpJson(concolic::ToJson(input));
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    ASSIGN_OR_RETURN(concolic::Run run, RunOnce(input, seed));
    // What led on is a seed of the next search.
    if ((seed || reached_) && known_.size() < kMostKnown) known_.emplace(key, run);
    return run;
  }

  std::vector<model::TestCase> reaching;  ///< In the order found.
  std::vector<model::TestCase> others;

 private:
  base::Result<concolic::Run> RunOnce(const concolic::Assignment& input, bool seed) {
    const Template& subject = templates_[input.subject - 1];
    base::Json holes = base::Json::array();
    for (const Template::Hole& hole : subject.holes)
      holes.push_back({{"call", hole.call}, {"position", hole.position}, {"name", hole.name}});
    const base::Json job = {
        {"test", model::ToJson(subject.test)}, {"holes", holes}, {"assignment", concolic::ToJson(input)}};
    ASSIGN_OR_RETURN(std::vector<runtime::TracedRun> traced, loaded_.executor->RunTraced({&job, 1}, options_));
    concolic::Run run;
    run.execution = std::move(traced[0].execution);
    run.execution.hits = loaded_.stage.manifest.Renumber(run.execution.hits, target_.manifest);
    const auto* bytes = reinterpret_cast<const uint8_t*>(traced[0].trace.data());
    if (auto path = concolic::DecodeTrace({bytes, traced[0].trace.size()}); path.ok()) run.path = std::move(*path);
    std::optional<model::TestCase> test = Filled(subject, input);
    // What no test can say has reached nothing.
    reached_ = test && covered_.Add(run.execution.hits) > 0;
    if (test && !seed) (reached_ ? reaching : others).push_back(*std::move(test));
    return run;
  }

  void AddHoles(const model::Call& call, Template& next, concolic::Assignment& assignment) const {
    using Kind = model::Call::Kind;
    if (call.kind != Kind::kCall && call.kind != Kind::kNew && call.kind != Kind::kMethod) return;
    // What a caller leaves out is an input, too.
    size_t count = std::max(call.arguments.size(), call.kind == Kind::kMethod ? kArgumentsOfMethods : 0);
    for (const model::Function& function : target_.api.functions) {
      if (call.kind != Kind::kMethod && function.path == call.path) count = std::max(count, function.parameters.size());
    }
    for (size_t i = 0; i < std::min(count, kMostArguments); ++i) {
      const std::string name = fmt::format("test {}, call {}, argument {}", assignment.subject, call.id, i);
      if (i < call.arguments.size()) {
        if (call.arguments[i].kind != model::Argument::Kind::kLiteral) continue;
        const std::optional<concolic::Input> input = InputOf(call.arguments[i].literal);
        if (!input) continue;
        assignment.globals[name] = *input;
      }
      next.holes.push_back({call.id, i, name});
    }
  }

  std::optional<model::TestCase> Filled(const Template& subject, const concolic::Assignment& input) const {
    model::Callback root = *subject.test.root;
    InputArguments made(constructors_, subject.test.next_id);
    for (model::Call& call : std::exchange(root.body, {})) {
      for (const Template::Hole& hole : subject.holes) {
        if (hole.call == call.id) Fill(hole, input, made, call);
      }
      std::ranges::move(made.TakeCalls(), std::back_inserter(root.body));
      root.body.push_back(std::move(call));
    }
    if (made.impossible()) return std::nullopt;
    return model::TestCase{std::make_shared<model::Callback>(std::move(root)), made.NextId()};
  }

  static void Fill(const Template::Hole& hole, const concolic::Assignment& input, InputArguments& made,
                   model::Call& call) {
    const auto found = input.globals.find(hole.name);
    const bool absent = found == input.globals.end() || found->second.type == concolic::Type::kAbsent;
    if (absent && hole.position + 1 >= call.arguments.size()) {
      call.arguments.resize(std::min(call.arguments.size(), hole.position));
      return;
    }
    if (call.arguments.size() <= hole.position)
      call.arguments.resize(hole.position + 1, model::Argument::Literal(model::Value::Undefined()));
    call.arguments[hole.position] = made.Make(absent ? concolic::Input{} : Plainer(found->second));
  }

  load::LoadedTarget& loaded_;
  runtime::RunOptions options_;
  const FlipTarget& target_;
  const Constructors& constructors_;
  syntax::CoverageMap covered_;
  std::vector<Template> templates_;
  size_t seeds_ = 0;
  bool reached_ = false;                        ///< By the last run: something new.
  std::map<std::string, concolic::Run> known_;  ///< By input.
};

Flips::Flips(env::Env& env, const FlipTarget& target, FlipOptions options)
    : env_(env), target_(target), options_(options) {}

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

base::Status Flips::Search(Runner& runner, concolic::Solver& solver, std::chrono::nanoseconds until,
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

// As few tests as reach all that was reached next to unreached code: every decision there is in one of them. The one
// that reaches most of what is left goes first, of those the smallest.
std::vector<concolic::Assignment> Flips::Seeds(const loop::Generated& so_far, Runner& runner) {
  std::vector<bool> wanted = NextToUnreached(target_.manifest, so_far, options_.all);
  for (uint32_t counter : asked_) wanted[counter] = false;
  const std::vector<loop::Candidate>& candidates = so_far.candidates;
  const auto gain = [&](size_t i) {
    return std::ranges::count_if(candidates[i].hits, [&](uint32_t hit) { return wanted[hit]; });
  };
  // Gains only shrink: one that is still the largest when it is looked at again is the largest.
  using Offer = std::tuple<int64_t, int64_t, int64_t>;  // gain, calls and place, less is more
  std::priority_queue<Offer> offers;
  for (size_t i = 0; i < candidates.size(); ++i)
    offers.emplace(gain(i), -model::CountCalls(candidates[i].test), -static_cast<int64_t>(i));
  std::vector<concolic::Assignment> seeds;
  while (!offers.empty() && seeds.size() < options_.seeds) {
    const auto [before, calls, place] = offers.top();
    const auto i = static_cast<size_t>(-place);
    offers.pop();
    const int64_t now = gain(i);
    if (now == 0) continue;
    if (now < before) {
      offers.emplace(now, calls, place);
      continue;
    }
    auto seed = runner.AddSeed(candidates[i].test);
    if (!seed) continue;
    seeds.push_back(std::move(*seed));
    for (uint32_t hit : candidates[i].hits) {
      if (wanted[hit]) asked_.insert(hit);
      wanted[hit] = false;
    }
  }
  return seeds;
}

base::Status Flips::Round(const loop::Standing& standing) {
  TRY(Load());
  const loop::Generated& so_far = standing.so_far;
  Runner runner(*loaded_, env::RunOptionsOf(env_), so_far, target_, constructors_);
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
