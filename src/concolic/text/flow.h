// Where a decision leads, as the text of a program says it: what does not run any more once a condition has come out in
// a certain way. A guess that orders what is tried; runs decide.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "syntax/counters.h"
#include "syntax/tree.h"

namespace kingbird::concolic {

/// Of one file. Immutable; the tree must outlive it.
class TextFlow {
 public:
  explicit TextFlow(const syntax::Tree& tree);

  /// Parts of the function around the condition that are passed over when it is truthy, or is not: the other arm, the
  /// operand behind it, all that comes after where the arm ends by a jump. Further operands of a condition are taken to
  /// go along with it. Rounds of loops are not told apart.
  std::vector<syntax::Range> Skipped(const syntax::Range& condition, bool truthy) const;

  /// The `if` whose arm the condition chooses when it comes out so, and whether that is the first one.
  std::optional<std::pair<syntax::Range, bool>> Arm(const syntax::Range& condition, bool truthy) const;

  /// The loop that the condition ends, if it does.
  std::optional<syntax::Range> Loop(const syntax::Range& condition) const;

  /// It lies in a catch clause: errors lead there, not decisions.
  bool IsHandler(const syntax::Range& range) const;
  /// It lies in a block that has a catch clause.
  bool IsGuarded(const syntax::Range& range) const;

 private:
  syntax::Range RangeOf(syntax::Node node) const;
  /// Calls visit(node, parent, truthy) from the condition outwards while it says true.
  template <typename Visit>
  void Outwards(const syntax::Range& condition, bool truthy, Visit visit) const;

  const syntax::Tree& tree_;
  std::map<syntax::Range, uint32_t> nodes_;  ///< The innermost node of each range.
  std::vector<syntax::Range> handlers_;
  std::vector<syntax::Range> guarded_;
};

}  // namespace kingbird::concolic
