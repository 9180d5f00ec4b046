// Values worth trying for a symbol whatever the conditions look like: what the expressions and the other symbols
// mention, and what lies beside it.
#pragma once

#include <vector>

#include "concolic/expression/evaluate.h"

namespace kingbird::concolic {

/// Constants of the expressions under way. Made once for a search.
class Candidates {
 public:
  Candidates(const Path& path, const Evaluator& evaluator);

  /// For a symbol with the value it has now; of the same type.
  std::vector<Value> For(SymbolId symbol, const std::vector<Value>& values) const;

 private:
  std::vector<Value> Numbers(double now, const std::vector<Value>& values) const;
  std::vector<Value> Texts(const std::u16string& now, const std::vector<Value>& values) const;

  std::vector<double> numbers_;
  std::vector<std::u16string> texts_;
  std::u16string units_;  ///< Single units that occur in texts or may be meant by numbers.
};

}  // namespace kingbird::concolic
