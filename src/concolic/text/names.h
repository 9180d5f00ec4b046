// Names in a program's text: of functions, of modules, and those that patterns bind.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "concolic/text/shape.h"
#include "syntax/tree.h"

namespace kingbird::concolic {

/// Functions of the file by name.
std::map<std::string, std::vector<syntax::Node>> FunctionsByName(const syntax::Tree& tree);

/// `var name = require("module")` at the file's top.
std::map<std::string, std::string> ModulesOf(const syntax::Tree& tree);

/// `{a: {b}, c = 1}`: calls visit("b", {"a", "b"}) and visit("c", {"c"}).
template <typename Visit>
void ForEachName(syntax::Node pattern, std::vector<std::string> steps, Visit&& visit) {
  const auto inside = [&](syntax::Node part, std::string_view name) {
    std::vector<std::string> longer = steps;
    longer.emplace_back(name);
    ForEachName(part, std::move(longer), visit);
  };
  switch (pattern.kind()) {
    case syntax::Kind::kIdentifier:
    case syntax::Kind::kShorthandPropertyIdentifierPattern:
      visit(std::string(pattern.text()), steps);
      break;
    case syntax::Kind::kRequiredParameter:
    case syntax::Kind::kOptionalParameter:
      ForEachName(pattern.Child(syntax::Field::kPattern), std::move(steps), visit);
      break;
    case syntax::Kind::kAssignmentPattern:
    case syntax::Kind::kObjectAssignmentPattern:
      ForEachName(pattern.Child(syntax::Field::kLeft), std::move(steps), visit);
      break;
    case syntax::Kind::kPairPattern:
      inside(pattern.Child(syntax::Field::kValue), pattern.Child(syntax::Field::kKey).text());
      break;
    case syntax::Kind::kArrayPattern:
      for (syntax::Node element : pattern.children()) inside(element, Shape::kElement);
      break;
    case syntax::Kind::kObjectPattern:
      for (syntax::Node part : pattern.children()) {
        const syntax::Node name =
            part.Is(syntax::Kind::kObjectAssignmentPattern) ? part.Child(syntax::Field::kLeft) : part;
        if (part.Is(syntax::Kind::kPairPattern)) {
          ForEachName(part, steps, visit);
        } else if (name.Is(syntax::Kind::kShorthandPropertyIdentifierPattern)) {
          inside(name, name.text());
        }
      }
      break;
    default:
      break;
  }
}

}  // namespace kingbird::concolic
