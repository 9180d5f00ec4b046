// Chains of members and calls: `a?.b.c()`.
#pragma once

#include <vector>

#include "syntax/tree.h"

namespace kingbird::syntax {

/// What a link of a chain has before it: the object of a member, the function of a call; null for what is no link.
Node BeforeLink(Node link);

/// What the chains of a tree are, found out once for all their links: a chain may be as long as its file. The tree must
/// outlive it.
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
