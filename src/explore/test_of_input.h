// An explored input as a test: the call a user of the package would write.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "concolic/input.h"
#include "model/test_case.h"

namespace kingbird::explore {

/// Longer ones are no literals of a test.
inline constexpr double kLongestArray = 1000;

/// How code outside the package gets at a function: the names below what the package exports.
struct Reach {
  model::AccessPath path;
  bool constructs = false;  ///< It is a class, or a class's constructor: called with `new`.
  bool uses_this = false;   ///< Its receiver matters and is passed.
};

/// A constructor that a test can name.
struct Constructor {
  bool global = false;  ///< Below globalThis, else below what the package exports.
  model::AccessPath path;
};
/// By the tags of Op::kInstanceOf.
using Constructors = std::map<uint32_t, Constructor>;

/// Nothing where no test can give the function such an input: it depends on stand-ins, or is an instance of something
/// that has no name outside.
std::optional<model::TestCase> AsTest(const Reach& reach, const concolic::Assignment& input,
                                      const Constructors& constructors);

}  // namespace kingbird::explore
