// Explores the functions of a target side by side. A family is a function that is there when the target is loaded, with
// those that exist only while it runs; families have nothing in common but the target. Each has an explorer, a solver
// and a thread of its own, so what comes of it does not depend on how many run at once, nor on which lane.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "concolic/solve/solver_chain.h"
#include "env/env.h"
#include "explore/explore.h"
#include "explore/function_explorer.h"
#include "runtime/executor.h"

namespace kingbird::explore {

/// Thread-compatible. Everything it is given must outlive it.
class Families {
 public:
  using Lanes = std::vector<std::unique_ptr<runtime::Executor>>;
  /// By place in `wanted`; nothing where there was no time.
  using Results = std::vector<std::optional<ExploredFunction>>;

  /// `wanted`: places in the subject's list. All of them are one family where their callees are known by themselves.
  Families(env::Env& env, const FunctionExplorer::Subject& subject, std::vector<size_t> wanted, Lanes lanes);

  /// `tell` is called after each function, one call at a time, with how many are done.
  base::Result<Results> Explore(const std::function<void(size_t)>& tell);
  /// What ran out of time shares the time that is left with what has code that flips did not reach.
  base::Status GoOn(Results& results);
  /// What went wrong with the solvers of all families, as concolic::Troubles tells it.
  std::string Troubles() const;

 private:
  struct Family {
    std::vector<size_t> places;  ///< In `wanted_`.
    concolic::SolverStatistics solving;
    std::unique_ptr<FunctionExplorer> explorer;
  };
  class Work;
  bool MayGoOn(const ExploredFunction& explored) const;
  /// How much there is to cover.
  size_t SizeOf(size_t place) const { return 1 + subject_.functions[wanted_[place]].counters.size(); }

  env::Env& env_;
  const FunctionExplorer::Subject& subject_;
  std::vector<size_t> wanted_;
  Lanes lanes_;
  std::vector<Family> families_;
};

}  // namespace kingbird::explore
