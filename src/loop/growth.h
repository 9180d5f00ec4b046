// Tree growth (generate/tree_grower.h) as a generator of the loop: functions that lead to unreached code get more
// turns.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "loop/generator.h"
#include "loop/uncovered_code.h"

namespace kingbird::loop {

/// The grower and the manifest must outlive it.
class Growth : public Generator {
 public:
  Growth(generate::TreeGrower& grower, const syntax::Manifest& manifest, base::Rng rng)
      : grower_(grower), uncovered_(manifest), rng_(rng) {}

  std::vector<model::TestCase> Propose(size_t count, const Standing& standing) override;
  void Absorb(size_t i, const model::Execution& execution, const News& news) override;
  /// Not what comes first: how a function succeeds, and whether it does, is learnt from each of these.
  bool MayLeaveOut(size_t i) const override;
  void LeaveOut(size_t i) override { grower_.LeaveOut(grown_[i]); }
  /// Tests of others that paid are grown on.
  void Watch(const model::TestCase& test, const model::Execution& execution, Gain gain) override;

  /// A test that the grower made for somebody else.
  void Adopt(const generate::Grown& grown, const model::Execution& execution, Gain gain) {
    Learn(grown, execution, gain);
  }

  generate::TreeGrower& grower() { return grower_; }
  /// UncoveredCode::Emphasize
  void Emphasize(const model::Hits& counters, double statements) { uncovered_.Emphasize(counters, statements); }
  /// Unreached statements by function, as far as its calls have shown what it leads to.
  std::map<std::string, double> Left(const syntax::CoverageMap& covered) const { return uncovered_.Left(covered); }

 private:
  void Learn(const generate::Grown& grown, const model::Execution& execution, Gain gain);

  generate::TreeGrower& grower_;
  UncoveredCode uncovered_;
  base::Rng rng_;
  std::vector<generate::Grown> grown_;  // of the last Propose
};

}  // namespace kingbird::loop
