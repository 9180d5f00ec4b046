#include "syntax/pass/read_trace.h"

#include <fmt/format.h>

#include <array>

#include "base/json.h"
#include "syntax/rewriter.h"

namespace kingbird::syntax {
namespace {

constexpr std::array<std::string_view, 9> kNoGlobals = {"arguments", "require",    "module",    "exports", "eval",
                                                        "undefined", "__filename", "__dirname", "async"};

// Written or deleted, not read: the target of an assignment, a loop or a pattern.
bool IsOnlyWritten(Node member) {
  const Node parent = member.parent();
  switch (parent.kind()) {
    case Kind::kAssignmentExpression:
    case Kind::kForInStatement:
      return member.field() == Field::kLeft;
    case Kind::kUnaryExpression:
      return static_cast<bool>(parent.Token("delete"));
    case Kind::kArrayPattern:
    case Kind::kObjectPattern:
    case Kind::kPairPattern:
    case Kind::kAssignmentPattern:
    case Kind::kRestPattern:
      return true;
    default:
      return false;
  }
}

bool IsInDecorator(Node node) {
  constexpr int kLevels = 6;
  Node at = node;
  for (int i = 0; i < kLevels && at; ++i, at = at.parent()) {
    if (at.Is(Kind::kDecorator)) return true;
  }
  return false;
}

}  // namespace

void ReadTracePass::Run(const Tree& tree, Edits& edits) {
  variable_ = FreshName(tree, "$r");
  scopes_.emplace(tree);
  chains_.emplace(tree);
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.At(i);
    if (!node.named()) continue;
    Wrapping wrapping = WrappingOf(node);
    if (!wrapping.before.empty()) edits.Wrap(node, std::move(wrapping.before), std::move(wrapping.after));
  }
}

bool ReadTracePass::IsTraced(Node member) const {
  const Node object = member.Child(Field::kObject);
  if (!object || object.Is(Kind::kSuper) || object.Is(Kind::kImport) || object.Is(Kind::kMetaProperty)) return false;
  if (member.Child(Field::kProperty).Is(Kind::kPrivatePropertyIdentifier)) return false;
  return !IsOnlyWritten(member) && !chains_->IsInCallee(member) && !chains_->LastOptional(object) &&
         !IsInDecorator(member);
}

// A place where `name` can become `(tell,name)` without changing what it means.
bool ReadTracePass::IsPlainOperand(Node identifier) const {
  const Node parent = identifier.parent();
  switch (parent.kind()) {
    case Kind::kBinaryExpression:
    case Kind::kTernaryExpression:
    case Kind::kArguments:
    case Kind::kReturnStatement:
      return true;
    case Kind::kParenthesizedExpression:
      // Elsewhere parentheses may stand around the target of an assignment.
      return parent.parent().Is(Kind::kIfStatement) || parent.parent().Is(Kind::kWhileStatement);
    case Kind::kUnaryExpression:
      return static_cast<bool>(parent.Token("!"));
    case Kind::kVariableDeclarator:
      return identifier.field() == Field::kValue;
    case Kind::kAssignmentExpression:
      return identifier.field() == Field::kRight;
    case Kind::kMemberExpression:
    case Kind::kSubscriptExpression:
      return identifier.field() == Field::kObject && IsTraced(parent);
    default:
      return false;
  }
}

bool ReadTracePass::IsGlobalRead(Node identifier) const {
  if (!identifier.Is(Kind::kIdentifier) || !IsPlainOperand(identifier) || IsInDecorator(identifier)) return false;
  for (std::string_view name : kNoGlobals) {
    if (identifier.text() == name) return false;
  }
  return scopes_->BindingOf(identifier) == kNoId && !scopes_->IsUncertain(identifier);
}

ReadTracePass::Wrapping ReadTracePass::WrappingOf(Node node) const {
  Wrapping wrapping;
  const Node parent = node.parent();
  if (IsMember(parent) && IsTraced(parent)) {
    if (node.field() == Field::kObject) {
      const bool dotted = parent.Is(Kind::kMemberExpression);
      wrapping.before = variable_ + (dotted ? ".o(" : ".p(");
      wrapping.after =
          dotted ? fmt::format(",{})", base::DumpJson(std::string(parent.Child(Field::kProperty).text()))) : ")";
    } else if (node.field() == Field::kIndex) {
      wrapping = {variable_ + ".k((", "))"};
    }
  } else if (parent.Is(Kind::kBinaryExpression) && parent.Child(Field::kOperator).text() == "in" &&
             !parent.Child(Field::kLeft).Is(Kind::kPrivatePropertyIdentifier)) {
    if (node.field() == Field::kLeft) wrapping = {variable_ + ".n((", "))"};
    if (node.field() == Field::kRight) wrapping = {variable_ + ".i((", "))"};
  }
  if (IsGlobalRead(node)) {
    wrapping.before += "(" + variable_ + ".g(" + base::DumpJson(std::string(node.text())) + "),";
    wrapping.after = ")" + wrapping.after;
  }
  return wrapping;
}

std::string ReadTracePass::Prologue(bool module) const {
  // Without the agent nobody listens. The names are those of agent/read_trace.js.
  const std::string fetch =
      "typeof __kingbird_reads$===\"object\"?__kingbird_reads$:{o:a=>a,p:a=>a,k:a=>a,n:a=>a,i:a=>a,g(){}}";
  return FetchInPrologue(variable_, fetch, module);
}

}  // namespace kingbird::syntax
