#include "concolic/text/names.h"

#include "syntax/function_sites.h"

namespace kingbird::concolic {

using syntax::Field;
using syntax::Kind;
std::map<std::string, std::vector<syntax::Node>> FunctionsByName(const syntax::Tree& tree) {
  std::map<std::string, std::vector<syntax::Node>> functions;
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const syntax::Node node = tree.At(i);
    if (!syntax::IsFunctionSite(node)) continue;
    syntax::Node name = node.Child(Field::kName);
    const syntax::Node parent = node.parent();
    if (parent.Is(Kind::kAssignmentExpression)) name = parent.Child(Field::kLeft);
    if (parent.Is(Kind::kPair)) name = parent.Child(Field::kKey);
    if (parent.Is(Kind::kVariableDeclarator)) name = parent.Child(Field::kName);
    if (name.Is(Kind::kMemberExpression)) name = name.Child(Field::kProperty);
    if (name) functions[std::string(name.text())].push_back(node);
  }
  return functions;
}

std::map<std::string, std::string> ModulesOf(const syntax::Tree& tree) {
  std::map<std::string, std::string> modules;
  for (syntax::Node statement : tree.root().children()) {
    if (!statement.Is(Kind::kVariableDeclaration) && !statement.Is(Kind::kLexicalDeclaration)) continue;
    for (syntax::Node declared : statement.children()) {
      const syntax::Node call = declared.Child(Field::kValue);
      if (!call.Is(Kind::kCallExpression) || call.Child(Field::kFunction).text() != "require") continue;
      const std::string_view argument = call.Child(Field::kArguments).NamedChild(0).text();
      if (argument.size() > 2)
        modules[std::string(declared.Child(Field::kName).text())] = argument.substr(1, argument.size() - 2);
    }
  }
  return modules;
}

}  // namespace kingbird::concolic
