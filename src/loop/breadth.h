// Breadth by the thousand: one call each of functions that are over when they return, and of methods behind the calls
// that return their objects, for the batch lane.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "loop/growth.h"
#include "loop/lane.h"

namespace kingbird::loop {

/// The growth and the lane must outlive it: the one knows how to make arguments and where code is left, the other which
/// functions may be called here.
class Breadth : public Generator {
 public:
  // Where nothing is left to reach there may still be something to see.
  static constexpr double kCuriosity = 0.5;

  /// `curiosity`: statements that every function counts for, whatever is left of it.
  Breadth(Growth& growth, const Lane& lane, base::Rng rng, double curiosity = kCuriosity)
      : growth_(growth), lane_(lane), rng_(rng), curiosity_(curiosity) {}

  std::vector<model::TestCase> Propose(size_t count, const Standing& standing) override;
  void Absorb(size_t i, const model::Execution& execution, const News& news) override;
  const Generator* Teaches() const override { return &growth_; }

 private:
  Growth& growth_;
  const Lane& lane_;
  base::Rng rng_;
  double curiosity_;
  std::map<std::string, int> tried_;    // in the batch lane, by Function::Name
  std::vector<generate::Grown> grown_;  // of the last Propose
};

}  // namespace kingbird::loop
