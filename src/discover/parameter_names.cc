#include "discover/parameter_names.h"

#include "syntax/parser.h"

namespace kingbird::discover {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

// Its own name, or the one it is assigned to.
std::string NameOf(Node function) {
  if (Node name = function.Child(Field::kName)) return std::string(name.text());
  const Node parent = function.parent();
  if (parent.Is(Kind::kVariableDeclarator)) return std::string(parent.Child(Field::kName).text());
  if (parent.Is(Kind::kPair)) return std::string(parent.Child(Field::kKey).text());
  if (!parent.Is(Kind::kAssignmentExpression)) return "";
  const Node left = parent.Child(Field::kLeft);
  return std::string((left.Is(Kind::kMemberExpression) ? left.Child(Field::kProperty) : left).text());
}

std::string ParameterText(Node parameter) {
  if (parameter.Is(Kind::kIdentifier)) return std::string(parameter.text());
  if (parameter.Is(Kind::kRestPattern)) return std::string(parameter.text());
  if (parameter.Is(Kind::kAssignmentPattern) && parameter.Child(Field::kLeft).Is(Kind::kIdentifier)) {
    return std::string(parameter.Child(Field::kLeft).text()) + "=";
  }
  return "";
}

bool DeclaresNothing(const model::Function& function) {
  return function.parameters.empty() || (function.parameters.size() == 1 && function.parameters[0].starts_with("..."));
}

}  // namespace

void CollectParameterNames(const std::string& source, ParameterNames& into) {
  const syntax::Tree tree = syntax::Parse(source);
  syntax::Walk(
      tree.root(),
      [&](Node node) {
        if (!syntax::IsFunction(node)) return true;
        const std::string name = NameOf(node);
        std::vector<std::string> parameters;
        if (Node single = node.Child(Field::kParameter)) parameters.emplace_back(single.text());
        for (Node parameter : node.Child(Field::kParameters).children()) parameters.push_back(ParameterText(parameter));
        if (!name.empty() && parameters.size() > into[name].size()) into[name] = std::move(parameters);
        return true;
      },
      [](Node) {});
}

void AdoptParameterNames(const ParameterNames& known, model::Api& api) {
  for (model::Function& function : api.functions) {
    if (!DeclaresNothing(function) || function.path.empty()) continue;
    const auto it = known.find(function.path.back());
    if (it == known.end() || it->second.empty() || it->second[0].starts_with("...")) continue;
    function.parameters = it->second;
    // What stands behind the wrapper may also be called with fewer or more.
    if (!function.parameters.back().starts_with("...")) function.parameters.push_back("...rest");
  }
}

}  // namespace kingbird::discover
