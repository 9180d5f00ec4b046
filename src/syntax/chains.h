// Chains of members and calls: `a?.b.c()`.
#pragma once

#include <vector>

#include "syntax/tree.h"

namespace kingbird::syntax {

/// Returns the part of a chain before a link: the object of a member, or the function of a call. Null if `link` is no
/// link.
Node BeforeLink(Node link);

/// The chains of a tree, computed once for all links, because a chain may be as long as its file. The tree must outlive
/// this object.
class Chains {
 public:
  explicit Chains(const Tree& tree);

  /// The last optional link of a chain, this one included; null for none.
  Node LastOptional(Node node) const { return node ? tree_->At(last_optional_[node.index()]) : node; }
  /// `new a.b.c(x)`: part of what is called, before whose arguments another call would take them.
  bool IsInCallee(Node node) const { return in_callee_[node.index()]; }

 private:
  const Tree* tree_;
  std::vector<uint32_t> last_optional_;
  std::vector<bool> in_callee_;
};

}  // namespace kingbird::syntax
