#include "syntax/function_sites.h"

#include <algorithm>
#include <unordered_map>

namespace kingbird::syntax {
namespace {

bool IsClass(Node node) { return node.Is(Kind::kClass) || node.Is(Kind::kClassDeclaration); }

/// Where the text of a function begins: without the decorators of a class or method, and `static`.
Node FirstPart(Node site) {
  if (!site.Is(Kind::kMethodDefinition) && !IsClass(site)) return site;
  Node part = site.first_child();
  while (part && (part.comment() || part.Is(Kind::kDecorator) || part.type() == "static")) part = part.next();
  return part ? part : site;
}

bool IsConstructor(Node method) {
  return method.Is(Kind::kMethodDefinition) && !method.Token("static") && !method.Token("get") &&
         !method.Token("set") && method.Child(Field::kName).text() == "constructor";
}

/// Byte offsets, in order, become offsets in UTF-16 units.
class UnitCounter {
 public:
  explicit UnitCounter(std::string_view text) : text_(text) {}
  uint32_t At(uint32_t offset) {
    for (; at_ < offset; ++at_) units_ += Tree::UnitsOf(text_[at_]);
    return units_;
  }

 private:
  std::string_view text_;
  uint32_t at_ = 0;
  uint32_t units_ = 0;
};

}  // namespace

bool IsFunctionSite(Node node) { return IsFunction(node) || IsClass(node); }

std::vector<bool> FindUsersOfThis(const Tree& tree) {
  const auto has_own = [](Node node) {
    return (IsFunction(node) && !node.Is(Kind::kArrowFunction)) || node.Is(Kind::kFieldDefinition) ||
           node.Is(Kind::kClassStaticBlock);
  };
  std::vector<bool> users(tree.size(), false);
  for (uint32_t i = 0; i < tree.size(); ++i) {
    if (!tree.At(i).Is(Kind::kThis)) continue;
    Node at = tree.At(i).parent();
    while (at && !has_own(at)) at = at.parent();
    if (IsFunction(at)) users[at.index()] = true;
  }
  return users;
}

std::vector<FunctionSite> FindFunctionSites(const Tree& tree) {
  std::vector<FunctionSite> sites;
  const std::vector<bool> users_of_this = FindUsersOfThis(tree);
  std::unordered_map<uint32_t, size_t> classes;  // By their bodies.
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.At(i);
    if (!IsFunctionSite(node)) continue;
    FunctionSite site;
    site.node = i;
    site.is_class = IsClass(node);
    site.uses_this = users_of_this[i];
    site.original = {tree.UnitsBefore(FirstPart(node).begin()), tree.UnitsBefore(node.end())};
    if (site.is_class) classes[node.Child(Field::kBody).index()] = sites.size();
    if (IsConstructor(node)) {
      const auto found = classes.find(node.parent().index());
      if (found != classes.end()) sites[found->second].constructor = static_cast<uint32_t>(sites.size());
    }
    sites.push_back(site);
  }
  return sites;
}

std::vector<uint32_t> NodesToTrack(const Tree& tree, std::span<const FunctionSite> sites) {
  std::vector<uint32_t> nodes;
  for (const FunctionSite& site : sites) {
    const Node node = tree.At(site.node);
    nodes.push_back(site.node);
    if (const Node first = FirstPart(node); first != node) nodes.push_back(first.index());
  }
  return nodes;
}

void PlaceFunctionSites(const Tree& tree, std::string_view rewritten, std::span<const Span> spans,
                        std::vector<FunctionSite>& sites) {
  std::unordered_map<uint32_t, Span> by_node;
  std::vector<uint32_t> offsets;
  for (const Span& span : spans) {
    by_node.emplace(span.node, span);
    offsets.push_back(span.begin);
    offsets.push_back(span.end);
  }
  std::sort(offsets.begin(), offsets.end());
  std::unordered_map<uint32_t, uint32_t> units;
  UnitCounter counter(rewritten);
  for (const uint32_t offset : offsets) units[offset] = counter.At(offset);
  for (FunctionSite& site : sites) {
    const Node node = tree.At(site.node);
    const auto whole = by_node.find(site.node);
    const auto first = by_node.find(FirstPart(node).index());
    // A rebuilt node may have left it out.
    if (whole == by_node.end() || first == by_node.end()) continue;
    site.rewritten = {units[first->second.begin], units[whole->second.end]};
  }
}

}  // namespace kingbird::syntax
