// From the condition outwards, as far as its outcome may decide that of what it lies in: `!`, `&&`, `||`, parentheses,
// then the statement or expression that chooses an arm.
#include "concolic/text/flow.h"

#include <algorithm>

#include "syntax/function_sites.h"

namespace kingbird::concolic {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

bool IsLoop(Node node) {
  return node.Is(Kind::kForStatement) || node.Is(Kind::kForInStatement) || node.Is(Kind::kWhileStatement) ||
         node.Is(Kind::kDoStatement);
}

/// The jump that the statement always ends by; null where it goes on, or may.
Node JumpOf(Node statement) {
  switch (statement.kind()) {
    case Kind::kReturnStatement:
    case Kind::kThrowStatement:
    case Kind::kBreakStatement:
    case Kind::kContinueStatement:
      return statement;
    case Kind::kElseClause:
    case Kind::kStatementBlock: {
      for (Node child : statement.children()) {
        if (const Node jump = JumpOf(child)) return jump;
      }
      return {};
    }
    case Kind::kIfStatement: {
      const Node other = statement.Child(Field::kAlternative);
      const Node jump = JumpOf(statement.Child(Field::kConsequence));
      return jump && other && JumpOf(other) ? jump : Node();
    }
    default:
      return {};
  }
}

/// What a jump leaves: the function, or the loop or switch around it.
Node LeftBy(Node jump) {
  const bool inner = jump.Is(Kind::kBreakStatement) || jump.Is(Kind::kContinueStatement);
  for (Node node = jump.parent(); node; node = node.parent()) {
    if (syntax::IsFunctionSite(node)) return node;
    if (inner && (IsLoop(node) || node.Is(Kind::kSwitchStatement))) return node;
  }
  return {};
}

/// An arm is chosen: the other one does not run, and nothing behind where the chosen one jumps.
void ChooseArm(Node whole, Node chosen, Node other, std::vector<std::pair<uint32_t, uint32_t>>& skipped) {
  if (other) skipped.emplace_back(other.begin(), other.end());
  if (!chosen) return;
  const Node jump = JumpOf(chosen);
  const Node left = jump ? LeftBy(jump) : Node();
  if (left) skipped.emplace_back(whole.end(), left.end());
}

/// Whether what the node lies in may come out as `truthy` says, too; adds what is passed over on the way.
bool Decides(Node node, Node parent, bool& truthy, std::vector<std::pair<uint32_t, uint32_t>>& skipped) {
  switch (parent.kind()) {
    case Kind::kParenthesizedExpression:
      return true;
    case Kind::kUnaryExpression:
      truthy = !truthy;
      return parent.Child(Field::kOperator).text() == "!";
    case Kind::kBinaryExpression: {
      const std::string_view op = parent.Child(Field::kOperator).text();
      if (op != "&&" && op != "||") return false;
      const Node right = parent.Child(Field::kRight);
      if (node == right) return true;
      // Otherwise the right operand decides; it is taken to go along, as whoever wants the other arm would have it.
      if (truthy == (op == "||")) skipped.emplace_back(right.begin(), right.end());
      return true;
    }
    case Kind::kIfStatement:
    case Kind::kTernaryExpression: {
      if (node.field() != Field::kCondition) return false;
      const Node yes = parent.Child(Field::kConsequence);
      const Node no = parent.Child(Field::kAlternative);
      ChooseArm(parent, truthy ? yes : no, truthy ? no : yes, skipped);
      return false;
    }
    case Kind::kForStatement:
    case Kind::kWhileStatement: {
      const Node body = parent.Child(Field::kBody);
      if (node.field() == Field::kCondition && !truthy) skipped.emplace_back(body.begin(), body.end());
      return false;
    }
    case Kind::kSwitchCase: {
      // Who falls through from the case above is not told apart.
      if (node.field() == Field::kValue && !truthy) skipped.emplace_back(node.end(), parent.end());
      return false;
    }
    default:
      return false;
  }
}

bool LiesInOne(const std::vector<syntax::Range>& parts, const syntax::Range& range) {
  return std::ranges::any_of(
      parts, [&](const syntax::Range& part) { return part.begin <= range.begin && range.end <= part.end; });
}

}  // namespace

TextFlow::TextFlow(const syntax::Tree& tree) : tree_(tree) {
  if (tree.has_error()) return;
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.At(i);
    if (!node.named()) continue;
    nodes_[RangeOf(node)] = i;
    if (node.Is(Kind::kCatchClause)) {
      handlers_.push_back(RangeOf(node));
      if (const Node block = node.parent().Child(Field::kBody)) guarded_.push_back(RangeOf(block));
    }
  }
}

syntax::Range TextFlow::RangeOf(Node node) const {
  return {tree_.PositionAt(node.begin()), tree_.PositionAt(node.end())};
}

template <typename Visit>
void TextFlow::Outwards(const syntax::Range& condition, bool truthy, Visit visit) const {
  const auto found = nodes_.find(condition);
  if (found == nodes_.end()) return;
  Node node = tree_.At(found->second);
  for (Node parent = node.parent(); parent; parent = node.parent()) {
    const bool same = parent.begin() == node.begin() && parent.end() == node.end();
    if (!same && !visit(node, parent, truthy)) return;
    node = parent;
  }
}

std::optional<std::pair<syntax::Range, bool>> TextFlow::Arm(const syntax::Range& condition, bool truthy) const {
  std::optional<std::pair<syntax::Range, bool>> arm;
  std::vector<std::pair<uint32_t, uint32_t>> skipped;
  Outwards(condition, truthy, [&](Node node, Node parent, bool& truth) {
    if (parent.Is(Kind::kIfStatement) && node.field() == Field::kCondition) arm = {RangeOf(parent), truth};
    return Decides(node, parent, truth, skipped);
  });
  return arm;
}

std::optional<syntax::Range> TextFlow::Loop(const syntax::Range& condition) const {
  std::optional<syntax::Range> loop;
  std::vector<std::pair<uint32_t, uint32_t>> skipped;
  Outwards(condition, false, [&](Node node, Node parent, bool& truth) {
    if (IsLoop(parent) && node.field() == Field::kCondition && !truth) loop = RangeOf(parent);
    return Decides(node, parent, truth, skipped);
  });
  return loop;
}

std::vector<syntax::Range> TextFlow::Skipped(const syntax::Range& condition, bool truthy) const {
  std::vector<std::pair<uint32_t, uint32_t>> skipped;
  Outwards(condition, truthy,
           [&](Node node, Node parent, bool& truth) { return Decides(node, parent, truth, skipped); });
  std::vector<syntax::Range> ranges;
  for (const auto& [begin, end] : skipped) ranges.push_back({tree_.PositionAt(begin), tree_.PositionAt(end)});
  return ranges;
}

bool TextFlow::IsHandler(const syntax::Range& range) const { return LiesInOne(handlers_, range); }

bool TextFlow::IsGuarded(const syntax::Range& range) const { return LiesInOne(guarded_, range); }

}  // namespace kingbird::concolic
