// Which variables of a file can ever hold a symbolic value: those get a twin that holds the shadow.
#pragma once

#include <vector>

#include "syntax/scope.h"
#include "syntax/tree.h"

namespace kingbird::syntax {

/// Immutable after construction. Refers to the tree and its scopes.
class ConcolicBindings {
 public:
  /// `stress`: literals count as symbolic.
  ConcolicBindings(const Tree& tree, const ScopeTree& scopes, bool stress);

  bool HasTwin(BindingId binding) const { return binding != kNoId && twins_[binding]; }
  bool HasTwin(Node identifier) const;
  /// A variable that can have no twin, whatever it holds.
  bool IsBarred(Node identifier) const;
  /// A variable of the whole file that functions use and that does not keep its first value.
  bool IsFileVariable(BindingId binding) const;
  /// A direct eval or a with inside: the function and all in it stay as they are.
  bool IsOpaque(Node function) const { return opaque_[function.index()]; }

 private:
  struct Source {
    BindingId binding;
    Node value;  ///< Null: unknown.
  };
  void MarkVerbatim();
  void MarkRegion(Node root);
  void MarkInnerFunctions(Node pattern);
  void ForgetNames(Node root);
  void Exclude();
  void ExcludeBlockFunctions();
  void CollectSources();
  void AddSource(Node target, Node value);
  void AddPattern(Node pattern);
  /// Whether the node itself may have a symbolic value. `read` gets the variables whose values the node may pass on.
  bool MaybeSymbolic(Node node, int depth, std::vector<BindingId>& read) const;
  void Solve();

  const Tree& tree_;
  const ScopeTree& scopes_;
  bool stress_;
  std::vector<bool> opaque_;  ///< Indexed by node.
  std::vector<bool> twins_;   ///< Indexed by binding.
  std::vector<bool> never_;   ///< Indexed by binding.
  std::vector<Source> sources_;
};

/// A function, method, class static block or the program: what has variables of its own.
bool IsFunctionLike(Node node);
/// Whether the node is a name that a pattern or a declaration binds.
inline bool IsName(Node node) {
  return node.Is(Kind::kIdentifier) || node.Is(Kind::kShorthandPropertyIdentifierPattern);
}
/// Function, arrow or class without a name of its own: it takes one from where it stands.
bool TakesName(Node node);
/// A literal that no expression can hold.
bool IsBigInt(Node node);
/// The expression inside parentheses.
Node WithoutParentheses(Node node);

}  // namespace kingbird::syntax
