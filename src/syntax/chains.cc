#include "syntax/chains.h"

namespace kingbird::syntax {

Node BeforeLink(Node link) {
  switch (link.kind()) {
    case Kind::kMemberExpression:
    case Kind::kSubscriptExpression:
      return link.Child(Field::kObject);
    case Kind::kCallExpression:
      return link.Child(Field::kFunction);
    default:
      return {};
  }
}

// Parents come before their children.
Chains::Chains(const Tree& tree) : tree_(&tree), last_optional_(tree.size(), Node::kNull), in_callee_(tree.size()) {
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.At(i);
    const Node parent = node.parent();
    const bool called = node.field() == Field::kConstructor && parent.Is(Kind::kNewExpression);
    const bool object = node.field() == Field::kObject && IsMember(parent);
    in_callee_[i] = called || (object && in_callee_[parent.index()]);
  }
  for (uint32_t i = static_cast<uint32_t>(tree.size()); i-- > 0;) {
    const Node before = BeforeLink(tree.At(i));
    if (!before) continue;
    last_optional_[i] = tree.At(i).Child(Field::kOptionalChain) ? i : last_optional_[before.index()];
  }
}

}  // namespace kingbird::syntax
