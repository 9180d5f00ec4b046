// An operator becomes a call by insertions alone: `a < b` is `hooks.b("<",a , b)`, the operator replaced by a comma.
// Operands of these operators are never comma expressions, so the text stays correct whatever they hold.
#include "syntax/pass/type_hooks.h"

#include <fmt/format.h>

#include <array>

#include "syntax/rewriter.h"

namespace kingbird::syntax {
namespace {

constexpr std::string_view kHooks = "__kingbirdTypes$";

std::string Hook(const char* name) { return fmt::format("{}.{}(", kHooks, name); }

Node Inside(Node node) {
  while (node.Is(Kind::kParenthesizedExpression)) node = node.NamedChild(0);
  return node;
}

bool IsTypeof(Node node) { return node.Is(Kind::kUnaryExpression) && node.Child(Field::kOperator).text() == "typeof"; }

bool IsCompared(std::string_view op) {
  static constexpr std::array<std::string_view, 9> kOperators = {"+", "<", ">", "<=", ">=", "==", "!=", "===", "!=="};
  for (std::string_view known : kOperators) {
    if (op == known) return true;
  }
  return false;
}

bool IsNothing(Node node) {
  return node.Is(Kind::kNull) || node.Is(Kind::kUndefined) || node.text() == "undefined" || node.text() == "void 0";
}

bool IsPlainLiteral(Node node) {
  const bool literal = node.Is(Kind::kString) || node.Is(Kind::kNumber) || node.Is(Kind::kTrue) || node.Is(Kind::kFalse);
  return literal && node.text().find('\n') == std::string_view::npos;
}

// The literals of its cases, as source text of an array.
std::string Cases(Node body) {
  std::string list;
  for (Node part : body.children()) {
    const Node value = part.Is(Kind::kSwitchCase) ? part.Child(Field::kValue) : Node();
    if (value && IsPlainLiteral(value)) list += fmt::format("{}{}", list.empty() ? "" : ",", value.text());
  }
  return fmt::format("[{}]", list);
}

}  // namespace

void TypeHooksPass::Analyse(const Tree& tree) {
  tree_ = &tree;
  scopes_.emplace(tree);
  wraps_.assign(tree.size(), {});
}

std::string TypeHooksPass::Prologue(bool) const { return ""; }

bool TypeHooksPass::IsDeclared(Node identifier) const {
  return scopes_->BindingOf(identifier) != kNoId && !scopes_->IsUncertain(identifier);
}

void TypeHooksPass::Wrap(Node node, std::string before, std::string after, Edits& edits) {
  (void)edits;
  auto& [head, tail] = wraps_[node.index()];
  head += before;
  tail.insert(0, after);
}

void TypeHooksPass::Test(Node node, const char* hook, Edits& edits) {
  node = Inside(node);
  const bool name = node.Is(Kind::kIdentifier) && IsDeclared(node);
  const bool property = node.Is(Kind::kMemberExpression) || node.Is(Kind::kSubscriptExpression);
  if (name || property) Wrap(node, Hook(hook), ")", edits);
}

void TypeHooksPass::Enter(Node node, Edits& edits) {
  switch (node.kind()) {
    case Kind::kBinaryExpression:
      EnterBinary(node, edits);
      break;
    case Kind::kUnaryExpression: {
      const std::string_view op = node.Child(Field::kOperator).text();
      if (op == "!") Test(node.Child(Field::kArgument), "f", edits);
      if (op == "typeof") {
        const Node argument = Inside(node.Child(Field::kArgument));
        const bool safe = !argument.Is(Kind::kIdentifier) || IsDeclared(argument);
        const Node parent = node.parent();
        // `typeof x === "string"` and `switch (typeof x)` are taken care of as a whole.
        if (safe && wraps_[node.index()].first.empty() && !parent.Is(Kind::kBinaryExpression)) {
          const Node token = node.Child(Field::kOperator);
          edits.Replace(token.begin(), token.end(), Hook("t"));
          wraps_[node.index()].second += ")";
        }
      }
      break;
    }
    case Kind::kIfStatement:
    case Kind::kWhileStatement:
    case Kind::kDoStatement:
    case Kind::kTernaryExpression:
      Test(node.Child(Field::kCondition), "f", edits);
      break;
    case Kind::kSwitchStatement:
      EnterSwitch(node, edits);
      break;
    case Kind::kSubscriptExpression:
      EnterSubscript(node, edits);
      break;
    default:
      break;
  }
  if (const std::string& head = wraps_[node.index()].first; !head.empty()) edits.Insert(node.begin(), head);
}

void TypeHooksPass::Leave(Node node, Edits& edits) {
  if (const std::string& tail = wraps_[node.index()].second; !tail.empty()) edits.Insert(node.end(), tail);
}

void TypeHooksPass::EnterBinary(Node node, Edits& edits) {
  const Node left = node.Child(Field::kLeft);
  const Node right = node.Child(Field::kRight);
  const Node op = node.Child(Field::kOperator);
  const std::string text(op.text());
  const bool equality = text == "===" || text == "!==" || text == "==" || text == "!=";
  if (text == "&&" || text == "||") {
    Test(left, "f", edits);
    if (text == "||") Wrap(right, Hook("d"), ")", edits);
  } else if (text == "??") {
    Test(left, "n", edits);
    Wrap(right, Hook("d"), ")", edits);
  } else if (text == "instanceof") {
    Wrap(node, Hook("i"), ")", edits);
    edits.Replace(op.begin(), op.end(), ",");
  } else if (equality && IsTypeof(left) && right.Is(Kind::kString)) {
    const Node argument = Inside(left.Child(Field::kArgument));
    if (argument.Is(Kind::kIdentifier) && !IsDeclared(argument)) return;
    const Node token = left.Child(Field::kOperator);
    edits.Replace(token.begin(), token.end(), fmt::format("{}{}", text[0] == '!' ? "!" : "", Hook("y")));
    edits.Replace(op.begin(), op.end(), ",");
    Wrap(node, "", ")", edits);
  } else if (equality && (IsNothing(left) || IsNothing(right))) {
    // Written as null or undefined: a test for absence, which a comparison of two variables is not.
    Wrap(node, fmt::format("{}\"{}\",", Hook("z"), text), ")", edits);
    edits.Replace(op.begin(), op.end(), ",");
  } else if (IsCompared(text) && !IsTypeof(left) && !IsTypeof(right)) {
    Wrap(node, fmt::format("{}\"{}\",", Hook("b"), text), ")", edits);
    edits.Replace(op.begin(), op.end(), ",");
  }
}

void TypeHooksPass::EnterSwitch(Node node, Edits& edits) {
  const Node value = Inside(node.Child(Field::kValue));
  const std::string cases = Cases(node.Child(Field::kBody));
  if (IsTypeof(value)) {
    const Node argument = Inside(value.Child(Field::kArgument));
    if (argument.Is(Kind::kIdentifier) && !IsDeclared(argument)) return;
    const Node token = value.Child(Field::kOperator);
    edits.Replace(token.begin(), token.end(), Hook("c"));
    Wrap(value, " ", fmt::format(",{})", cases), edits);
    return;
  }
  Wrap(value, Hook("s"), fmt::format(",{})", cases), edits);
}

// Only where naming the object again has no effect.
void TypeHooksPass::EnterSubscript(Node node, Edits& edits) {
  const Node object = node.Child(Field::kObject);
  const Node index = node.Child(Field::kIndex);
  const bool own_property = object.Is(Kind::kMemberExpression) && object.Child(Field::kObject).Is(Kind::kThis) &&
                            object.Child(Field::kProperty).Is(Kind::kPropertyIdentifier);
  const bool name = object.Is(Kind::kIdentifier) && IsDeclared(object);
  const bool simple = index.Is(Kind::kIdentifier) || index.Is(Kind::kMemberExpression);
  if ((!own_property && !name) || !simple || object.text().find('\n') != std::string_view::npos) return;
  Wrap(index, Hook("k"), fmt::format(",{})", object.text()), edits);
}

}  // namespace kingbird::syntax
