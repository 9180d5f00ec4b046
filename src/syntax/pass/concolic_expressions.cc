// Expressions: `(t=a op b,s=(sa|sb)!==0?runtime.bin(…):0,t)`. Operands that are read again afterwards are kept in
// temporaries when they are no plain names, or when code in between might change them.
#include <fmt/format.h>

#include "base/json.h"
#include "syntax/pass/concolic.h"

namespace kingbird::syntax {
namespace {

constexpr int kDeepest = 400;

bool IsSimple(Node node) {
  node = WithoutParentheses(node);
  switch (node.kind()) {
    case Kind::kIdentifier:
    case Kind::kNumber:
    case Kind::kString:
    case Kind::kTrue:
    case Kind::kFalse:
    case Kind::kNull:
    case Kind::kUndefined:
    case Kind::kThis:
      return true;
    default:
      return false;
  }
}

}  // namespace

ConcolicPass::Expression ConcolicPass::Compile(Node node) {
  if (!node) return {};
  if (const auto start = starts_.find(node.index()); start != starts_.end()) return start->second;
  if (depth_ > kDeepest) return Others(node);
  ++depth_;
  Expression expression = Dispatch(node);
  --depth_;
  return expression;
}

ConcolicPass::Expression ConcolicPass::Dispatch(Node node) {
  switch (node.kind()) {
    case Kind::kParenthesizedExpression:
      return Compile(node.NamedChild(0));
    case Kind::kIdentifier:
    case Kind::kUndefined:
    case Kind::kThis:
    case Kind::kNumber:
    case Kind::kString:
    case Kind::kTrue:
    case Kind::kFalse:
    case Kind::kNull:
      return Name(node);
    case Kind::kFunctionExpression:
    case Kind::kGeneratorFunction:
    case Kind::kArrowFunction:
      CompileFunction(node);
      return {};
    case Kind::kClass:
      CompileClass(node);
      return {};
    case Kind::kBinaryExpression:
      return Binary(node);
    case Kind::kUnaryExpression:
      return Unary(node);
    case Kind::kTernaryExpression:
      return Ternary(node);
    case Kind::kSequenceExpression:
      return Sequence(node);
    case Kind::kTemplateString:
      return Template(node);
    case Kind::kArray:
      return Array(node);
    case Kind::kObject:
      return Object(node);
    case Kind::kAwaitExpression:
      return Await(node);
    case Kind::kYieldExpression:
      return Yield(node);
    case Kind::kMemberExpression:
    case Kind::kSubscriptExpression:
      return Member(node);
    case Kind::kCallExpression:
      return Call(node);
    case Kind::kNewExpression:
      return New(node);
    case Kind::kAssignmentExpression:
      return Assign(node);
    case Kind::kAugmentedAssignmentExpression:
      return Augment(node);
    case Kind::kUpdateExpression:
      return Update(node);
    default:
      return Others(node);
  }
}

// What has no meaning for us: its parts are compiled, what comes out is concrete.
ConcolicPass::Expression ConcolicPass::Others(Node node) {
  for (Node child : node.children()) {
    const bool expression = !child.Is(Kind::kPropertyIdentifier) && !child.Is(Kind::kPrivatePropertyIdentifier);
    if (expression) Compile(child);
  }
  return {};
}

ConcolicPass::Expression ConcolicPass::Name(Node node) {
  Expression expression;
  expression.value = std::string(node.text());
  if (node.text().find('\n') != std::string_view::npos) return {};
  if (node.Is(Kind::kIdentifier) && free_names_.contains(expression.value) && scopes_->BindingOf(node) == kNoId)
    return FreeName(node);
  expression.simple = true;
  expression.literal = !node.Is(Kind::kIdentifier);
  const bool literal = (node.Is(Kind::kNumber) && !IsBigInt(node)) || node.Is(Kind::kString);
  if (literal && options_.stress) expression.shadow = fmt::format("{}.c({})", kConcolicRuntime, node.text());
  if (node.Is(Kind::kThis)) expression.shadow = ThisShadow();
  if (!node.Is(Kind::kIdentifier) || !IsSymbolicName(node)) return expression;
  const auto peek = peeks_.find(scopes_->BindingOf(node));
  expression.shadow = peek == peeks_.end() ? Twin(node.text())
                                           : fmt::format("{}.peek({},{})", kConcolicRuntime, peek->second, node.text());
  return expression;
}

ConcolicPass::Expression ConcolicPass::FreeName(Node node) {
  const std::string value = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{}={}.np!==0?{}.free({},{}):0,{})", shadow, kConcolicRuntime, kConcolicRuntime,
                   base::DumpJson(std::string(node.text())), value, value));
  return {shadow, value, false, false};
}

ConcolicPass::Expression ConcolicPass::Binary(Node node) {
  const Node left = node.Child(Field::kLeft);
  const Node right = node.Child(Field::kRight);
  const std::string op(node.Child(Field::kOperator).text());
  if (op == "&&" || op == "||" || op == "??") return Logical(node, op);
  if (left.Is(Kind::kPrivatePropertyIdentifier)) {
    Compile(right);
    return {};
  }
  Expression a = Compile(left);
  Expression b = Compile(right);
  // Objects that are inputs are known by themselves, without a shadow.
  const bool needs_object = op == "in" || op == "instanceof";
  if (!a.symbolic() && !b.symbolic() && !needs_object) return {};
  a = Keep(left, a, !IsSimple(right));
  b = Keep(right, b, false);
  const std::string site = SiteText(ConcolicSite::Kind::kUse, node);
  const std::string any = AnyOf({a.shadow, b.shadow, needs_object ? Tables(Names::kAny) : std::string("0")});
  if (needs_object)
    Wrap(right, "(",
         fmt::format(",{}!==0&&{}.right({},{},{},\"{}\",{}),{})", any, kConcolicRuntime, site, b.shadow, b.value, op,
                     a.value, b.value));
  const std::string value = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{}={}!==0?{}.bin(\"{}\",{},{},{},{},{},{}):0,{})", shadow, any, kConcolicRuntime, op, site,
                   a.shadow, a.value, b.shadow, b.value, value, value));
  return {shadow, value, false, false};
}

// `a && b` stays: each side notes its shadow when it is evaluated, so the last one that was is the result's.
ConcolicPass::Expression ConcolicPass::Logical(Node node, const std::string& op) {
  const Node left = node.Child(Field::kLeft);
  const Node right = node.Child(Field::kRight);
  Expression a = Compile(left);
  const Expression b = Compile(right);
  if (!a.symbolic() && !b.symbolic()) return {};
  const std::string shadow = Temporary();
  if (a.symbolic()) {
    a = Keep(left, a, false);
    Wrap(left, "(",
         fmt::format(",{0}={1},{1}!==0&&{2}.{3}({4},{1},{5}),{5})", shadow, a.shadow, kConcolicRuntime,
                     op == "??" ? "brn" : "br", SiteText(ConcolicSite::Kind::kBranch, left), a.value));
  } else if (TakesName(left)) {
    Wrap(left, fmt::format("({}=0,", shadow), ")");
  } else {
    const std::string value = Temporary();
    Wrap(left, fmt::format("({}=", value), fmt::format(",{}=0,{})", shadow, value));
  }
  if (!b.symbolic()) {
    Wrap(right, fmt::format("({}=0,", shadow), ")");
  } else {
    const std::string value = Temporary();
    Wrap(right, fmt::format("({}=", value), fmt::format(",{}={},{})", shadow, b.shadow, value));
  }
  const std::string value = Temporary();
  Wrap(node, fmt::format("({}=", value), ")");
  return {shadow, value, false, false};
}

ConcolicPass::Expression ConcolicPass::Unary(Node node) {
  const std::string op(node.Child(Field::kOperator).text());
  const Node argument = node.Child(Field::kArgument);
  if (op == "delete") {
    const Node inner = WithoutParentheses(argument);
    const bool member = inner.Is(Kind::kMemberExpression) || inner.Is(Kind::kSubscriptExpression);
    if (chains_->LastOptional(inner)) {
      CompileInner(inner);
    } else if (member) {
      Compile(inner.Child(Field::kObject));
      if (inner.Is(Kind::kSubscriptExpression)) Lose(inner.Child(Field::kIndex), "delete");
    } else if (!inner.Is(Kind::kIdentifier)) {
      Compile(inner);
    }
    return {};
  }
  Expression a = Compile(argument);
  if (op == "void" || !a.symbolic()) return {};
  a = Keep(argument, a, false);
  const std::string value = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{0}={1}!==0?{2}.un(\"{3}\",{4},{1},{5}):0,{6})", shadow, a.shadow, kConcolicRuntime, op,
                   SiteText(ConcolicSite::Kind::kUse, node), a.value, value));
  return {shadow, value, false, false};
}

ConcolicPass::Expression ConcolicPass::Ternary(Node node) {
  Condition(node.Child(Field::kCondition));
  const Node arms[] = {node.Child(Field::kConsequence), node.Child(Field::kAlternative)};
  Expression compiled[] = {Compile(arms[0]), Compile(arms[1])};
  if (!compiled[0].symbolic() && !compiled[1].symbolic()) return {};
  const std::string shadow = Temporary();
  for (int i = 0; i < 2; ++i) {
    if (!compiled[i].symbolic()) {
      Wrap(arms[i], fmt::format("({}=0,", shadow), ")");
      continue;
    }
    const std::string value = Temporary();
    Wrap(arms[i], fmt::format("({}=", value), fmt::format(",{}={},{})", shadow, compiled[i].shadow, value));
  }
  const std::string value = Temporary();
  Wrap(node, fmt::format("({}=", value), ")");
  return {shadow, value, false, false};
}

ConcolicPass::Expression ConcolicPass::Sequence(Node node) {
  Expression last;
  for (Node part : node.children()) last = Compile(part);
  last.simple = false;
  if (last.shadow == "0" || !last.shadow.starts_with(temporary_)) last.value.clear();
  return last;
}

// What is yielded lies beside the generator until somebody takes it; so does what is sent to it.
ConcolicPass::Expression ConcolicPass::Yield(Node node) {
  const Node argument = node.NamedChild(0);
  Expression yielded = Compile(argument);
  if (argument && !node.Token("*")) {
    yielded = Keep(argument, yielded, false);
    Wrap(argument, "(", fmt::format(",{0}.ys={1},{0}.yv={2},{2})", kConcolicRuntime, yielded.shadow, yielded.value));
  }
  const std::string value = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{0}={1}.ss!==0?{1}.sent({2}):0,{2})", shadow, kConcolicRuntime, value));
  return {shadow, value, false, false};
}

// An async function returns its promise to the caller when it waits for the first time or ends. Right before that it
// tells the agent which record holds the shadow of its result, and the caller's side ties the record to the promise.
std::string ConcolicPass::Suspend() {
  if (function_->record.empty()) function_->record = KeptTemporary();
  return fmt::format("{0}={1}.suspend({0})", function_->record, kConcolicRuntime);
}

bool ConcolicPass::IsAsync(Node function) {
  const bool generator = function.Is(Kind::kGeneratorFunction) || function.Is(Kind::kGeneratorFunctionDeclaration) ||
                         (function.Is(Kind::kMethodDefinition) && function.Token("*"));
  return !generator && IsFunction(function) && function.Token("async");
}

ConcolicPass::Expression ConcolicPass::Await(Node node) {
  const Node argument = node.NamedChild(0);
  const Expression waited = Compile(argument);
  const std::string kept = KeptTemporary();
  const std::string kept_shadow = KeptTemporary();
  const std::string suspend =
      IsAsync(function_->node) ? fmt::format(",{}.np!==0&&({})", kConcolicRuntime, Suspend()) : "";
  Wrap(argument, fmt::format("({}=", kept), fmt::format(",{}={}{},{})", kept_shadow, waited.shadow, suspend, kept));
  const std::string value = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{}={}.awaited({},{},{}),{})", shadow, kConcolicRuntime, kept_shadow, kept, value, value));
  return {shadow, value, false, false};
}

}  // namespace kingbird::syntax
