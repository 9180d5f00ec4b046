// Finds out in Node which receivers and callbacks built-ins take, so that no list of built-ins is needed.
#pragma once

#include <vector>

#include "base/result.h"
#include "conform/case.h"
#include "conform/engine.h"
#include "conform/values.h"

namespace kingbird::conform {

struct Look {
  bool there = false;
  int length = 0;              ///< Value of the property `length`.
  bool constructs = false;     ///< Whether the built-in works with `new`.
  std::vector<size_t> fits;    ///< Samples (values.h) that have the built-in as a method.
  std::vector<int> callbacks;  ///< Argument positions whose functions are called.
};

/// Returns one Look per built-in, in their order. kEnvironment if Node does not answer.
base::Result<std::vector<Look>> LookAt(const std::vector<BuiltIn>& built_ins, const Values& values, const Engine& node,
                                       const EnginePlaces& places, base::FileSystem& files);

}  // namespace kingbird::conform
