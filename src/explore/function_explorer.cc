#include "explore/function_explorer.h"

#include <fmt/format.h>

#include <algorithm>

#include "env/run_options.h"
#include "explore/target_runner.h"
#include "loop/coverage_totals.h"

namespace kingbird::explore {
namespace {

/// Percent of the time limit that is left to making the suite.
constexpr int kShareOfSuite = 30;
constexpr int kShareOfReport = 3;
/// However many functions there are.
constexpr std::chrono::milliseconds kLeastTime{1000};
/// How often a place may decide on one path before its decisions are left as they are. Strategies that take every path
/// take one for each number of rounds.
constexpr size_t kLoopLimit = 8;
constexpr size_t kLoopLimitOfPaths = 3;
/// Runs of the function around that are tried.
constexpr size_t kMostAttempts = 4;
/// Where nobody has said how long it may take.
constexpr size_t kMostVainGuesses = 200;
/// However long the time limit is.
constexpr size_t kMostInputs = 20000;
/// What callers passed to a callee, where that is all that is known of it.
constexpr size_t kMostContexts = 12;

/// The inputs of a run as those of a function around the one to explore; "outer1" of its own becomes "outer2".
concolic::Assignment AsOuter(const concolic::Assignment& input) {
  concolic::Assignment outer;
  for (const auto& [name, global] : input.globals) {
    unsigned level = 0;
    const size_t colon = name.find(':');
    const bool deeper =
        name.starts_with("outer") && colon != std::string::npos && std::sscanf(name.c_str(), "outer%u:", &level) == 1;
    outer.globals[deeper ? fmt::format("outer{}{}", level + 1, name.substr(colon)) : name] = global;
  }
  outer.globals["outer1:this"] = input.self;
  for (size_t i = 0; i < input.arguments.size(); ++i) outer.globals[fmt::format("outer1:{}", i)] = input.arguments[i];
  return outer;
}

}  // namespace

bool FunctionExplorer::MustEnd() const {
  const bool suite = env_.config.write_suite && !env_.config.stub_callees && env_.config.preconditions.empty();
  return env_.interrupted || env_.TimeLeft() <= env_.config.time_limit * (suite ? kShareOfSuite : kShareOfReport) / 100;
}

void FunctionExplorer::Give(double share) {
  const std::chrono::duration<double> left = env_.TimeLeft();
  until_ = env_.Elapsed() + std::chrono::duration_cast<std::chrono::nanoseconds>(
                                std::max<std::chrono::duration<double>>(left * share, kLeastTime));
}

concolic::ExploreOptions FunctionExplorer::OptionsFor(const ExplorableFunction& function, concolic::Assignment start) {
  concolic::ExploreOptions options;
  options.strategy = env_.config.strategy;
  options.inputs = static_cast<size_t>(env_.config.inputs);
  options.coercions = env_.config.coercions;
  options.counters = function.counters;
  if (subject_.callees) {
    for (const ExplorableFunction& other : subject_.functions) options.callees.push_back(other.counters);
  }
  options.loop_limit = options.strategy == model::SearchOrder::kCover ? kLoopLimit : kLoopLimitOfPaths;
  options.start = std::move(start);
  // A method is called on something.
  if (!function.place.script) options.start.self.type = concolic::Type::kObject;
  options.stop = [this] { return MustEnd() || env_.Elapsed() >= until_; };
  if (Guesses()) options.words = subject_.texts.Words(function);
  options.parameters = function.place.parameters;
  if (env_.config.time_limit.count() == 0) options.most_vain_guesses = kMostVainGuesses;
  if (function.place.script) return options;
  // The conventional strategies begin with nothing and know nothing of the text.
  if (options.strategy == model::SearchOrder::kCover) {
    subject_.texts.Describe(function, options);
    AddNested(function, options);
  } else if (model::IsTypeAware(options.strategy)) {
    options.hints = subject_.texts.Hints(function);
    subject_.texts.DescribeShapes(function, options);
  }
  // What callees make of their arguments is for preconditions to tell (--levels), or for runs.
  const bool own = model::IsTypeAware(options.strategy) && !env_.config.stub_callees;
  concolic::Complete(own ? subject_.texts.OwnShapes(function) : options.shapes, {}, options.start);
  return options;
}

// With --levels or preconditions, functions are described by the paths that flips found.
bool FunctionExplorer::Guesses() const {
  return env_.config.strategy == model::SearchOrder::kCover && env_.config.levels == 0 && !env_.config.stub_callees &&
         env_.config.preconditions.empty();
}

// A time limit bounds the inputs by itself, unless the user has bounded them.
size_t FunctionExplorer::MostInputs() const {
  const bool chosen = env_.config.inputs != env::Config().inputs;
  return chosen || env_.config.time_limit.count() == 0 ? static_cast<size_t>(env_.config.inputs) : kMostInputs;
}

void FunctionExplorer::AddNested(const ExplorableFunction& function, concolic::ExploreOptions& options) const {
  const std::vector<ExplorableFunction>& all = subject_.functions;
  const auto index = static_cast<size_t>(&function - all.data());
  for (const ExplorableFunction& other : all) {
    std::optional<size_t> around = other.found ? std::nullopt : other.around;
    while (around && *around != index) around = all[*around].found ? std::nullopt : all[*around].around;
    if (around) options.nested.insert(options.nested.end(), other.counters.begin(), other.counters.end());
  }
}

base::Result<std::optional<FunctionExplorer::Begin>> FunctionExplorer::FindBegin(size_t index) {
  const ExplorableFunction& function = subject_.functions[index];
  if (!function.found) return FindInside(index);
  Begin begin{.place = function.place};
  begin.place.stub = env_.config.stub_callees;
  if (begin.place.stub) begin.start = function.surroundings;
  return std::optional(std::move(begin));
}

// Runs that came by where the function is made, those that ended well first, the latest first.
base::Result<std::optional<FunctionExplorer::Begin>> FunctionExplorer::FindInside(size_t index) {
  const ExplorableFunction& function = subject_.functions[index];
  if (!function.around) return std::optional<Begin>();
  TRY(Explore(*function.around));
  std::vector<const TargetRunner::Remembered*> fitting;
  for (const auto& run : runs_[*function.around]) {
    const bool made = !function.made_by || std::ranges::binary_search(run.hits, *function.made_by);
    if (made && run.there) fitting.push_back(&run);
  }
  std::ranges::reverse(fitting);
  std::stable_partition(fitting.begin(), fitting.end(), [](const auto* run) { return run->ended; });
  for (size_t i = 0; i < std::min(fitting.size(), kMostAttempts) && !MustEnd(); ++i) {
    Begin begin{.place = function.place, .start = AsOuter(fitting[i]->input)};
    begin.start.self.type = concolic::Type::kObject;
    begin.place.stub = env_.config.stub_callees;
    begin.place.outer = places_[*function.around].outer;
    begin.place.outer.push_back(subject_.functions[*function.around].place);
    TargetRunner trial(executor_, begin.place, env::RunOptionsOf(env_));
    TRY(trial.Execute(begin.start));
    if (trial.runs().front().there) return std::optional(std::move(begin));
  }
  return std::optional<Begin>();
}

base::Result<ExploredFunction> FunctionExplorer::ExploreFurther(size_t index) {
  ExploredFunction& result = explored_.at(index);
  const auto ongoing = ongoing_.find(index);
  if (ongoing == ongoing_.end()) return result;
  if (Guesses()) {
    ongoing->second->exploring->Guess();
    ongoing->second->guesses = true;
  }
  GoOn(index, *ongoing->second, result);
  return result;
}

void FunctionExplorer::GoOn(size_t index, Ongoing& ongoing, ExploredFunction& result) {
  const size_t most = ongoing.guesses ? MostInputs() : static_cast<size_t>(env_.config.inputs);
  result.exploration = ongoing.exploring->GoOn(most, [this] { return MustEnd() || env_.Elapsed() >= until_; });
  result.mismatches = ongoing.runner.mismatches();
  result.hits = ongoing.runner.hits();
  runs_[index] = ongoing.runner.runs();
  syntax::CoverageMap own(subject_.manifest.size());
  own.Add(result.hits);
  result.coverage = loop::TotalsWithin(subject_.manifest, own, subject_.functions[index].counters);
}

// Recursion is cut by the order of invocation: a function that waits for this one is not asked again.
const std::vector<concolic::CalleePath>* FunctionExplorer::EntriesOf(uint32_t site) {
  if (const auto known = entries_.find(site); known != entries_.end()) return &known->second;
  const auto at =
      std::ranges::find_if(subject_.functions, [&](const auto& each) { return each.found && each.place.site == site; });
  const auto index = static_cast<size_t>(at - subject_.functions.begin());
  const bool waits = std::ranges::find(waiting_, index) != waiting_.end();
  if (env_.config.callers_entries || at == subject_.functions.end() || waits ||
      waiting_.size() > static_cast<size_t>(env_.config.levels))
    return nullptr;
  const auto explored = Explore(index);
  return &(entries_[site] = explored.ok() ? explored->exploration.entries : std::vector<concolic::CalleePath>());
}

void FunctionExplorer::BeginWithEntries(const ExplorableFunction& function, concolic::Assignment& start) {
  for (const concolic::TextCall& call : subject_.texts.Calls(function)) {
    const auto callee = std::ranges::find_if(subject_.functions, [&](const ExplorableFunction& each) {
      return each.file == function.file && each.range == call.callee;
    });
    if (callee == subject_.functions.end() || callee->place.site == function.place.site) continue;
    const std::vector<concolic::CalleePath>* entries = EntriesOf(callee->place.site);
    if (entries != nullptr && !entries->empty()) concolic::BeginWith(entries->front().input, call, start);
  }
}

void FunctionExplorer::NoteContexts(const concolic::Exploration& caller) {
  for (const auto& [site, passed] : caller.passed) {
    std::vector<concolic::CalleePath>& entries = entries_[site];
    for (const concolic::Assignment& context : passed) {
      if (entries.size() < kMostContexts &&
          std::ranges::find(entries, context, &concolic::CalleePath::input) == entries.end())
        entries.push_back({.input = context, .run = nullptr});
    }
  }
}

base::Result<ExploredFunction> FunctionExplorer::Explore(size_t index) {
  if (const auto known = explored_.find(index); known != explored_.end()) return known->second;
  const ExplorableFunction& function = subject_.functions[index];
  ExploredFunction result;
  result.file = function.file;
  result.name = function.name;
  result.line = function.line;
  result.script = function.place.script;
  result.coverage =
      loop::TotalsWithin(subject_.manifest, syntax::CoverageMap(subject_.manifest.size()), function.counters);
  ASSIGN_OR_RETURN(const std::optional<Begin> begin, FindBegin(index));
  if (begin) {
    result.found = true;
    places_[index] = begin->place;
    FunctionPlace place = begin->place;
    place.explain = env_.config.explain;
    place.deep = Guesses();
    waiting_.push_back(index);
    place.calls = env_.config.levels > 0 && !place.stub && !place.script;
    concolic::Assignment start = begin->start;
    if (place.calls) BeginWithEntries(function, start);
    concolic::ExploreOptions options = OptionsFor(function, std::move(start));
    options.seeds = {options.start};
    if (place.calls) {
      options.known = this;
      options.own = place.site;
    }
    auto ongoing = std::make_unique<Ongoing>(TargetRunner(executor_, place, env::RunOptionsOf(env_)));
    ongoing->exploring = concolic::Exploring::Begin(function.name, ongoing->runner, *solver_, env_.clock, options);
    GoOn(index, *ongoing, result);
    waiting_.pop_back();
    if (env_.config.callers_entries) NoteContexts(result.exploration);
    const bool goes_on = !result.exploration.failure && (result.exploration.misses || !result.exploration.exhausted);
    if (goes_on) ongoing_[index] = std::move(ongoing);
  }
  return explored_.emplace(index, std::move(result)).first->second;
}

}  // namespace kingbird::explore
