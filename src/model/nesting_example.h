// How client code nests calls of an API (paper 001, definition 4): what mine/ finds and generate/ imitates.
#pragma once

#include <string>
#include <vector>

#include "model/api.h"

namespace kingbird::model {

struct NestingExample {
  /// An argument of the inner call: outer@k, cb@k or anything else.
  struct Link {
    enum class Kind : uint8_t { kAny, kOuter, kParameter };
    Kind kind = Kind::kAny;
    int index = 0;
    bool operator==(const Link& other) const = default;
  };

  std::string outer;  ///< Function::Name of the outer call; "#then" for a method whose receiver's class is unknown.
  std::vector<Position> outer_arguments;  ///< kAsync stands for "callback" where the code alone cannot tell.
  std::string inner;
  std::vector<Link> inner_arguments;
  int count = 1;  ///< How often it was seen.

  bool SameShape(const NestingExample& other) const {
    return outer == other.outer && outer_arguments == other.outer_arguments && inner == other.inner &&
           inner_arguments == other.inner_arguments;
  }
};

}  // namespace kingbird::model
