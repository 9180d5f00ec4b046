// Every other test goes to the other side, and the sides change places from one Run to the next: what is tried again
// in a later round meets the other one.
#include "diff/alternating_executor.h"

#include <future>
#include <utility>

namespace kingbird::diff {

base::Result<std::vector<model::Execution>> AlternatingExecutor::Run(std::span<const model::TestCase> tests,
                                                                     const runtime::RunOptions& options) {
  const size_t turn = turn_++;
  std::vector<model::TestCase> shares[2];
  for (size_t i = 0; i < tests.size(); ++i) shares[(i + turn) % 2].push_back(tests[i]);
  auto other = std::async(std::launch::async, [&] { return second_.Run(shares[1], options); });
  auto own = first_.Run(shares[0], options);
  auto others = other.get();
  if (!own.ok()) return own.error();
  if (!others.ok()) return others.error();
  std::vector<model::Execution> executions;
  executions.reserve(tests.size());
  for (size_t i = 0; i < tests.size(); ++i) {
    std::vector<model::Execution>& source = (i + turn) % 2 == 0 ? *own : *others;
    executions.push_back(std::move(source[(executions.size()) / 2]));
  }
  return executions;
}

}  // namespace kingbird::diff
