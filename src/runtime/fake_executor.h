// An executor for unit tests: a C++ function says what each test does. No process is started.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "runtime/executor.h"

namespace kingbird::runtime {

class FakeExecutor : public Executor {
 public:
  using Answer = std::function<model::Execution(const model::TestCase& test, const RunOptions& options)>;
  /// Places of the tests that are worth a process; without one all are.
  using Sieve = std::function<std::vector<size_t>(size_t count)>;

  explicit FakeExecutor(Answer answer, Sieve sieve = {}) : answer_(std::move(answer)), sieve_(std::move(sieve)) {}

  base::Result<std::vector<model::Execution>> Run(std::span<const model::TestCase> tests,
                                                  const RunOptions& options) override {
    std::vector<model::Execution> executions;
    for (const model::TestCase& test : tests) {
      ran.push_back(test);
      executions.push_back(answer_(test, options));
    }
    return executions;
  }

  base::Result<BatchNews> Screen(std::span<const model::TestCase> tests, ScreenMemory& memory,
                                 const RunOptions& options) override {
    if (!sieve_) return Executor::Screen(tests, memory, options);
    BatchNews news;
    news.tests = sieve_(tests.size());
    return news;
  }

  base::Result<base::Json> Inspect() override { return base::Json(); }
  const model::Hits& LoadHits() const override { return load_hits; }

  std::vector<model::TestCase> ran;  ///< In the order in which they were run.
  model::Hits load_hits;

 private:
  Answer answer_;
  Sieve sieve_;
};

}  // namespace kingbird::runtime
