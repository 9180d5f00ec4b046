// Breadth by the thousand: one call each of functions that are over when they return, and of methods behind the calls
// that return their objects, for the batch lane. A function is let in when calls of it in processes of their own left
// nothing behind and waited for nothing, and leaves when one does. Where nearly all that was called is so, methods that
// were not called yet are let in at once: of a class there are many, and each had to wait for processes of its own.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "loop/growth.h"

namespace kingbird::loop {

/// The growth must outlive it: it knows how to make arguments and where code is left.
class Breadth : public Generator {
 public:
  // Where nothing is left to reach there may still be something to see.
  static constexpr double kCuriosity = 0.5;

  /// `curiosity`: statements that every function counts for, whatever is left of it.
  Breadth(Growth& growth, base::Rng rng, double curiosity = kCuriosity)
      : growth_(growth), rng_(rng), curiosity_(curiosity) {}

  std::vector<model::TestCase> Propose(size_t count, const Standing& standing) override;
  void Absorb(size_t i, const model::Execution& execution, const News& news) override;
  void Watch(const model::TestCase& test, const model::Execution& execution, Gain gain) override;

 private:
  struct Record {
    int clean = 0;
    int doubtful = 0;
    bool out = false;
    int tried = 0;  // in the batch lane
  };

  bool IsLetIn(const std::string& name, const Record& record) const;

  Growth& growth_;
  base::Rng rng_;
  double curiosity_;
  std::map<std::string, Record> functions_;  // by Function::Name
  int runs_ = 0;                             // in processes of their own
  int clean_runs_ = 0;
  std::vector<generate::Grown> grown_;  // of the last Propose
};

}  // namespace kingbird::loop
