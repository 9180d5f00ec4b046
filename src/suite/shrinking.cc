#include "suite/shrinking.h"

#include <utility>

namespace kingbird::suite {

base::Status ShrinkAll(env::Env& env, std::vector<emit::Minimizer>& minimizers, const Shrinking& shrinking) {
  while (!env.interrupted && !shrinking.enough()) {
    std::vector<model::TestCase> candidates;
    std::vector<size_t> owners;
    for (size_t i = 0; i < minimizers.size(); ++i) {
      for (model::TestCase& candidate : minimizers[i].Candidates(shrinking.at_once)) {
        candidates.push_back(std::move(candidate));
        owners.push_back(i);
      }
    }
    if (candidates.empty()) break;
    env.stats.Add("minimise.tests", static_cast<double>(candidates.size()));
    ASSIGN_OR_RETURN(const std::vector<bool> kept, shrinking.judge(candidates, owners));
    for (size_t begin = 0, end = 0; begin < candidates.size(); begin = end) {
      int first = -1;
      for (end = begin; end < candidates.size() && owners[end] == owners[begin]; ++end) {
        if (first < 0 && kept[end]) first = static_cast<int>(end - begin);
      }
      minimizers[owners[begin]].Report(first);
    }
  }
  return {};
}

decltype(Shrinking::judge) JudgeBy(runtime::Executor& executor, const runtime::RunOptions& options,
                                   std::function<bool(size_t, const model::TestCase&, const model::Execution&)> keeps) {
  return [&executor, options, keeps = std::move(keeps)](
             const std::vector<model::TestCase>& candidates,
             const std::vector<size_t>& owners) -> base::Result<std::vector<bool>> {
    ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor.Run(candidates, options));
    std::vector<bool> kept;
    for (size_t k = 0; k < candidates.size(); ++k) kept.push_back(keeps(owners[k], candidates[k], executions[k]));
    return kept;
  };
}

}  // namespace kingbird::suite
