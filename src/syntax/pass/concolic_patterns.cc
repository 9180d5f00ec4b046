// Patterns are taken apart by the engine, as they are written. Afterwards each name's shadow is looked up where its
// value came from: `const { a: { b = d } } = v` leaves v in a variable and asks for v.a, then for v.a.b, without
// running anything of the program's. A default that was used has left its shadow in a variable.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/json.h"
#include "syntax/pass/concolic.h"

namespace kingbird::syntax {
namespace {

struct Element {
  Node target;
  Node name;      ///< Of a property; null in arrays.
  int index = 0;  ///< In arrays.
  Node fallback;  ///< The default.
  bool rest = false;
};

void SplitDefault(Element& element) {
  if (!element.target.Is(Kind::kAssignmentPattern)) return;
  element.fallback = element.target.Child(Field::kRight);
  element.target = element.target.Child(Field::kLeft);
}

std::vector<Element> ElementsOf(Node pattern) {
  std::vector<Element> list;
  int index = 0;
  for (Node part = pattern.first_child(); part; part = part.next()) {
    if (part.comment()) continue;
    if (!part.named()) {
      if (part.text() == ",") ++index;
      continue;
    }
    Element element{.target = part, .index = index};
    if (part.Is(Kind::kObjectAssignmentPattern)) {
      element.target = element.name = part.Child(Field::kLeft);
      element.fallback = part.Child(Field::kRight);
    } else if (part.Is(Kind::kShorthandPropertyIdentifierPattern)) {
      element.name = part;
    } else if (part.Is(Kind::kPairPattern)) {
      element.name = part.Child(Field::kKey);
      element.target = part.Child(Field::kValue);
    } else if (part.Is(Kind::kRestPattern)) {
      element.target = part.NamedChild(0);
      element.rest = true;
    }
    SplitDefault(element);
    list.push_back(element);
  }
  return list;
}

}  // namespace

bool IsPattern(Node node) { return node.Is(Kind::kArrayPattern) || node.Is(Kind::kObjectPattern); }

std::vector<Node> NamesIn(Node pattern) {
  std::vector<Node> names;
  if (IsName(pattern)) names.push_back(pattern);
  if (!IsPattern(pattern)) return names;
  for (const Element& element : ElementsOf(pattern)) {
    for (Node name : NamesIn(element.target)) names.push_back(name);
  }
  return names;
}

ConcolicPass::Expression ConcolicPass::AssignPattern(Node node, Node pattern, Node value) {
  const std::string resets = CompilePattern(pattern);
  const Expression assigned = Compile(value);
  const Part whole = {KeptTemporary(), KeptTemporary()};
  Watch(pattern, value, whole, assigned.shadow + resets);
  const std::string result = Temporary();
  Wrap(node, fmt::format("({}=", result), fmt::format("{},{})", PatternShadows(pattern, whole, false), result));
  return {"0", result, false, false};
}

// Leaves what is taken apart in variables, and says before the engine looks at it what it should be.
void ConcolicPass::Watch(Node pattern, Node value, const Part& whole, const std::string& shadow) {
  Wrap(value, fmt::format("({}=", whole.value),
       fmt::format(",{0}={1},({0}|{2}.nk)!==0&&{2}.pattern({3},{0},{4},{5}),{4})", whole.shadow, shadow,
                   kConcolicRuntime, SiteText(ConcolicSite::Kind::kUse, value), whole.value, Shape(pattern)));
}

// [1 for an array, key, shape, …]: the patterns inside of a pattern that have no default.
std::string ConcolicPass::Shape(Node pattern) const {
  std::string text = pattern.Is(Kind::kArrayPattern) ? "[1" : "[0";
  for (const Element& element : ElementsOf(pattern)) {
    if (element.rest || element.fallback || !IsPattern(element.target)) continue;
    if (element.name.Is(Kind::kComputedPropertyName)) continue;
    text += fmt::format(",{},{}", KeyText(element.name, element.index), Shape(element.target));
  }
  return text + "]";
}

std::string ConcolicPass::CompilePattern(Node pattern) {
  // While the pattern is taken apart its names have new values, and their twins the old shadows or none.
  std::vector<BindingId> names;
  for (Node name : NamesIn(pattern)) names.push_back(scopes_->BindingOf(name));
  hidden_.insert(names.begin(), names.end());
  std::string resets = CompileElements(pattern);
  for (BindingId id : names) hidden_.erase(id);
  return resets;
}

std::string ConcolicPass::CompileElements(Node pattern) {
  std::string resets;
  for (const Element& element : ElementsOf(pattern)) {
    if (element.name.Is(Kind::kComputedPropertyName)) {
      const Node key = element.name.NamedChild(0);
      Compile(key);
      const std::string variable = KeptTemporary();
      Wrap(key, fmt::format("({}=", variable), ")");
      keys_[element.name.index()] = variable;
    }
    if (IsPattern(element.target)) {
      resets += CompileElements(element.target);
    } else if (!IsName(element.target)) {
      CompileInner(element.target);
    }
    if (!element.fallback) continue;
    Expression fallback = Compile(element.fallback);
    if (TakesName(element.fallback) || (!fallback.symbolic() && !IsPattern(element.target))) continue;
    fallback = Keep(element.fallback, fallback, false);
    const Part used = {KeptTemporary(), KeptTemporary()};
    Wrap(element.fallback, "(",
         fmt::format(",{}={},{}={},{})", used.shadow, fallback.shadow, used.value, fallback.value, fallback.value));
    resets += fmt::format(",{}=0,{}=undefined", used.shadow, used.value);
    fallbacks_[element.fallback.index()] = used;
  }
  return resets;
}

// Names that have no place to be looked up lose their shadows.
std::string ConcolicPass::PatternShadows(Node pattern, const Part& whole, bool declares) {
  std::string before;
  std::string text;
  TakeApart(pattern, whole, declares, {&before, &text});
  for (Node name : NamesIn(pattern)) {
    const BindingId binding = scopes_->BindingOf(name);
    const bool done = text.find(fmt::format(",{}=", Twin(name.text()))) != std::string::npos;
    const bool constant = binding != kNoId && scopes_->bindings()[binding].kind == BindingKind::kConst;
    if (!done && IsSymbolicName(name) && (declares || !constant)) text += fmt::format(",{}=0", Twin(name.text()));
  }
  return text;
}

// What has to be done before a name is looked up goes into the expression that gives its twin a value: there is no
// other place among declarations.
void ConcolicPass::TakeApart(Node pattern, const Part& whole, bool declares, const Texts& to) {
  const std::string properties = Tables(Names::kAny);
  const auto give = [&](Node name, const std::string& shadow) {
    const BindingId binding = scopes_->BindingOf(name);
    if (!IsSymbolicName(name)) return;
    if (!declares && scopes_->bindings()[binding].kind == BindingKind::kConst) return;
    *to.text += fmt::format(",{}=({}{})", Twin(name.text()), *to.before, shadow);
    to.before->clear();
  };
  std::vector<std::string> names;
  for (const Element& element : ElementsOf(pattern)) {
    const std::string site = SiteText(ConcolicSite::Kind::kBranch, element.target);
    if (element.rest) {
      const bool array = pattern.Is(Kind::kArrayPattern);
      if (!element.target.Is(Kind::kIdentifier)) continue;
      *to.before += fmt::format("{}!==0&&{}.rest({},{},{},{},{}),", AnyOf({whole.shadow, properties}), kConcolicRuntime,
                                site, whole.shadow, whole.value, array ? element.index : -1, element.target.text());
      give(element.target, "0");
      continue;
    }
    const std::string key = KeyText(element.name, element.index);
    const auto used = fallbacks_.find(element.fallback.index());
    const bool kept = element.fallback && used != fallbacks_.end();
    const std::string given = kept ? used->second.shadow : element.fallback ? "0" : "-1";
    const auto look = [&](std::string_view value) {
      return fmt::format("{}!==0?{}.part({},{},{},{},{},{}):0", AnyOf({whole.shadow, properties, kept ? given : "0"}),
                         kConcolicRuntime, site, whole.shadow, whole.value, key, value, given);
    };
    if (IsName(element.target)) {
      give(element.target, look(element.target.text()));
    } else if (IsPattern(element.target)) {
      const Part inner = {KeptTemporary(), KeptTemporary()};
      *to.before += fmt::format("{}={}.inner({},{},{}),{}={},", inner.value, kConcolicRuntime, whole.value, key,
                                kept ? used->second.value : "undefined", inner.shadow, look(inner.value));
      TakeApart(element.target, inner, declares, to);
    }
  }
}

std::string ConcolicPass::KeyText(Node name, int index) const {
  if (!name) return std::to_string(index);
  if (name.Is(Kind::kString) || name.Is(Kind::kNumber)) return std::string(name.text());
  if (!name.Is(Kind::kComputedPropertyName)) return base::DumpJson(std::string(name.text()));
  const auto found = keys_.find(name.index());
  // Nobody has a property of this name.
  return found == keys_.end() ? fmt::format("{}.none", kConcolicRuntime) : found->second;
}

}  // namespace kingbird::syntax
