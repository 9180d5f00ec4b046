// What can be said of an expression when only the types of the inputs are known: `typeof x === "string"` is decided, so
// is the truth of an object and every comparison of undefined with a number. It spares the solver most of the questions
// that come from trying types, and answers them with certainty.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "concolic/path.h"

namespace kingbird::concolic {

/// Of one node: the types its value can have and, where types decide it, whether it is truthy.
struct Known {
  TypeSet types;
  std::optional<bool> truth;
  bool nan = false;  ///< It is NaN.
};

/// The nodes `root` consists of, ascending, itself included.
std::vector<NodeId> NodesOf(const Expressions& expressions, NodeId root);
/// The symbols in it, ascending.
std::vector<SymbolId> SymbolsOf(const Expressions& expressions, NodeId root);
/// The same, of lists only the element that the run has chosen.
std::vector<SymbolId> ChosenSymbolsOf(const Expressions& expressions, NodeId root);

/// Immutable. `types` are those of the symbols of the path and need not be those of the run.
class TypeFold {
 public:
  /// Of `root` and what it consists of.
  TypeFold(const Path& path, NodeId root, const std::vector<Type>& types);
  /// Of every node of the path.
  TypeFold(const Path& path, const std::vector<Type>& types);
  const std::vector<NodeId>& nodes() const { return nodes_; }
  /// Of a node of nodes().
  const Known& operator[](NodeId node) const { return known_.at(node); }

 private:
  void Fill(const Path& path, const std::vector<Type>& types);

  std::vector<NodeId> nodes_;
  std::unordered_map<NodeId, Known> known_;
};

/// The truth of the expression, where the types of the symbols decide it.
std::optional<bool> FoldTruth(const Path& path, NodeId root, const std::vector<Type>& types);

}  // namespace kingbird::concolic
