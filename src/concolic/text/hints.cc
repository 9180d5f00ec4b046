#include "concolic/text/hints.h"

#include <algorithm>
#include <array>

namespace kingbird::concolic {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

bool IsArithmetic(Node expression) {
  constexpr auto kOperators = std::to_array<std::string_view>(
      {"-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^", "-=", "*=", "/=", "%="});
  return std::ranges::any_of(kOperators, [&](std::string_view text) { return bool(expression.Token(text)); });
}

/// Of the use that the surroundings make of the expression; empty: they tell nothing.
TypeSet Use(Node expression) {
  const Node parent = expression.parent();
  switch (parent.kind()) {
    case Kind::kCallExpression:
    case Kind::kNewExpression:
      if (parent.first_child() == expression || expression.field() == Field::kConstructor) return {Type::kFunction};
      return {};
    case Kind::kMemberExpression:
    case Kind::kSubscriptExpression:
      return expression.field() == Field::kObject ? TypeSet{Type::kObject} : TypeSet{};
    case Kind::kUpdateExpression:
      return {Type::kNumber};
    case Kind::kBinaryExpression:
    case Kind::kAugmentedAssignmentExpression:
      return IsArithmetic(parent) ? TypeSet{Type::kNumber} : TypeSet{};
    default:
      return {};
  }
}

}  // namespace

std::map<std::string, TypeSet> TextHints(const syntax::Tree& tree) {
  std::map<std::string, TypeSet> hints;
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.At(i);
    if (!node.Is(Kind::kMemberExpression)) continue;
    const TypeSet use = Use(node);
    const Node property = node.Child(Field::kProperty);
    if (use.empty() || !property) continue;
    TypeSet& types = hints[std::string(property.text())];
    types = TypeSet::FromBits(static_cast<uint16_t>(types.bits() | use.bits()));
  }
  return hints;
}

}  // namespace kingbird::concolic
