// Values for receivers and arguments: boundary values of every type, objects that convert themselves, array-likes,
// attributes, prototypes, things of built-in classes.
#pragma once

#include <vector>

#include "base/rng.h"
#include "generate/value_pool.h"
#include "model/test_case.h"

namespace kingbird::conform {

/// Where the parts of a value that no literal can say are made.
struct Making {
  std::vector<model::Call>& body;
  int& next_id;
  base::Rng& rng;
};

/// Immutable; thread-safe.
class Values {
 public:
  /// Constants of the implementations' sources besides its own.
  explicit Values(generate::MinedLiterals mined) : mined_(std::move(mined)) {}

  model::Argument Any(Making& making, int depth = 0) const;
  model::Argument Primitive(base::Rng& rng) const;
  model::Argument Number(base::Rng& rng) const;
  model::Argument Text(base::Rng& rng) const;
  model::Argument List(Making& making, int depth) const;
  model::Argument ArrayLike(Making& making, int depth) const;
  model::Argument Object(Making& making, int depth) const;
  /// Converts itself by valueOf, toString or both.
  model::Argument Converting(Making& making) const;

  /// One of each class of things there is, to find out what a method is for.
  static size_t SampleCount();
  model::Argument Sample(size_t index, Making& making) const;
  /// With other contents, attributes or prototype than it would have.
  model::Argument Spoilt(model::Argument thing, Making& making) const;

 private:
  model::Argument MadeSample(size_t index, Making& making) const;

  generate::MinedLiterals mined_;
};

}  // namespace kingbird::conform
