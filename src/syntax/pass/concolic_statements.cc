// Statements stay; conditions tell how they came out, declarations give values to twins.
#include <fmt/format.h>

#include "syntax/pass/concolic.h"

namespace kingbird::syntax {
namespace {

/// What stands before may lack its semicolon and would go on with a parenthesis.
bool LacksSemicolon(Node statement) {
  return statement && !statement.text().ends_with(';') && !statement.Is(Kind::kHashBangLine) && !statement.directive();
}

bool IsStatement(Node node) {
  return node.Is(Kind::kLexicalDeclaration) || node.Is(Kind::kVariableDeclaration) ||
         node.Is(Kind::kExpressionStatement) || node.Is(Kind::kEmptyStatement);
}

bool DeclaresLexically(const ScopeTree& scopes, Node block, std::string_view name) {
  if (!block.Is(Kind::kStatementBlock)) return false;
  for (const Scope& scope : scopes.scopes()) {
    if (scope.node == block.index()) return scope.names.contains(std::string(name));
  }
  return false;
}

}  // namespace

void ConcolicPass::Statements(Node body) {
  Node previous;
  for (Node statement : body.children()) {
    if (LacksSemicolon(previous) && statement.Is(Kind::kExpressionStatement)) edits_->Before(statement, ";");
    Statement(statement);
    previous = statement;
  }
}

void ConcolicPass::Statement(Node node) {
  if (!node) return;
  const int before = function_->temporaries;
  switch (node.kind()) {
    case Kind::kExpressionStatement:
      if (node.directive()) break;
      Compile(node.NamedChild(0));
      break;
    case Kind::kVariableDeclaration:
    case Kind::kLexicalDeclaration:
      Declaration(node);
      break;
    case Kind::kReturnStatement:
      if (const Node argument = node.NamedChild(0)) Return(argument);
      break;
    case Kind::kThrowStatement:
      Throw(node.NamedChild(0));
      break;
    case Kind::kIfStatement:
      Condition(node.Child(Field::kCondition));
      Statement(node.Child(Field::kConsequence));
      Statement(node.Child(Field::kAlternative).NamedChild(0));
      break;
    case Kind::kWhileStatement:
    case Kind::kDoStatement:
      Condition(node.Child(Field::kCondition));
      Statement(node.Child(Field::kBody));
      break;
    case Kind::kForStatement:
      if (const Node start = node.Child(Field::kInitializer); IsStatement(start)) {
        Statement(start);
      } else {
        Compile(start);
      }
      if (const Node test = node.Child(Field::kCondition); test.Is(Kind::kExpressionStatement)) {
        Condition(test.NamedChild(0));
      } else if (test && !test.Is(Kind::kEmptyStatement)) {
        Condition(test);
      }
      if (const Node step = node.Child(Field::kIncrement)) Compile(step);
      Statement(node.Child(Field::kBody));
      break;
    case Kind::kForInStatement:
      ForIn(node);
      break;
    case Kind::kSwitchStatement:
      Switch(node);
      break;
    case Kind::kTryStatement:
      Statement(node.Child(Field::kBody));
      if (const Node handler = node.Child(Field::kHandler)) Handler(handler);
      Statement(node.Child(Field::kFinalizer).Child(Field::kBody));
      break;
    case Kind::kFunctionDeclaration:
    case Kind::kGeneratorFunctionDeclaration:
      CompileFunction(node);
      break;
    case Kind::kClassDeclaration:
      CompileClass(node);
      break;
    case Kind::kExportStatement:
      if (const Node declaration = node.Child(Field::kDeclaration)) Statement(declaration);
      if (const Node value = node.Child(Field::kValue)) Compile(value);
      break;
    case Kind::kStatementBlock:
    case Kind::kElseClause:
      Statements(node);
      break;
    case Kind::kLabeledStatement:
      Statement(node.Child(Field::kBody));
      break;
    default:
      break;
  }
  function_->temporaries = before;
}

// The agent remembers the value that is thrown together with its shadow. A handler that catches the same value gets
// the shadow back.
void ConcolicPass::Throw(Node argument) {
  const Expression thrown = Keep(argument, Compile(argument), false);
  if (thrown.value.empty()) return;
  Wrap(argument, "(",
       fmt::format(",{0}.np!==0&&{0}.thrown({1},{2}),{2})", kConcolicRuntime, thrown.shadow, thrown.value));
}

void ConcolicPass::Handler(Node handler) {
  const Node body = handler.Child(Field::kBody);
  const Node parameter = handler.Child(Field::kParameter);
  std::string text = fmt::format("{}.p=0;", kConcolicRuntime);
  if (parameter.Is(Kind::kIdentifier) && IsSymbolicName(parameter)) {
    text += fmt::format("let {0}={1}.np!==0?{1}.caught({2}):0;", Twin(parameter.text()), kConcolicRuntime,
                        parameter.text());
  } else if (IsPattern(parameter)) {
    const std::string resets = CompilePattern(parameter);
    const Part whole = {KeptTemporary(), KeptTemporary()};
    const std::string twins = PatternShadows(parameter, whole, true);
    text += fmt::format("{0}={1}.tv,{2}={1}.ts;", whole.value, kConcolicRuntime, whole.shadow);
    if (!twins.empty()) text += "let " + twins.substr(1) + ";";
    if (!resets.empty()) text += resets.substr(1) + ";";
  }
  Statements(body);
  edits_->BodyBegin(body, text);
}

void ConcolicPass::Declaration(Node node) {
  const bool is_var = node.Is(Kind::kVariableDeclaration);
  for (Node declarator : node.children()) {
    if (declarator.Is(Kind::kVariableDeclarator)) Declarator(declarator, is_var);
  }
}

void ConcolicPass::Declarator(Node node, bool is_var) {
  const Node name = node.Child(Field::kName);
  const Node value = node.Child(Field::kValue);
  if (name.Is(Kind::kIdentifier)) {
    const Expression expression = Compile(value);
    if (!IsSymbolicName(name)) return LoseInName(name, value, expression);
    if (value || !is_var) edits_->After(node, fmt::format(",{}={}", Twin(name.text()), expression.shadow));
    return;
  }
  if (!value) return CompileInner(name);
  const std::string resets = CompilePattern(name);
  const Expression expression = Compile(value);
  const Part whole = {KeptTemporary(), KeptTemporary()};
  const std::string twins = PatternShadows(name, whole, true);
  Watch(name, value, whole, expression.shadow + resets);
  edits_->After(node, twins);
}

// Statements at the head of the body: the element of an array has the shadow of its index, and what a generator yields
// has left its own.
std::string ConcolicPass::EachText(Node node, const Expression& list) {
  const Node left = node.Child(Field::kLeft);
  const Node right = node.Child(Field::kRight);
  const std::string array = KeptTemporary();
  const std::string index = KeptTemporary();
  const std::string shadow = KeptTemporary();
  const std::string resets = IsPattern(left) ? CompilePattern(left) : "";
  const std::string site = SiteText(ConcolicSite::Kind::kBranch, right);
  Wrap(right, fmt::format("({}=", array),
       fmt::format(",{0}=0,{1}={2}{6},({1}|{3}.nk)!==0&&{3}.iterate({4},{1},{5}{7}),{5})", index, shadow, list.shadow,
                   kConcolicRuntime, site, array, resets, IsPattern(left) ? "," + Shape(left) : ""));
  const auto each = [&](std::string_view value) {
    return fmt::format("{}.each({},{},{},{}++,{})", kConcolicRuntime, site, shadow, array, index, value);
  };
  const Node kind = node.Child(Field::kKind);
  const bool lexical = kind && kind.text() != "var";
  const std::string declare = lexical ? "let " : "";
  if (!IsPattern(left)) return fmt::format("{}{}={};", declare, Twin(left.text()), each(left.text()));
  const Part element = {KeptTemporary(), KeptTemporary()};
  const std::string twins = PatternShadows(left, element, static_cast<bool>(kind));
  if (twins.empty()) return "";
  return fmt::format("{}={}.element({},{}),{}={};{}{};", element.value, kConcolicRuntime, array, index, element.shadow,
                     each(element.value), declare, twins.substr(1)) +
         (resets.empty() ? "" : resets.substr(1) + ";");
}

void ConcolicPass::ForIn(Node node) {
  const Node left = node.Child(Field::kLeft);
  const Node right = node.Child(Field::kRight);
  const Node body = node.Child(Field::kBody);
  const Node kind = node.Child(Field::kKind);
  const bool lexical = kind && kind.text() != "var";
  const bool of = node.Child(Field::kOperator).text() == "of" && !node.Token("await");
  if (const Node value = node.Child(Field::kValue)) CompileInner(value);
  if (!of || !IsPattern(left)) CompileInner(left);
  const Expression list = Compile(right);
  if (node.Token("await")) Lose(right, list, "for await");
  std::vector<std::string> names;
  for (Node name : NamesIn(left)) {
    if (IsSymbolicName(name)) names.emplace_back(name.text());
  }
  std::string text;
  if (of && !names.empty()) {
    text = EachText(node, list);
  } else {
    if (of && IsPattern(left)) CompilePattern(left);
    const bool in = node.Child(Field::kOperator).text() == "in";
    const std::string object = in ? KeptTemporary() : "";
    if (in)
      Wrap(right, fmt::format("({}=", object),
           fmt::format(",({0}|{1}.nk)!==0&&{1}.names({2},{0},{3}),{3})", list.shadow, kConcolicRuntime,
                       SiteText(ConcolicSite::Kind::kBranch, right), object));
    for (const std::string& name : names) {
      if (!text.empty()) text += lexical ? "," : ";";
      text += (text.empty() && lexical ? "let " : "") + Twin(name) + "=";
      text += in && left.Is(Kind::kIdentifier)
                  ? fmt::format("{0}.nk!==0?{0}.name({1},{2}):0", kConcolicRuntime, object, name)
                  : "0";
    }
    if (!text.empty()) text += ";";
  }
  Statement(body);
  if (text.empty()) return;
  bool clash = false;
  for (const std::string& name : names) clash = clash || (lexical && DeclaresLexically(*scopes_, body, name));
  if (body.Is(Kind::kStatementBlock) && !clash) return edits_->BodyBegin(body, text);
  // Braces around the body, whatever it is.
  Wrap(body, "{" + text, "}");
}

void ConcolicPass::Switch(Node node) {
  const Node value = node.Child(Field::kValue);
  const Expression subject = Compile(value);
  const Node inside = value.Is(Kind::kParenthesizedExpression) ? value.NamedChild(0) : value;
  std::string kept = subject.value;
  std::string shadow = "0";
  if (subject.symbolic()) {
    kept = KeptTemporary();
    shadow = KeptTemporary();
    Wrap(inside, fmt::format("({}=", kept), fmt::format(",{}={},{})", shadow, subject.shadow, kept));
  } else if (!subject.literal || kept.empty()) {  // `(a, "b")` is literal and has no text of its own.
    kept = KeptTemporary();
    Wrap(inside, fmt::format("({}=", kept), ")");
  }
  for (Node part : node.Child(Field::kBody).children()) {
    const Node test = part.Child(Field::kValue);
    if (part.Is(Kind::kSwitchCase) && test) {
      Expression expression = Compile(test);
      if (subject.symbolic() || expression.symbolic()) {
        expression = Keep(test, expression, false);
        const std::string any = AnyOf({shadow, expression.shadow});
        Wrap(test, "(",
             fmt::format(",{}!==0&&{}.match({},{},{},{},{}),{})", any, kConcolicRuntime,
                         SiteText(ConcolicSite::Kind::kBranch, test), shadow, kept, expression.shadow, expression.value,
                         expression.value));
      }
    }
    Node previous;
    for (Node statement : part.children()) {
      if (statement == test) continue;
      if (LacksSemicolon(previous) && statement.Is(Kind::kExpressionStatement)) edits_->Before(statement, ";");
      Statement(statement);
      previous = statement;
    }
  }
}

void ConcolicPass::Return(Node argument) {
  Expression expression = Compile(argument);
  if (!expression.symbolic()) return;
  if (IsAsync(function_->node)) {
    expression = Keep(argument, expression, false);
    return Wrap(argument, "(",
                fmt::format(",{0}!==0&&{1}.settle({2},{0},{3}),{3})", expression.shadow, kConcolicRuntime, Suspend(),
                            expression.value));
  }
  if (!function_->returns_shadows) return Lose(argument, expression, "the result of a generator");
  expression = Keep(argument, expression, false);
  Wrap(argument, "(",
       fmt::format(",{0}!==0&&{1}.rs({0},{2}),{2})", expression.shadow, kConcolicRuntime, expression.value));
}

void ConcolicPass::Condition(Node node) {
  if (node.Is(Kind::kParenthesizedExpression)) return Condition(node.NamedChild(0));
  const std::string op(node.Is(Kind::kBinaryExpression) || node.Is(Kind::kUnaryExpression)
                           ? node.Child(Field::kOperator).text()
                           : std::string_view());
  if (node.Is(Kind::kBinaryExpression) && (op == "&&" || op == "||") && depth_ < 500) {
    ++depth_;
    Condition(node.Child(Field::kLeft));
    Condition(node.Child(Field::kRight));
    --depth_;
    return;
  }
  if (node.Is(Kind::kUnaryExpression) && op == "!") return Condition(node.Child(Field::kArgument));
  Branch(node, Compile(node));
}

void ConcolicPass::Branch(Node node, const Expression& expression) {
  if (!expression.symbolic()) return;
  const Expression kept = Keep(node, expression, false);
  Wrap(node, "(",
       fmt::format(",{0}!==0&&{1}.br({2},{0},{3}),{3})", kept.shadow, kConcolicRuntime,
                   SiteText(ConcolicSite::Kind::kBranch, node), kept.value));
}

}  // namespace kingbird::syntax
