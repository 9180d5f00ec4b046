// The two sides of a diff as one Executor that shares the work between them: each test runs on one side only.
#pragma once

#include <vector>

#include "runtime/executor.h"

namespace kingbird::diff {

/// For what need not be compared, such as finding out how functions are called: half of the tests run on each side, at
/// the same time, so what either of them does is seen. Thread-compatible. The executors must outlive it.
class AlternatingExecutor : public runtime::Executor {
 public:
  AlternatingExecutor(runtime::Executor& first, runtime::Executor& second) : first_(first), second_(second) {}

  base::Result<std::vector<model::Execution>> Run(std::span<const model::TestCase> tests,
                                                  const runtime::RunOptions& options) override;
  base::Result<base::Json> Inspect() override { return first_.Inspect(); }
  const model::Hits& LoadHits() const override { return first_.LoadHits(); }

 private:
  runtime::Executor& first_;
  runtime::Executor& second_;
  size_t turn_ = 0;  // whose turn the first test of the next Run is
};

}  // namespace kingbird::diff
