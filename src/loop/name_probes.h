// Names that every object knows (`__proto__`, `constructor`) where a test has names of its own: in texts, which parsers
// take apart into names of properties, and as keys of plain objects. Code that looks up `o[name]` without a guard walks
// to objects that all programs share; random texts hardly ever get there, since each step of the way needs its word.
// Each call of a kept test that needs no other is varied once in every such place, and each text so made is also put
// before the other texts that the same argument had: what a first line names may matter to the second.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "loop/generator.h"

namespace kingbird::loop {

/// Not thread-safe. Deterministic: the same candidates give the same tests.
class NameProbes : public Generator {
 public:
  std::vector<model::TestCase> Propose(size_t count, const Standing& standing) override;
  void Absorb(size_t i, const model::Execution& execution, const News& news) override;
  /// Some are made and were not proposed yet.
  bool HasMore() const { return !single_.empty() || !rows_.empty(); }

 private:
  /// One argument of one function.
  using Place = std::pair<std::string, size_t>;

  void Vary(const model::Call& call);
  /// Of a test that is one call.
  void VaryArgument(const model::TestCase& test, size_t argument);
  void Add(const model::TestCase& test, size_t argument, model::Value literal, std::deque<model::TestCase>& into);

  size_t seen_ = 0;                                  ///< Candidates so far.
  std::map<Place, std::vector<std::string>> texts_;  ///< Those that the argument had, as they came.
  std::set<std::string> known_;                      ///< Tests that were made, as JSON.
  std::deque<model::TestCase> single_;
  std::deque<model::TestCase> rows_;
};

}  // namespace kingbird::loop
