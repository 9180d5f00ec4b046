#include "discover/made_types.h"

#include <vector>

namespace kingbird::discover {

std::set<std::string> MadeTypes(syntax::Node root, const NamedTypes& named) {
  std::set<std::string> made;
  std::vector<syntax::Node> open;
  uint32_t seen = 0;  // Of the text: what a result holds is walked with it.
  syntax::Walk(
      root,
      [&](syntax::Node node) {
        // What a callback returns its author makes.
        if (node.Is(syntax::Kind::kRequiredParameter) || node.Is(syntax::Kind::kOptionalParameter)) return false;
        const syntax::Node result = node.Child(syntax::Field::kReturnType);
        if (!result || result.begin() < seen) return true;
        open.push_back(result);
        seen = result.end();
        return true;
      },
      [](syntax::Node) {});
  while (!open.empty()) {
    const syntax::Node next = open.back();
    open.pop_back();
    syntax::Walk(
        next,
        [&](syntax::Node node) {
          const auto it = node.Is(syntax::Kind::kTypeIdentifier) ? named.find(std::string(node.text())) : named.end();
          if (it != named.end() && made.insert(it->first).second) open.push_back(it->second);
          return true;
        },
        [](syntax::Node) {});
  }
  return made;
}

}  // namespace kingbird::discover
