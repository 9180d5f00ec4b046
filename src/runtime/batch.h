// The batch lane (design.md, "Two lanes"): for a synchronous, cheap function thousands of inputs share one child, which
// is an order of magnitude faster than a child each. Inputs may disturb each other there, so nothing the lane reports
// counts before it was replayed in a process of its own.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::runtime {

struct BatchTarget {
  model::AccessPath path;  ///< Function below the module, called with `this` being the object before the last name.
  bool construct = false;  ///< Called with new.
};

/// An input worth keeping, as a test and with its execution in the fork lane.
struct BatchHit {
  size_t input = 0;
  model::TestCase test;
  model::Execution execution;
};

struct BatchResult {
  size_t executed = 0;         ///< Inputs run in the batch lane.
  size_t replayed = 0;         ///< Inputs that were reported there.
  std::vector<BatchHit> hits;  ///< Those that still bring something new when replayed, in the order of the inputs.
};

/// What one chunk of inputs reported: numbers of inputs, in order.
struct BatchNews {
  size_t executed = 0;
  std::vector<size_t> inputs;
  std::vector<std::string> outcomes;  ///< Whole tests only: what those that are news threw, "" for nothing.
};

/// What screening has seen so far and need not report again; grows with every call.
struct ScreenMemory {
  model::Hits known;               ///< Counters; kept by the caller.
  std::set<std::string> outcomes;  ///< What tests threw.
};

/// The test that calls the target with these arguments.
model::TestCase BatchTest(const BatchTarget& target, const std::vector<model::Value>& arguments);

}  // namespace kingbird::runtime
