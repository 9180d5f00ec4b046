// How much unreached code a function under test leads to: the uncovered statements of the source functions its calls
// entered, and of the functions written inside those. Generation gives such functions more turns.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/execution.h"
#include "syntax/coverage_map.h"
#include "syntax/manifest.h"

namespace kingbird::loop {

class UncoveredCode {
 public:
  explicit UncoveredCode(const syntax::Manifest& manifest);

  /// What a test reached that called these functions. Only a test of one function tells what it leads to. Methods are
  /// never alone, something has to make their object: what no such test has explained is theirs.
  void Note(const std::set<std::string>& functions, const model::Hits& hits);
  /// Source functions with one or more of these counters in their text count for so many uncovered statements more, all
  /// of them together and for good.
  void Emphasize(const model::Hits& counters, double statements);
  /// Uncovered statements by function, for all functions noted so far.
  std::map<std::string, double> Left(const syntax::CoverageMap& covered) const;

 private:
  /// A function of the source: its counter, the statements directly in it, the functions written inside.
  struct Body {
    uint32_t counter = 0;
    std::vector<uint32_t> statements;
    std::vector<size_t> inner;
    double extra = 0;  ///< Statements that it counts for besides its own.
  };

  std::vector<Body> bodies_;
  std::map<uint32_t, size_t> by_counter_;
  std::map<std::string, std::set<size_t>> entered_;
  std::set<size_t> explained_;   // bodies that a test of one function entered
  std::set<std::string> alone_;  // functions that have had such a test
};

}  // namespace kingbird::loop
