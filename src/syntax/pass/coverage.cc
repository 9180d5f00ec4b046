// Follows istanbul-lib-instrument's visitor node by node. One walk gives out counters and notes what to insert where;
// indices are known only when all counters are, so the text is made after it. Where Istanbul would lose the name of an
// anonymous function (default values, class fields) we keep it:
// "(++c,{["f"]:function(){}})["f"]" names it as the source did.
#include "syntax/pass/coverage.h"

#include "base/check.h"
#include "base/text.h"
#include "syntax/rewriter.h"

namespace kingbird::syntax {
namespace {

bool IsLogical(Node node) {
  if (!node.Is(Kind::kBinaryExpression)) return false;
  const std::string_view op = node.Child(Field::kOperator).type();
  return op == "&&" || op == "||" || op == "??";
}

bool IsFunctionOrClass(Node node) { return IsFunctionExpression(node) || node.Is(Kind::kClass); }

/// Forty bits of the hash: among a thousand files two of the same are one case in two million.
std::string ShortHash(std::string_view key) {
  static constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuv";
  std::string text;
  uint64_t hash = base::Hash(key);
  for (int i = 0; i < 8; ++i, hash >>= 5) text += kDigits[hash & 31];
  return text;
}

/// Takes its name from where it stands.
bool IsAnonymousFunction(Node node) { return IsFunctionOrClass(node) && !node.Child(Field::kName); }

/// What gives its name to an anonymous function that is assigned to it.
bool GivesName(Node node) {
  switch (node.kind()) {
    case Kind::kIdentifier:
    case Kind::kUndefined:
    case Kind::kShorthandPropertyIdentifierPattern:
    case Kind::kPropertyIdentifier:
    case Kind::kPrivatePropertyIdentifier:
    case Kind::kString:
    case Kind::kNumber:
      return true;
    default:
      return false;
  }
}

/// A name as the source of a string; escapes in identifiers mean the same in strings.
std::string Quoted(Node name) {
  if (name.Is(Kind::kString) || name.Is(Kind::kNumber)) return std::string(name.text());
  return '"' + std::string(name.text()) + '"';
}

/// The parent, looking through parentheses.
Node ParentExpression(Node node) {
  Node parent = node.parent();
  while (parent.Is(Kind::kParenthesizedExpression)) parent = parent.parent();
  return parent;
}

/// Nodes at which Istanbul looks for "ignore next"; a comment before any other node has no effect.
bool ReadsHints(Node node) {
  switch (node.kind()) {
    case Kind::kArrowFunction:
    case Kind::kAssignmentPattern:
    case Kind::kStatementBlock:
    case Kind::kExportStatement:
    case Kind::kClassDeclaration:
    case Kind::kFieldDefinition:
    case Kind::kExpressionStatement:
    case Kind::kBreakStatement:
    case Kind::kContinueStatement:
    case Kind::kDebuggerStatement:
    case Kind::kReturnStatement:
    case Kind::kThrowStatement:
    case Kind::kTryStatement:
    case Kind::kVariableDeclaration:
    case Kind::kLexicalDeclaration:
    case Kind::kVariableDeclarator:
    case Kind::kIfStatement:
    case Kind::kForStatement:
    case Kind::kForInStatement:
    case Kind::kWhileStatement:
    case Kind::kDoStatement:
    case Kind::kSwitchStatement:
    case Kind::kSwitchCase:
    case Kind::kSwitchDefault:
    case Kind::kWithStatement:
    case Kind::kFunctionDeclaration:
    case Kind::kGeneratorFunctionDeclaration:
    case Kind::kFunctionExpression:
    case Kind::kGeneratorFunction:
    case Kind::kLabeledStatement:
    case Kind::kTernaryExpression:
      return true;
    case Kind::kMethodDefinition:
      return !node.Child(Field::kName).Is(Kind::kPrivatePropertyIdentifier);
    case Kind::kBinaryExpression:
      return IsLogical(node);
    default:
      return false;
  }
}

}  // namespace

Node StripParentheses(Node expression) {
  while (expression.Is(Kind::kParenthesizedExpression)) expression = expression.NamedChild(0);
  return expression;
}

void CoveragePass::Run(const Tree& tree, Edits& edits) {
  tree_ = &tree;
  hints_ = std::make_unique<Hints>(tree);
  if (hints_->ignore_file()) return;
  // A name of its own per file: two files run as scripts in one global scope keep apart.
  variable_ = FreshName(tree, "$k" + ShortHash(key_));
  Walk(
      tree.root(), [this](Node node) { return Visit(node); }, [this](Node node) { Leave(node); });

  size_t paths = 0;
  for (const Branch& branch : counters_.branches) {
    first_path_.push_back(paths);
    paths += branch.paths.size();
  }
  std::erase_if(counters_.branches, [](const Branch& branch) { return branch.paths.empty(); });
  first_function_ = counters_.FirstFunctionIndex();
  for (const Action& action : actions_) Apply(action, edits);
}

CoveragePass::Given CoveragePass::GivenSoFar() const {
  return {static_cast<uint32_t>(counters_.statements.size()), static_cast<uint32_t>(counters_.branches.size()),
          static_cast<uint32_t>(counters_.functions.size())};
}

void CoveragePass::Leave(Node node) {
  if (IsFunctionSite(node)) given_[node.index()].second = GivenSoFar();
}

bool CoveragePass::Visit(Node node) {
  if (!node.named()) return false;
  if (IsFunctionSite(node)) given_[node.index()].first = GivenSoFar();
  if (skipped_.contains(node.index())) return false;
  if (hints_->any() && ReadsHints(node) && !hints_moved_.contains(node.index()) &&
      hints_->For(node) == Hints::Hint::kNext) {
    return false;
  }
  switch (node.kind()) {
    case Kind::kArrowFunction:
      VisitArrow(node);
      break;
    case Kind::kFunctionDeclaration:
    case Kind::kFunctionExpression:
    case Kind::kGeneratorFunction:
    case Kind::kGeneratorFunctionDeclaration:
      VisitFunction(node, true);
      break;
    case Kind::kMethodDefinition:
      // Istanbul does not count private methods as functions, only what is in them.
      VisitFunction(node, !node.Child(Field::kName).Is(Kind::kPrivatePropertyIdentifier));
      break;
    case Kind::kExpressionStatement:
      if (!node.directive()) VisitStatement(node);
      break;
    case Kind::kBreakStatement:
    case Kind::kContinueStatement:
    case Kind::kDebuggerStatement:
    case Kind::kReturnStatement:
    case Kind::kThrowStatement:
    case Kind::kTryStatement:
    case Kind::kLabeledStatement:
      VisitStatement(node);
      break;
    case Kind::kForStatement:
    case Kind::kForInStatement:
    case Kind::kWhileStatement:
    case Kind::kDoStatement:
    case Kind::kWithStatement:
      VisitStatement(node);
      if (node.Is(Kind::kForInStatement)) VisitInitializer(node, node.Child(Field::kLeft));
      WrapStatement(node.Child(Field::kBody));
      break;
    case Kind::kSwitchStatement:
      switch_branches_[node.index()] = NewBranch(BranchKind::kSwitch, node);
      VisitStatement(node);
      break;
    case Kind::kSwitchCase:
    case Kind::kSwitchDefault:
      VisitCase(node);
      break;
    case Kind::kIfStatement:
      VisitIf(node);
      break;
    case Kind::kVariableDeclarator:
      VisitDeclarator(node);
      break;
    case Kind::kFieldDefinition:
      VisitField(node);
      break;
    case Kind::kAssignmentPattern:
    case Kind::kObjectAssignmentPattern:
      VisitDefault(node);
      break;
    case Kind::kTernaryExpression:
      VisitTernary(node);
      break;
    case Kind::kBinaryExpression:
      if (IsLogical(node) && !IsLogical(ParentExpression(node))) VisitLogical(node);
      break;
    default:
      break;
  }
  return true;
}

void CoveragePass::VisitFunction(Node node, bool counted) {
  if (!counted) return;
  const Node body = node.Child(Field::kBody);
  InsertAtBodyStart(body, NewFunction(node, body));
}

void CoveragePass::VisitArrow(Node node) {
  const Node body = node.Child(Field::kBody);
  if (body.Is(Kind::kStatementBlock)) return VisitFunction(node, true);
  const Counter function = NewFunction(node, StripParentheses(body));
  const Counter statement = NewStatement(StripParentheses(body));
  if (!function && !statement) return;
  WrapExpression(body, function ? function : statement);
  if (function && statement) Insert(Place::kAround, body, statement, {"", ",", ""});
}

void CoveragePass::VisitStatement(Node node) { Insert(Place::kStatement, node, NewStatement(node), {"", ";", ""}); }

void CoveragePass::VisitIf(Node node) {
  VisitStatement(node);
  const Hints::Hint hint = hints_->For(node);
  const uint32_t branch = NewBranch(BranchKind::kIf, node);
  const Node consequence = node.Child(Field::kConsequence);
  const Node alternative = node.Child(Field::kAlternative).NamedChild(0);
  const uint32_t line = tree_->PositionAt(node.begin()).line;

  WrapStatement(consequence);
  if (hint == Hints::Hint::kIf)
    skipped_.insert(consequence.index());
  else
    InsertAtBodyStart(consequence, NewPath(branch, RangeOf(node), line));
  if (hint == Hints::Hint::kElse) {
    if (alternative) skipped_.insert(alternative.index());
  } else if (alternative) {
    WrapStatement(alternative);
    InsertAtBodyStart(alternative, NewPath(branch, RangeOf(alternative), tree_->PositionAt(alternative.begin()).line));
  } else {
    Insert(Place::kBehind, consequence, NewPath(branch, Range(), line), {" else{", "}", ""});
  }
}

void CoveragePass::VisitDeclarator(Node node) {
  const Node value = node.Child(Field::kValue);
  const Node initial = StripParentheses(value);
  if (!IsFunctionOrClass(initial)) return VisitInitializer(node, node.Child(Field::kName));
  // A function would lose its name inside "(++c, function(){})": count before the declaration.
  Node declaration = node.parent();
  Node before = declaration;
  Node around = declaration.parent();
  if (around.Is(Kind::kExportStatement)) before = around;
  if (around.Is(Kind::kForStatement)) before = around;
  const bool istanbul_hoists = around.Is(Kind::kExportStatement) || around.Is(Kind::kProgram) ||
                               (around.Is(Kind::kStatementBlock) && !around.parent().Is(Kind::kClassStaticBlock));
  if (!istanbul_hoists) hints_moved_.insert(initial.index());
  Insert(Place::kStatement, before, NewStatement(initial), {"", ";", ""});
}

void CoveragePass::VisitInitializer(Node node, Node target) {
  const Node value = node.Child(Field::kValue);
  if (!value) return;
  const Node initial = StripParentheses(value);
  hints_moved_.insert(initial.index());
  const Counter counter = NewStatement(initial);
  if (IsAnonymousFunction(initial) && GivesName(target))
    WrapNamed(value, counter, Quoted(target));
  else
    WrapExpression(value, counter);
}

void CoveragePass::VisitField(Node node) {
  const Node value = node.Child(Field::kValue);
  const Node property = node.Child(Field::kProperty);
  if (!property.Is(Kind::kComputedPropertyName) || !IsAnonymousFunction(StripParentheses(value))) {
    return VisitInitializer(node, property);
  }
  // The name is known only to the engine: count in an element of its own before the field.
  const Counter counter = NewStatement(StripParentheses(value));
  hints_moved_.insert(StripParentheses(value).index());
  if (node.Token("static"))
    Insert(Place::kAround, node, counter, {"static{", "}", ""});
  else
    Insert(Place::kAround, node, counter, {"#" + variable_ + "_" + std::to_string(counter.id) + "=", ";", ""});
}

void CoveragePass::VisitDefault(Node node) {
  const Node right = node.Child(Field::kRight);
  const Node value = StripParentheses(right);
  const uint32_t branch = NewBranch(BranchKind::kDefault, node);
  const Counter path = NewPath(branch, RangeOf(value), tree_->PositionAt(value.begin()).line);
  hints_moved_.insert(value.index());
  const Node left = node.Child(Field::kLeft);
  if (IsAnonymousFunction(value) && GivesName(left))
    WrapNamed(right, path, Quoted(left));
  else
    WrapExpression(right, path);
}

void CoveragePass::VisitTernary(Node node) {
  const uint32_t branch = NewBranch(BranchKind::kConditional, node);
  for (Field field : {Field::kConsequence, Field::kAlternative}) {
    const Node arm = node.Child(field);
    const Node value = StripParentheses(arm);
    if (hints_->For(value) == Hints::Hint::kNext) continue;
    WrapExpression(arm, NewPath(branch, RangeOf(value), tree_->PositionAt(value.begin()).line));
  }
}

void CoveragePass::VisitLogical(Node node) {
  const uint32_t branch = NewBranch(BranchKind::kLogical, node);
  std::vector<Node> pending = {node};
  while (!pending.empty()) {
    const Node operand = pending.back();
    const Node value = StripParentheses(operand);
    pending.pop_back();
    if (value != node && hints_->For(value) == Hints::Hint::kNext) continue;
    if (IsLogical(value)) {
      pending.push_back(value.Child(Field::kRight));
      pending.push_back(value.Child(Field::kLeft));
    } else {
      WrapExpression(operand, NewPath(branch, RangeOf(value), tree_->PositionAt(value.begin()).line));
    }
  }
}

void CoveragePass::VisitCase(Node node) {
  auto branch = switch_branches_.find(node.parent().parent().index());
  CHECK(branch != switch_branches_.end());
  const uint32_t line = tree_->PositionAt(node.begin()).line;
  Insert(Place::kBodyBegin, node, NewPath(branch->second, RangeOf(node), line), {"", ";", ""});
}

}  // namespace kingbird::syntax
