// The batch lane (design.md, "Two lanes"): many tests of synchronous, cheap functions share one child, which is an
// order of magnitude faster than a child each. Tests may disturb each other there, so nothing the lane reports counts
// before it was run again in a process of its own.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "model/execution.h"

namespace kingbird::runtime {

/// What is worth a process of its own.
struct BatchNews {
  std::vector<size_t> tests;          ///< By their numbers, in order.
  std::vector<std::string> outcomes;  ///< What they threw, or did (NewsBy::kCall), that was not known.
  /// With RunOptions::digests, of every test: equal where two did the same. "" where it ended the process, or none ran.
  std::vector<std::string> digests;
  /// How many of the tests hit one or more counters of each group of RunOptions::watched.
  std::vector<int64_t> reached;
};

/// What screening has seen so far and need not report again; grows with every call.
struct ScreenMemory {
  model::Hits known;               ///< Counters; kept by the caller.
  std::set<std::string> outcomes;  ///< What tests threw or did.
};

}  // namespace kingbird::runtime
