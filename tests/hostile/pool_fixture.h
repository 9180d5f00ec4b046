// Starts a pool on one of the targets of this folder and writes tests as one call each.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/deadline.h"
#include "model/test_case.h"
#include "runtime/worker_pool.h"

namespace kingbird::runtime {

/// A test that calls module.name(arguments…) for each name in turn.
inline model::TestCase Calls(const std::vector<std::string>& names, std::vector<model::Argument> arguments = {}) {
  auto root = std::make_shared<model::Callback>();
  model::TestCase test;
  for (const std::string& name : names) {
    model::Call call;
    call.id = test.next_id++;
    call.path = {name};
    call.arguments = arguments;
    root->body.push_back(std::move(call));
  }
  test.root = root;
  return test;
}

inline PoolConfig ConfigFor(const std::string& target) {
  PoolConfig config;
  config.entry = std::string(TARGETS) + "/" + target;
  config.base = TARGETS;
  if (const char* node = std::getenv("KINGBIRD_TEST_NODE")) config.node = std::filesystem::canonical(node);
  return config;
}

/// Of a run that is over some seconds after it began.
class ShortRun : public base::Deadline {
 public:
  explicit ShortRun(std::chrono::seconds time) : end_(std::chrono::steady_clock::now() + time) {}
  std::chrono::milliseconds TimeLeft() const override {
    const auto left = end_ - std::chrono::steady_clock::now();
    return std::max(std::chrono::milliseconds(0), std::chrono::duration_cast<std::chrono::milliseconds>(left));
  }

 private:
  std::chrono::steady_clock::time_point end_;
};

/// The pool, or a failed test.
inline std::unique_ptr<WorkerPool> StartPool(const PoolConfig& config) {
  auto pool = WorkerPool::Start(config);
  if (!pool) {
    ADD_FAILURE() << pool.error().ToString() << ": " << pool.error().heard;
    return nullptr;
  }
  return std::move(*pool);
}

inline model::Execution RunOne(WorkerPool& pool, const model::TestCase& test, RunOptions options = {}) {
  auto executions = pool.Run(std::vector<model::TestCase>{test}, options);
  if (!executions || executions->size() != 1) {
    ADD_FAILURE() << (executions ? "no execution" : executions.error().ToString());
    return {};
  }
  return executions->at(0);
}

/// What call `node` returned as text; "(none)" when it did not return a string.
inline std::string Returned(const model::Execution& execution, int node) {
  const model::Event* event = execution.Find(model::Event::Kind::kReturn, node);
  return event != nullptr && !event->values.empty() && event->values[0].kind == model::Value::Kind::kString
             ? event->values[0].text
             : "(none)";
}

}  // namespace kingbird::runtime
