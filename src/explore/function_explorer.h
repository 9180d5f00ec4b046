// Explores functions one by one, also those that exist only while another one runs: that one is explored first and run
// on the inputs that led to where they are made.
#pragma once

#include <map>
#include <vector>

#include "base/result.h"
#include "concolic/explorer.h"
#include "env/env.h"
#include "explore/explore.h"
#include "explore/functions.h"
#include "load/loaded_target.h"

namespace kingbird::explore {

/// Thread-compatible. Everything it is given must outlive it.
class FunctionExplorer {
 public:
  FunctionExplorer(env::Env& env, load::LoadedTarget& loaded, const std::vector<ExplorableFunction>& functions,
                   concolic::Solver& solver)
      : env_(env), loaded_(loaded), functions_(functions), solver_(solver) {}

  /// By place in the list.
  base::Result<ExploredFunction> Explore(size_t index);

  /// Asked between runs and functions: the user or the clock wants an end.
  bool MustEnd() const;

 private:
  using Runs = std::vector<TargetRunner::Remembered>;
  /// Where a function is, and the input to begin with.
  struct Begin {
    FunctionPlace place;
    concolic::Assignment start;
  };

  base::Result<std::optional<Begin>> FindBegin(size_t index);
  base::Result<std::optional<Begin>> FindInside(size_t index);
  concolic::ExploreOptions OptionsFor(const ExplorableFunction& function, concolic::Assignment start);

  env::Env& env_;
  load::LoadedTarget& loaded_;
  const std::vector<ExplorableFunction>& functions_;
  concolic::Solver& solver_;
  std::map<size_t, ExploredFunction> explored_;
  std::map<size_t, FunctionPlace> places_;
  std::map<size_t, Runs> runs_;
};

}  // namespace kingbird::explore
