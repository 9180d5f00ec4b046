// Contradictions that can be read off: a condition and its opposite, or one that a value rules out which another one
// demands (`c === '{'` where `c === '['` is to hold) or an order does (`c <= '9'` after `c > 'Z'`). Lexers ask little
// else, and an engine takes a thousand times as long to see it.
#pragma once

#include "concolic/solve/solver.h"

namespace kingbird::concolic {

/// Says kUnsat or kUnknown. Stateless.
class FactsSolver final : public Solver {
 public:
  Answer Solve(const Query& query) override;
  std::string_view name() const override { return "facts"; }
};

}  // namespace kingbird::concolic
