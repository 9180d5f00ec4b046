// The preconditions of a run: what an earlier run left in the cache and still holds, and what this one adds.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "env/env.h"
#include "explore/functions.h"
#include "explore/precondition_file.h"
#include "target/target.h"

namespace kingbird::explore {

/// Thread-compatible; references must outlive it.
class PreconditionBook {
 public:
  PreconditionBook(env::Env& env, const target::Target& target, const SiteIndex& sites,
                   const std::vector<ExplorableFunction>& functions);

  /// Whether the function need not be explored: neither it nor anything that ran with it has changed.
  bool Recall(const ExplorableFunction& function);
  /// `hits`: what the runs covered.
  void Add(const ExplorableFunction& function, const concolic::Exploration& exploration, const model::Hits& hits);

  /// preconditions.json of what was recalled and added; saved in the cache with what other runs knew.
  base::Json Finish();

 private:
  env::Env& env_;
  const target::Target& target_;
  const std::vector<ExplorableFunction>& functions_;
  PreconditionWriter writer_;
  std::map<std::string, std::vector<base::Json>> earlier_;  ///< By file.
  std::set<std::string> names_;                             ///< Of the functions there are now.
  std::vector<std::pair<std::string, base::Json>> entries_;
};

}  // namespace kingbird::explore
