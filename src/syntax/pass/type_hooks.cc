// An operator becomes a call with the same spaces and comments: `a < b` is `hooks.b("<",a ,/*<*/ b)`. Operands of these
// operators are never comma expressions. `typeof x` stays and the hook gets x beside it, which is done for names and
// properties only: reading them twice has no effect.
#include "syntax/pass/type_hooks.h"

#include <fmt/format.h>

#include <array>

#include "syntax/rewriter.h"

namespace kingbird::syntax {
namespace {

/// Where the agent is not (another realm, another process) operators do what they always do. The names are those of
/// agent/type_hooks.js.
constexpr std::string_view kFetch =
    "typeof "
    "__kingbirdTypes$===\"object\"?__kingbirdTypes$:(b=>({b,z:b,f:a=>a,n:a=>a,d:a=>a,y:(a,r,t)=>r===t,t:(a,r)=>r,"
    "c:(a,r)=>r,s:a=>a,i:(a,t)=>a instanceof "
    "t,o:(a,o)=>a in o,k:a=>a}))((o,a,b)=>o===\"+\"?a+b:o===\"<\"?a<b:o===\">\"?a>b:o===\"<=\"?a<=b:"
    "o===\">=\"?a>=b:o===\"==\"?a==b:o===\"!=\"?a!=b:o===\"===\"?a===b:a!==b)";

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

void TypeHooksPass::Run(const Tree& tree, Edits& edits) {
  tree_ = &tree;
  edits_ = &edits;
  variable_ = FreshName(tree, "$t");
  scopes_.emplace(tree);
  whole_.assign(tree.size(), false);
  for (uint32_t i = 0; i < tree.size(); ++i) Visit(tree.At(i));
}

std::string TypeHooksPass::Prologue(bool module) const { return FetchInPrologue(variable_, kFetch, module); }

std::string TypeHooksPass::Hook(const char* name) const { return fmt::format("{}.{}(", variable_, name); }

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

void TypeHooksPass::Wrap(Node node, std::string before, std::string after) {
  edits_->Wrap(node, std::move(before), std::move(after));
}

void TypeHooksPass::Call(Node node, const std::string& head) {
  const Node left = node.Child(Field::kLeft);
  const Node right = node.Child(Field::kRight);
  const Node op = node.Child(Field::kOperator);
  const std::string_view source = tree_->source();
  const auto between = [&](uint32_t begin, uint32_t end) { return source.substr(begin, end - begin); };
  Pieces call;
  call << head << left << between(left.end(), op.begin()) << ",/*" << op.text() << "*/"
       << between(op.end(), right.begin()) << right << ")";
  // Where another pass makes something else of the operator, its operands are not seen.
  (void)edits_->Rebuild(node, std::move(call));
}

void TypeHooksPass::Test(Node node, const char* hook) {
  node = Inside(node);
  const bool name = node.Is(Kind::kIdentifier) && IsDeclared(node);
  const bool property = node.Is(Kind::kMemberExpression) || node.Is(Kind::kSubscriptExpression);
  if (name || property) Wrap(node, Hook(hook), ")");
}

void TypeHooksPass::Visit(Node node) {
  switch (node.kind()) {
    case Kind::kBinaryExpression:
      VisitBinary(node);
      break;
    case Kind::kUnaryExpression:
      if (node.Child(Field::kOperator).text() == "!") Test(node.Child(Field::kArgument), "f");
      // `typeof x === "string"` and `switch (typeof x)` are taken care of as a whole.
      if (IsTypeof(node) && !whole_[node.index()] && !node.parent().Is(Kind::kBinaryExpression)) {
        if (const auto name = Repeatable(node.Child(Field::kArgument)))
          Wrap(node, fmt::format("{}{},", Hook("t"), *name), ")");
      }
      break;
    case Kind::kIfStatement:
    case Kind::kWhileStatement:
    case Kind::kDoStatement:
    case Kind::kTernaryExpression:
      Test(node.Child(Field::kCondition), "f");
      break;
    case Kind::kSwitchStatement:
      VisitSwitch(node);
      break;
    case Kind::kSubscriptExpression:
      VisitSubscript(node);
      break;
    default:
      break;
  }
}

void TypeHooksPass::VisitBinary(Node node) {
  const Node left = node.Child(Field::kLeft);
  const Node right = node.Child(Field::kRight);
  const std::string text(node.Child(Field::kOperator).text());
  const bool equality = text == "===" || text == "!==" || text == "==" || text == "!=";
  if (text == "&&" || text == "||") {
    Test(left, "f");
    if (text == "||") Wrap(right, Hook("d"), ")");
  } else if (text == "??") {
    Test(left, "n");
    Wrap(right, Hook("d"), ")");
  } else if (text == "instanceof") {
    Call(node, Hook("i"));
  } else if (text == "in" && !left.Is(Kind::kPrivatePropertyIdentifier)) {
    Call(node, Hook("o"));
  } else if (equality && IsTypeof(left) && right.Is(Kind::kString)) {
    const auto name = Repeatable(left.Child(Field::kArgument));
    if (!name) return;
    Call(node, fmt::format("{}{}{},", text[0] == '!' ? "!" : "", Hook("y"), *name));
  } else if (equality && (IsNothing(left) || IsNothing(right))) {
    // Written as null or undefined: a test for absence, which a comparison of two variables is not.
    Call(node, fmt::format("{}\"{}\",", Hook("z"), text));
  } else if (IsCompared(text) && !IsTypeof(left) && !IsTypeof(right)) {
    Call(node, fmt::format("{}\"{}\",", Hook("b"), text));
  }
}

void TypeHooksPass::VisitSwitch(Node node) {
  const Node value = Inside(node.Child(Field::kValue));
  const std::string cases = Cases(node.Child(Field::kBody));
  if (IsTypeof(value)) {
    whole_[value.index()] = true;
    if (const auto name = Repeatable(value.Child(Field::kArgument)))
      Wrap(value, fmt::format("{}{},", Hook("c"), *name), fmt::format(",{})", cases));
    return;
  }
  // A comma expression would be two arguments.
  const bool list = value.Is(Kind::kSequenceExpression);
  Wrap(value, Hook("s") + (list ? "(" : ""), fmt::format("{},{})", list ? ")" : "", cases));
}

// Only where naming the object again has no effect.
void TypeHooksPass::VisitSubscript(Node node) {
  const Node object = node.Child(Field::kObject);
  const Node index = node.Child(Field::kIndex);
  const bool own_property = object.Is(Kind::kMemberExpression) && object.Child(Field::kObject).Is(Kind::kThis) &&
                            object.Child(Field::kProperty).Is(Kind::kPropertyIdentifier);
  const bool name = object.Is(Kind::kIdentifier) && IsDeclared(object);
  const bool simple = index.Is(Kind::kIdentifier) || index.Is(Kind::kMemberExpression);
  if ((!own_property && !name) || !simple || object.text().find('\n') != std::string_view::npos) return;
  Wrap(index, Hook("k"), fmt::format(",{})", object.text()));
}

}  // namespace kingbird::syntax
