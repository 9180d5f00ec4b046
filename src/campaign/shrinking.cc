#include "campaign/shrinking.h"

namespace kingbird::campaign {

base::Status ShrinkAll(Env& env, std::vector<emit::Minimizer>& minimizers, runtime::Executor& executor,
                       const runtime::RunOptions& options, const Shrinking& shrinking) {
  while (!env.interrupted && !shrinking.enough()) {
    std::vector<model::TestCase> batch;
    std::vector<size_t> owners;
    for (size_t i = 0; i < minimizers.size(); ++i) {
      for (model::TestCase& candidate : minimizers[i].Candidates(1)) {
        batch.push_back(std::move(candidate));
        owners.push_back(i);
      }
    }
    if (batch.empty()) break;
    env.stats.Add("minimise.tests", static_cast<double>(batch.size()));
    ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor.Run(batch, options));
    for (size_t k = 0; k < batch.size(); ++k) {
      minimizers[owners[k]].Report(shrinking.keeps(owners[k], batch[k], executions[k]) ? 0 : -1);
    }
  }
  return {};
}

}  // namespace kingbird::campaign
