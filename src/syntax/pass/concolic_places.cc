// Reading and writing places: members, variables, patterns. Shadows of properties are kept beside the objects by the
// agent, with the value they belong to; a value that does not match is concrete.
#include <fmt/format.h>

#include "base/json.h"
#include "syntax/pass/concolic.h"

namespace kingbird::syntax {
namespace {

bool IsMember(Node node) { return node.Is(Kind::kMemberExpression) || node.Is(Kind::kSubscriptExpression); }

/// A link of the chain, this one included, is optional.
bool HasOptionalLink(Node node) {
  for (Node at = node; at;) {
    if (at.Child(Field::kOptionalChain)) return true;
    if (IsMember(at)) {
      at = at.Child(Field::kObject);
    } else if (at.Is(Kind::kCallExpression)) {
      at = at.Child(Field::kFunction);
    } else if (at.Is(Kind::kNonNullExpression)) {
      at = at.NamedChild(0);
    } else {
      return false;
    }
  }
  return false;
}

bool IsPrivateOrSuper(Node member) {
  return member.Child(Field::kObject).Is(Kind::kSuper) ||
         member.Child(Field::kProperty).Is(Kind::kPrivatePropertyIdentifier);
}

bool IsSimpleNode(Node node) {
  node = WithoutParentheses(node);
  return node.Is(Kind::kIdentifier) || node.Is(Kind::kNumber) || node.Is(Kind::kString) || node.Is(Kind::kThis);
}

}  // namespace

ConcolicPass::Expression ConcolicPass::Member(Node node) {
  if (HasOptionalLink(node)) return Chain(node);
  if (IsPrivateOrSuper(node)) return Others(node);
  Place place = CompilePlace(node, false, "", false);
  const std::string value = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{}={}!==0?{}.get({},{},{},{},{},{}):0,{})", shadow,
                   AnyOf({place.object.shadow, place.key_shadow, fmt::format("{}.np", kConcolicRuntime)}),
                   kConcolicRuntime, place.object.shadow, place.base, place.key, place.key_shadow, value,
                   SiteText(ConcolicSite::Kind::kUse, node), value));
  return {shadow, value, false, false};
}

// The object and the key of a member, readable again. `old_shadow`: a temporary that gets the shadow of what the place
// holds before it is written to.
ConcolicPass::Place ConcolicPass::CompilePlace(Node member, bool reads_old, const std::string& old_shadow, bool later) {
  Place place;
  place.traced = true;
  const Node object = member.Child(Field::kObject);
  const Node index = member.Is(Kind::kSubscriptExpression) ? member.Child(Field::kIndex) : Node();
  const bool wait = later || (index && !IsSimpleNode(index));
  place.object = Keep(object, Compile(object), wait);
  place.base = place.object.value;
  if (object.Is(Kind::kNumber)) Wrap(object, "(", ")");
  const std::string use = fmt::format("{}!==0&&{}.use({},{},{},", place.object.shadow, kConcolicRuntime,
                                      SiteText(ConcolicSite::Kind::kUse, object), place.object.shadow, place.base);
  if (index) {
    // The key is converted once, by the engine. It is typed before what it is a key of.
    const Expression key = Keep(index, Compile(index), later || reads_old);
    place.key = key.value;
    place.key_shadow = key.shadow;
    if (place.object.symbolic())
      Wrap(index, "(", fmt::format(",{}{},{}),{})", use, place.key, place.key_shadow, place.key));
  } else {
    place.key = base::DumpJson(std::string(member.Child(Field::kProperty).text()));
    if (place.object.symbolic()) Wrap(object, "(", fmt::format(",{}{},0),{})", use, place.key, place.base));
  }
  if (reads_old) {
    const std::string text = fmt::format(",{}={}!==0?{}.old({},{},{}):0,", old_shadow,
                                         AnyOf({place.object.shadow, fmt::format("{}.np", kConcolicRuntime)}),
                                         kConcolicRuntime, place.object.shadow, place.base, place.key);
    if (index) {
      Wrap(index, "(", text + place.key + ")");
    } else {
      Wrap(object, "(", text + place.base + ")");
    }
  }
  return place;
}

// What hangs on an optional link keeps its meaning and loses its shadow; what it starts from is a decision.
ConcolicPass::Expression ConcolicPass::Chain(Node node) {
  Node at = node;
  Node innermost;
  while (IsMember(at) || at.Is(Kind::kCallExpression)) {
    if (at.Child(Field::kOptionalChain)) innermost = at;
    if (at.Is(Kind::kCallExpression)) Others(at.Child(Field::kArguments));
    if (at.Is(Kind::kSubscriptExpression)) Compile(at.Child(Field::kIndex));
    at = IsMember(at) ? at.Child(Field::kObject) : at.Child(Field::kFunction);
  }
  Expression base = Compile(at);
  const bool starts = innermost && (innermost.Child(Field::kObject) == at || innermost.Child(Field::kFunction) == at);
  if (!starts || !base.symbolic()) {
    const std::string value = Temporary();
    const std::string shadow = Temporary();
    Wrap(node, fmt::format("({}=", value),
         fmt::format(",{0}={1}.p!==0?{1}.ret({2},0):0,{2})", shadow, kConcolicRuntime, value));
    return {shadow, value, false, false};
  }
  base = Keep(at, base, true);
  Wrap(at, "(",
       fmt::format(",{0}!==0&&{1}.brn({2},{0},{3}),{3})", base.shadow, kConcolicRuntime,
                   SiteText(ConcolicSite::Kind::kBranch, at), base.value));
  const std::string value = Temporary();
  const std::string shadow = Temporary();
  const bool one_link = innermost == node && node.Is(Kind::kMemberExpression) && !IsPrivateOrSuper(node);
  const std::string result =
      one_link
          ? fmt::format("{0}!==0&&{1}!==undefined&&{1}!==null?{2}.get({0},{1},{3},0,{4},{5}):0", base.shadow,
                        base.value, kConcolicRuntime, base::DumpJson(std::string(node.Child(Field::kProperty).text())),
                        value, SiteText(ConcolicSite::Kind::kUse, node))
          : fmt::format("{0}.p!==0?{0}.ret({1},0):0", kConcolicRuntime, value);
  Wrap(node, fmt::format("({}=", value), fmt::format(",{}={},{})", shadow, result, value));
  return {shadow, value, false, false};
}

ConcolicPass::Expression ConcolicPass::Assign(Node node) {
  const Node left = WithoutParentheses(node.Child(Field::kLeft));
  const Node right = node.Child(Field::kRight);
  if (left.Is(Kind::kIdentifier)) return AssignName(node, left, right);
  if (IsMember(left)) return AssignMember(node, left, right);
  return AssignPattern(node, left, right);
}

ConcolicPass::Expression ConcolicPass::AssignName(Node node, Node name, Node value) {
  const Expression assigned = Compile(value);
  const BindingId binding = scopes_->BindingOf(name);
  const bool constant = binding != kNoId && scopes_->bindings()[binding].kind == BindingKind::kConst;
  const std::string result = Temporary();
  if (!IsSymbolicName(name) || constant) {
    if (!assigned.symbolic()) return {};
    Wrap(node, fmt::format("({}=", result), ")");
    return {assigned.shadow, result, false, false};
  }
  const std::string twin = Twin(name.text());
  Wrap(node, fmt::format("({}=", result), fmt::format(",{}={},{})", twin, assigned.shadow, result));
  return {twin, result, false, false};
}

ConcolicPass::Expression ConcolicPass::AssignMember(Node node, Node member, Node value) {
  if (IsPrivateOrSuper(member)) {
    Others(member);
    Compile(value);
    return {};
  }
  const bool simple = IsSimpleNode(value);
  const Place place = CompilePlace(member, false, "", !simple);
  const Expression assigned = Compile(value);
  const std::string result = Temporary();
  Wrap(node, fmt::format("({}=", result),
       fmt::format(",{}!==0&&{}.set({},{},{},{}),{})", AnyOf({assigned.shadow, fmt::format("{}.np", kConcolicRuntime)}),
                   kConcolicRuntime, place.base, place.key, assigned.shadow, result, result));
  return {assigned.shadow.starts_with(temporary_) ? assigned.shadow : "0", result, false, false};
}

ConcolicPass::Expression ConcolicPass::AssignPattern(Node node, Node pattern, Node value) {
  CompileInner(pattern);
  const Expression assigned = Compile(value);
  const std::string kept = KeptTemporary();
  const std::string shadow = KeptTemporary();
  Wrap(
      value, fmt::format("({}=", kept),
      fmt::format(",{0}={1},{0}!==0&&{2}.pattern({3},{0},{4}),{5})", shadow, assigned.shadow, kConcolicRuntime,
                  SiteText(ConcolicSite::Kind::kUse, value), pattern.Is(Kind::kArrayPattern) ? "true" : "false", kept));
  const std::string result = Temporary();
  Wrap(node, fmt::format("({}=", result), fmt::format("{},{})", PatternShadows(pattern, kept, shadow, false), result));
  return {"0", result, false, false};
}

// ",x$s=…" for every name of the pattern that has a twin: looked up where the name stands directly in the pattern.
std::string ConcolicPass::PatternShadows(Node pattern, const std::string& value, const std::string& shadow,
                                         bool declares) {
  std::string text;
  std::vector<uint32_t> done;
  const auto look_up = [&](Node name, const std::string& key, Node with_default) {
    done.push_back(name.index());
    const BindingId binding = scopes_->BindingOf(name);
    if (!IsSymbolicName(name)) return;
    if (!declares && scopes_->bindings()[binding].kind == BindingKind::kConst) return;
    const std::string site = with_default ? SiteText(ConcolicSite::Kind::kBranch, with_default) : "0";
    text += fmt::format(",{}={}!==0?{}.part({},{},{},{},{},{}):0", Twin(name.text()),
                        AnyOf({shadow, fmt::format("{}.np", kConcolicRuntime)}), kConcolicRuntime, site, shadow, value,
                        key, name.text(), with_default ? "true" : "false");
  };
  const auto plain = [](Node target) {
    if (target.Is(Kind::kAssignmentPattern)) target = target.Child(Field::kLeft);
    return target.Is(Kind::kIdentifier) ? target : Node();
  };
  int index = 0;
  for (Node part = pattern.first_child(); part; part = part.next()) {
    if (part.comment()) continue;
    if (!part.named()) {
      if (part.text() == ",") ++index;
      continue;
    }
    if (part.Is(Kind::kShorthandPropertyIdentifierPattern)) {
      look_up(part, base::DumpJson(std::string(part.text())), {});
    } else if (part.Is(Kind::kObjectAssignmentPattern)) {
      const Node name = part.Child(Field::kLeft);
      if (name.Is(Kind::kShorthandPropertyIdentifierPattern))
        look_up(name, base::DumpJson(std::string(name.text())), part);
    } else if (part.Is(Kind::kPairPattern)) {
      const Node key = part.Child(Field::kKey);
      const Node name = plain(part.Child(Field::kValue));
      const Node target = part.Child(Field::kValue);
      if (name && key.Is(Kind::kPropertyIdentifier))
        look_up(name, base::DumpJson(std::string(key.text())), target.Is(Kind::kAssignmentPattern) ? target : Node());
    } else if (const Node name = plain(part); name && pattern.Is(Kind::kArrayPattern)) {
      look_up(name, std::to_string(index), part.Is(Kind::kAssignmentPattern) ? part : Node());
    }
  }
  Walk(
      pattern,
      [&](Node at) {
        if (IsFunctionLike(at)) return false;
        const bool name = at.Is(Kind::kIdentifier) || at.Is(Kind::kShorthandPropertyIdentifierPattern);
        const bool fresh = std::find(done.begin(), done.end(), at.index()) == done.end();
        const bool written = declares || !IsMember(at.parent());
        if (name && fresh && written && IsSymbolicName(at) &&
            text.find("," + Twin(at.text()) + "=") == std::string::npos) {
          const BindingKind kind = scopes_->bindings()[scopes_->BindingOf(at)].kind;
          const auto& declared = scopes_->bindings()[scopes_->BindingOf(at)].declarations;
          const bool here = std::find(declared.begin(), declared.end(), at.index()) != declared.end();
          if (declares ? here : kind != BindingKind::kConst) text += fmt::format(",{}=0", Twin(at.text()));
        }
        return true;
      },
      [](Node) {});
  return text;
}

ConcolicPass::Expression ConcolicPass::Augment(Node node) {
  const Node left = WithoutParentheses(node.Child(Field::kLeft));
  const Node right = node.Child(Field::kRight);
  std::string op(node.Child(Field::kOperator).text());
  op.pop_back();
  if (op == "&&" || op == "||" || op == "??") return LogicalAssign(node, left, right);
  if (left.Is(Kind::kIdentifier)) return AugmentName(node, left, right, op);
  if (!IsMember(left) || IsPrivateOrSuper(left)) return Others(node);
  return AugmentMember(node, left, right, op);
}

ConcolicPass::Expression ConcolicPass::AugmentName(Node node, Node name, Node value, const std::string& op) {
  Expression b = Compile(value);
  const BindingId binding = scopes_->BindingOf(name);
  const bool constant = binding != kNoId && scopes_->bindings()[binding].kind == BindingKind::kConst;
  if (!IsSymbolicName(name) || constant) return {};
  const std::string twin = Twin(name.text());
  b = Keep(value, b, false);
  const std::string old = Temporary();
  const std::string old_shadow = Temporary();
  const std::string result = Temporary();
  // The old value is read first, as the operator does.
  Wrap(node, fmt::format("({}={},{}={},{}=", old, name.text(), old_shadow, twin, result),
       fmt::format(",{}={}!==0?{}.bin(\"{}\",{},{},{},{},{},{}):0,{})", twin, AnyOf({old_shadow, b.shadow}),
                   kConcolicRuntime, op, SiteText(ConcolicSite::Kind::kUse, node), old_shadow, old, b.shadow, b.value,
                   result, result));
  return {twin, result, false, false};
}

ConcolicPass::Expression ConcolicPass::AugmentMember(Node node, Node member, Node value, const std::string& op) {
  const std::string old_shadow = Temporary();
  const std::string old = Temporary();
  const Place place = CompilePlace(member, true, old_shadow, true);
  // What `old` found besides the shadow.
  Expression b = Keep(value, Compile(value), false);
  Wrap(value, fmt::format("({}={}.ov,", old, kConcolicRuntime), ")");
  const std::string result = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", result),
       fmt::format(",{0}={1}!==0?{2}.bin(\"{3}\",{4},{5},{6},{7},{8},{9}):0,{10}!==0&&{2}.set({11},{12},{0},{9}),{9})",
                   shadow, AnyOf({old_shadow, b.shadow}), kConcolicRuntime, op,
                   SiteText(ConcolicSite::Kind::kUse, node), old_shadow, old, b.shadow, b.value, result,
                   AnyOf({shadow, fmt::format("{}.np", kConcolicRuntime)}), place.base, place.key));
  return {shadow, result, false, false};
}

// The assignment happens on the right side only, which then gives the twin its shadow.
ConcolicPass::Expression ConcolicPass::LogicalAssign(Node node, Node target, Node value) {
  if (!target.Is(Kind::kIdentifier) || !IsSymbolicName(target)) {
    if (IsMember(target)) Others(target);
    Compile(value);
    return {};
  }
  const std::string twin = Twin(target.text());
  const Expression assigned = Compile(value);
  const std::string op(node.Child(Field::kOperator).text());
  const std::string site = SiteText(ConcolicSite::Kind::kBranch, target);
  const std::string result = Temporary();
  std::string after;
  if (TakesName(value)) {
    after = fmt::format(",typeof {}===\"function\"&&({}=0)", target.text(), twin);
  } else {
    const std::string kept = Temporary();
    Wrap(value, fmt::format("({}=", kept), fmt::format(",{}={},{})", twin, assigned.shadow, kept));
  }
  Wrap(node,
       fmt::format("({0},{1}!==0&&{2}.{3}({4},{1},{0}),{5}=", target.text(), twin, kConcolicRuntime,
                   op.starts_with("??") ? "brn" : "br", site, result),
       fmt::format("{},{})", after, result));
  return {twin, result, false, false};
}

ConcolicPass::Expression ConcolicPass::Update(Node node) {
  const Node argument = WithoutParentheses(node.Child(Field::kArgument));
  const Node op = node.Child(Field::kOperator);
  const bool prefix = op.begin() < argument.begin();
  const std::string sign = op.text() == "++" ? "+" : "-";
  if (argument.Is(Kind::kIdentifier)) {
    const BindingId binding = scopes_->BindingOf(argument);
    const bool constant = binding != kNoId && scopes_->bindings()[binding].kind == BindingKind::kConst;
    if (!IsSymbolicName(argument) || constant) return {};
    const std::string twin = Twin(argument.text());
    const std::string result = Temporary();
    const std::string shadow = Temporary();
    const std::string site = SiteText(ConcolicSite::Kind::kUse, node);
    Wrap(node, fmt::format("({}=", result),
         fmt::format(",{0}={1},{1}!==0&&({1}={2}.inc(\"{3}\",{4},{1},{5})){6},{7})", shadow, twin, kConcolicRuntime,
                     sign, site, argument.text(), prefix ? fmt::format(",{}={}", shadow, twin) : "", result));
    return {shadow, result, false, false};
  }
  if (!IsMember(argument) || IsPrivateOrSuper(argument)) return Others(node);
  const std::string old_shadow = Temporary();
  const Place place = CompilePlace(argument, true, old_shadow, true);
  const std::string result = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", result),
       fmt::format(",{0}={1}!==0?{2}.bump(\"{3}\",{4},{1},{5},{6},{7}):0,{8})", shadow, old_shadow, kConcolicRuntime,
                   sign, SiteText(ConcolicSite::Kind::kUse, node), place.base, place.key, prefix ? "true" : "false",
                   result));
  return {shadow, result, false, false};
}

}  // namespace kingbird::syntax
