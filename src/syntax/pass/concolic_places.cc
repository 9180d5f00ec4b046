// Reading and writing places: members, variables, patterns. Shadows of properties are kept beside the objects by the
// agent, with the value they belong to; a value that does not match is concrete.
#include <fmt/format.h>

#include "base/json.h"
#include "syntax/pass/concolic.h"

namespace kingbird::syntax {
namespace {

bool IsMember(Node node) { return node.Is(Kind::kMemberExpression) || node.Is(Kind::kSubscriptExpression); }

bool IsPrivate(Node member) { return member.Child(Field::kProperty).Is(Kind::kPrivatePropertyIdentifier); }

bool IsPrivateOrSuper(Node member) { return member.Child(Field::kObject).Is(Kind::kSuper) || IsPrivate(member); }

bool IsSimpleNode(Node node) {
  node = WithoutParentheses(node);
  return node.Is(Kind::kIdentifier) || node.Is(Kind::kNumber) || node.Is(Kind::kString) || node.Is(Kind::kThis);
}

}  // namespace

ConcolicPass::Expression ConcolicPass::Member(Node node) {
  if (HasOptionalLink(node)) return Chain(node);
  if (IsPrivate(node)) return Hidden(node);
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

// What only its class can see has a shadow of its own, kept beside the object, but not among its properties.
ConcolicPass::Expression ConcolicPass::Hidden(Node node) {
  const Node object = node.Child(Field::kObject);
  const Expression holder = Keep(object, Compile(object), false);
  const std::string value = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{0}={1}.np!==0?{1}.hidden({2},\"{3}\",{4}):0,{4})", shadow, kConcolicRuntime, holder.value,
                   node.Child(Field::kProperty).text(), value));
  return {shadow, value, false, false};
}

ConcolicPass::Expression ConcolicPass::AssignHidden(Node node, Node member, Node value) {
  const Node object = member.Child(Field::kObject);
  const Expression holder = Keep(object, Compile(object), !IsSimpleNode(value));
  const Expression assigned = Compile(value);
  const std::string result = Temporary();
  Wrap(node, fmt::format("({}=", result),
       fmt::format(",{}!==0&&{}.hide({},\"{}\",{},{}),{})",
                   AnyOf({assigned.shadow, fmt::format("{}.np", kConcolicRuntime)}), kConcolicRuntime, holder.value,
                   member.Child(Field::kProperty).text(), assigned.shadow, result, result));
  return {assigned.shadow.starts_with(temporary_) ? assigned.shadow : "0", result, false, false};
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
  if (IsPrivate(member)) return AssignHidden(node, member, value);
  if (IsPrivateOrSuper(member)) {
    Others(member);
    Compile(value);
    return {};
  }
  const bool simple = IsSimpleNode(value);
  const Place place = CompilePlace(member, false, "", !simple);
  const Expression assigned = Compile(value);
  const std::string result = Temporary();
  // A name that depends on inputs stays known beside the property.
  const std::string named = place.key_shadow == "0"
                                ? ""
                                : fmt::format(",{},{}", place.key_shadow, SiteText(ConcolicSite::Kind::kUse, member));
  Wrap(node, fmt::format("({}=", result),
       fmt::format(",{}!==0&&{}.set({},{},{},{}{}),{})",
                   AnyOf({assigned.shadow, place.key_shadow, fmt::format("{}.np", kConcolicRuntime)}), kConcolicRuntime,
                   place.base, place.key, assigned.shadow, result, named, result));
  return {assigned.shadow.starts_with(temporary_) ? assigned.shadow : "0", result, false, false};
}

ConcolicPass::Expression ConcolicPass::Augment(Node node) {
  const Node left = WithoutParentheses(node.Child(Field::kLeft));
  const Node right = node.Child(Field::kRight);
  std::string op(node.Child(Field::kOperator).text());
  op.pop_back();
  if (op == "&&" || op == "||" || op == "??") return LogicalAssign(node, left, right);
  if (left.Is(Kind::kIdentifier)) return AugmentName(node, left, right, op);
  if (!IsMember(left) || IsPrivateOrSuper(left)) {
    Others(left);
    Compile(right);
    return {};
  }
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
    const std::string before =
        prefix ? "" : fmt::format(",{0}={1}!==0?{2}.was({1},{3}):0", shadow, twin, kConcolicRuntime, result);
    const std::string after = prefix ? fmt::format(",{}={}", shadow, twin) : "";
    Wrap(node, fmt::format("({}=", result),
         fmt::format("{0},{1}!==0&&({1}={2}.inc(\"{3}\",{4},{1},{5})){6},{7})", before, twin, kConcolicRuntime, sign,
                     site, argument.text(), after, result));
    return {shadow, result, false, false};
  }
  if (!IsMember(argument) || IsPrivateOrSuper(argument)) return Others(argument);
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
