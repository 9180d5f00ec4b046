// An operator becomes a call by insertions alone, so that wrappers nest however the text is spaced: `a < b` is
// `hooks.b("<",a ,/*<*/ b)`. Operands of these operators are never comma expressions. `typeof x` stays and the hook
// gets x beside it, which is done for names and properties only: reading them twice has no effect.
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
  const bool literal =
      node.Is(Kind::kString) || node.Is(Kind::kNumber) || node.Is(Kind::kTrue) || node.Is(Kind::kFalse);
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
  commas_.clear();
}

std::string TypeHooksPass::Prologue(bool) const { return ""; }

bool TypeHooksPass::IsDeclared(Node identifier) const {
  return scopes_->BindingOf(identifier) != kNoId && !scopes_->IsUncertain(identifier);
}

// The text of a declared name, or of a property of one or of `this`.
std::optional<std::string> TypeHooksPass::Repeatable(Node node) const {
  node = Inside(node);
  const Node object = node.Is(Kind::kMemberExpression) ? node.Child(Field::kObject) : Node();
  const bool name = node.Is(Kind::kIdentifier) && IsDeclared(node);
  const bool property = object.Is(Kind::kThis) || (object.Is(Kind::kIdentifier) && IsDeclared(object));
  if ((!name && !property) || node.text().find('\n') != std::string_view::npos) return std::nullopt;
  return std::string(node.text());
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
    case Kind::kUnaryExpression:
      if (node.Child(Field::kOperator).text() == "!") Test(node.Child(Field::kArgument), "f", edits);
      // `typeof x === "string"` and `switch (typeof x)` are taken care of as a whole.
      if (IsTypeof(node) && wraps_[node.index()].first.empty() && !node.parent().Is(Kind::kBinaryExpression)) {
        if (const auto name = Repeatable(node.Child(Field::kArgument)))
          Wrap(node, fmt::format("{}{},", Hook("t"), *name), ")", edits);
      }
      break;
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
  if (commas_.contains(node.index())) edits.Insert(node.begin(), ",/*");
}

void TypeHooksPass::Leave(Node node, Edits& edits) {
  if (const std::string& tail = wraps_[node.index()].second; !tail.empty()) edits.Insert(node.end(), tail);
  if (commas_.contains(node.index())) edits.Insert(node.end(), "*/");
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
    commas_.insert(op.index());
  } else if (equality && IsTypeof(left) && right.Is(Kind::kString)) {
    const auto name = Repeatable(left.Child(Field::kArgument));
    if (!name) return;
    Wrap(node, fmt::format("{}{}{},", text[0] == '!' ? "!" : "", Hook("y"), *name), ")", edits);
    commas_.insert(op.index());
  } else if (equality && (IsNothing(left) || IsNothing(right))) {
    // Written as null or undefined: a test for absence, which a comparison of two variables is not.
    Wrap(node, fmt::format("{}\"{}\",", Hook("z"), text), ")", edits);
    commas_.insert(op.index());
  } else if (IsCompared(text) && !IsTypeof(left) && !IsTypeof(right)) {
    Wrap(node, fmt::format("{}\"{}\",", Hook("b"), text), ")", edits);
    commas_.insert(op.index());
  }
}

void TypeHooksPass::EnterSwitch(Node node, Edits& edits) {
  const Node value = Inside(node.Child(Field::kValue));
  const std::string cases = Cases(node.Child(Field::kBody));
  if (IsTypeof(value)) {
    if (const auto name = Repeatable(value.Child(Field::kArgument)))
      Wrap(value, fmt::format("{}{},", Hook("c"), *name), fmt::format(",{})", cases), edits);
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
