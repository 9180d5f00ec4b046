// What built-ins are made for, seen in Node: no list of them is needed.
#pragma once

#include <vector>

#include "base/result.h"
#include "conform/case.h"
#include "conform/engine.h"
#include "conform/values.h"

namespace kingbird::conform {

struct Look {
  bool there = false;
  int length = 0;              ///< Parameters it says it has.
  bool constructs = false;     ///< Works with new.
  std::vector<size_t> fits;    ///< Samples (values.h) it is a method of.
  std::vector<int> callbacks;  ///< Positions where functions are called.
};

/// In the order of the built-ins. kEnvironment when Node does not answer.
base::Result<std::vector<Look>> LookAt(const std::vector<BuiltIn>& built_ins, const Values& values, const Engine& node,
                                       const EnginePlaces& places, base::FileSystem& files);

}  // namespace kingbird::conform
