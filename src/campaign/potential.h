// How much unreached code a function under test leads to: the uncovered statements of the source functions its calls
// entered. Generation gives such functions more turns.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/execution.h"
#include "syntax/coverage_map.h"
#include "syntax/manifest.h"

namespace kingbird::campaign {

class Potential {
 public:
  explicit Potential(const syntax::Manifest& manifest);

  /// What a test that called only this function reached.
  void Note(const std::string& function, const model::Hits& hits);
  /// Uncovered statements by function, for all functions noted so far.
  std::map<std::string, double> Left(const syntax::CoverageMap& covered) const;

 private:
  /// A function of the source: its counter and the statements directly in it.
  struct Body {
    uint32_t counter = 0;
    std::vector<uint32_t> statements;
  };

  std::vector<Body> bodies_;
  std::map<uint32_t, size_t> by_counter_;
  std::map<std::string, std::set<size_t>> entered_;
};

}  // namespace kingbird::campaign
