#include "explore/families.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace kingbird::explore {
namespace {

concolic::SolverOptions SolversOf(const env::Env& env, concolic::SolverStatistics& statistics) {
  concolic::SolverOptions options;
  options.statistics = &statistics;
  switch (env.config.solvers) {
    case env::Solvers::kBoth:
      break;
    case env::Solvers::kZ3:
      options.engines = {"z3"};
      break;
    case env::Solvers::kCvc5:
      options.engines = {"cvc5"};
      break;
    case env::Solvers::kNone:
      options.engines.clear();
      break;
  }
  return options;
}

size_t MissingOf(const ExploredFunction& explored) {
  return static_cast<size_t>(explored.coverage.branches.total - explored.coverage.branches.covered) + 1;
}

}  // namespace

/// What the lanes share while they explore.
class Families::Work {
 public:
  Work(Families& all, const std::function<void(size_t)>& tell) : all_(all), tell_(tell), results(all.wanted_.size()) {
    for (size_t place = 0; place < results.size(); ++place) all_size_ += all.SizeOf(place);
  }

  /// Takes families until there are none. Each has a thread of its own: what solvers remember of a thread is no part
  /// of what they answer.
  void Serve(runtime::Executor& lane) {
    for (size_t i = next_++; i < all_.families_.size(); i = next_++) {
      std::thread([&, i] { Explore(all_.families_[i], lane); }).join();
    }
  }

 private:
  void Explore(Family& family, runtime::Executor& lane) {
    auto solver = concolic::MakeSolver(all_.env_.clock, SolversOf(all_.env_, family.solving));
    if (!solver.ok()) return Fail(solver.error());
    family.explorer = std::make_unique<FunctionExplorer>(all_.env_, all_.subject_, lane, *std::move(solver));
    for (size_t place : family.places) {
      if (family.explorer->MustEnd()) return;
      // Half of the time for all of them, by their sizes; those who need more get the rest.
      const size_t size = all_.SizeOf(place);
      const size_t left = std::max(all_size_ - begun_.fetch_add(size), size);
      family.explorer->Give(static_cast<double>(all_.lanes_.size() * size) / static_cast<double>(2 * left));
      auto explored = family.explorer->Explore(all_.wanted_[place]);
      if (!explored.ok()) return Fail(explored.error());
      results[place] = *std::move(explored);
      const std::lock_guard lock(mutex_);
      tell_(++done_);
    }
  }

  void Fail(const base::Error& error) {
    const std::lock_guard lock(mutex_);
    if (!failure) failure = error;
    next_ = all_.families_.size();
  }

  Families& all_;
  const std::function<void(size_t)>& tell_;
  std::atomic<size_t> next_ = 0;
  std::atomic<size_t> begun_ = 0;  ///< The sizes of those that were begun.
  size_t all_size_ = 0;
  std::mutex mutex_;  ///< Of done_ and failure.
  size_t done_ = 0;

 public:
  Results results;  ///< Each place is written by one thread.
  std::optional<base::Error> failure;
};

Families::Families(env::Env& env, const FunctionExplorer::Subject& subject, std::vector<size_t> wanted, Lanes lanes)
    : env_(env), subject_(subject), wanted_(std::move(wanted)), lanes_(std::move(lanes)) {
  const bool together = env.config.levels > 0;
  std::map<size_t, size_t> by_first;
  for (size_t place = 0; place < wanted_.size(); ++place) {
    size_t first = wanted_[place];
    while (!subject.functions[first].found && subject.functions[first].around) first = *subject.functions[first].around;
    const auto [family, fresh] = by_first.emplace(together ? 0 : first, families_.size());
    if (fresh) families_.emplace_back();
    families_[family->second].places.push_back(place);
  }
}

base::Result<Families::Results> Families::Explore(const std::function<void(size_t)>& tell) {
  Work work(*this, tell);
  std::vector<std::thread> threads;
  for (size_t i = 1; i < std::min(lanes_.size(), families_.size()); ++i)
    threads.emplace_back([&work, lane = lanes_[i].get()] { work.Serve(*lane); });
  work.Serve(*lanes_[0]);
  for (std::thread& thread : threads) thread.join();
  if (work.failure) return *work.failure;
  return std::move(work.results);
}

// What ran out of inputs needs no time. Where nothing was left to flip, inputs are guessed while code is missing.
bool Families::MayGoOn(const ExploredFunction& explored) const {
  const concolic::Exploration& known = explored.exploration;
  if (!explored.found) return false;
  // The inputs of a script have declared types: where every question was answered and every value followed, another
  // value would do nothing else.
  const bool certain = known.exhausted && known.solver.unknown == 0 && known.concretised.empty() && known.diverged == 0;
  if (explored.script && certain) return false;
  if (env_.config.strategy == model::SearchOrder::kCover) return known.misses;
  if (known.exhausted) return false;
  if (known.inputs.size() >= static_cast<size_t>(env_.config.inputs)) return false;
  return explored.coverage.branches.covered != explored.coverage.branches.total;
}

base::Status Families::GoOn(Results& results) {
  std::vector<std::pair<FunctionExplorer*, size_t>> open;
  size_t missing = 0;
  for (const Family& family : families_) {
    for (size_t place : family.places) {
      if (!results[place] || !MayGoOn(*results[place])) continue;
      open.emplace_back(family.explorer.get(), place);
      missing += MissingOf(*results[place]);
    }
  }
  std::ranges::sort(open, {}, &std::pair<FunctionExplorer*, size_t>::second);
  for (size_t i = 0; i < open.size() && !open[i].first->MustEnd(); ++i) {
    const size_t own = MissingOf(*results[open[i].second]);
    open[i].first->Give(static_cast<double>(own) / static_cast<double>(missing));
    missing -= own;
    ASSIGN_OR_RETURN(results[open[i].second], open[i].first->ExploreFurther(wanted_[open[i].second]));
  }
  return {};
}

std::string Families::Troubles() const {
  concolic::SolverStatistics all;
  for (const Family& family : families_) all.Add(family.solving);
  return concolic::Troubles(all);
}

}  // namespace kingbird::explore
