#include "mine/api_names.h"

#include <vector>

#include "syntax/literals.h"

namespace kingbird::mine {
namespace {

using model::AccessPath;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

// On the way to a function of an API.
constexpr size_t kMostMembers = 32;

}  // namespace

Node Unwrapped(Node node) {
  while (node.Is(Kind::kParenthesizedExpression) || node.Is(Kind::kAsExpression) || node.Is(Kind::kNonNullExpression) ||
         node.Is(Kind::kSatisfiesExpression))
    node = node.NamedChild(0);
  return node;
}

bool ApiNames::Bind(Node name, Node value) {
  const std::optional<AccessPath> path = PathOf(value);
  if (!path || !name) return false;
  if (name.Is(Kind::kIdentifier)) paths_[std::string(name.text())] = *path;
  if (!name.Is(Kind::kObjectPattern)) return true;
  for (Node member : name.children()) {
    AccessPath inner = *path;
    const bool pair = member.Is(Kind::kPairPattern);
    if (!pair && !member.Is(Kind::kShorthandPropertyIdentifierPattern)) continue;
    inner.emplace_back((pair ? member.Child(Field::kKey) : member).text());
    paths_[std::string((pair ? member.Child(Field::kValue) : member).text())] = inner;
  }
  return true;
}

void ApiNames::BindImport(Node statement) {
  const Node source = statement.Child(Field::kSource);
  if (!source.Is(Kind::kString) || !(*is_target_)(syntax::StringValue(source))) return;
  syntax::Walk(
      statement,
      [&](Node node) {
        if (node.Is(Kind::kImportSpecifier)) {
          const Node alias = node.Child(Field::kAlias);
          const Node name = node.Child(Field::kName);
          paths_[std::string((alias ? alias : name).text())] = {std::string(name.text())};
          return false;
        }
        const bool whole = node.Is(Kind::kIdentifier) &&
                           (node.parent().Is(Kind::kImportClause) || node.parent().Is(Kind::kNamespaceImport));
        if (whole) paths_[std::string(node.text())] = {};
        return true;
      },
      [](Node) {});
}

bool ApiNames::IsRequire(Node node) const {
  if (!node.Is(Kind::kCallExpression) || node.Child(Field::kFunction).text() != "require") return false;
  const Node argument = node.Child(Field::kArguments).NamedChild(0);
  return argument.Is(Kind::kString) && (*is_target_)(syntax::StringValue(argument));
}

std::optional<AccessPath> ApiNames::PathOf(Node node) const {
  std::vector<Node> chain;
  for (node = Unwrapped(node); node.Is(Kind::kMemberExpression); node = Unwrapped(node.Child(Field::kObject))) {
    if (chain.size() == kMostMembers) return std::nullopt;
    chain.push_back(node);
  }
  std::optional<AccessPath> path;
  if (IsRequire(node)) {
    path = AccessPath{};
  } else if (node.Is(Kind::kIdentifier)) {
    const auto bound = paths_.find(std::string(node.text()));
    path = bound != paths_.end() ? bound->second : Guessed(node);
  }
  for (auto member = chain.rbegin(); member != chain.rend(); ++member) {
    if (path) {
      path->emplace_back(member->Child(Field::kProperty).text());
    } else {
      path = Guessed(*member);
    }
  }
  return path && path->size() <= kMostMembers ? path : std::nullopt;
}

}  // namespace kingbird::mine
