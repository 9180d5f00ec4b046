// Reading and writing places: members, variables, patterns. Shadows of properties are kept beside the objects by the
// agent, with the value they belong to; a value that does not match is concrete.
#include <fmt/format.h>

#include "base/json.h"
#include "syntax/pass/concolic.h"

namespace kingbird::syntax {
namespace {

constexpr std::string_view kSuper = "super or a private accessor that is written to";

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
  if (IsPrivateOrSuper(node)) {
    Others(node);
    const std::string inherited = Temporary();
    const std::string answered = Temporary();
    Wrap(node, fmt::format("({}=", inherited),
         fmt::format(",{0}={1}.p!==0?{1}.answered({2}):0,{2})", answered, kConcolicRuntime, inherited));
    return {answered, inherited, false, false};
  }
  const bool receives = receiver_of_ == node.index();
  Place place = CompilePlace(node, false, "", receives);
  if (receives) receiver_ = place.base;
  const std::string value = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{}={}!==0?{}.read({},{},{},{},{},{}):0,{})", shadow,
                   AnyOf({place.object.shadow, place.key_shadow, place.tables}), kConcolicRuntime, place.object.shadow,
                   place.base, place.key, place.key_shadow, value, place.site, value));
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
  Expression assigned = Compile(value);
  const std::string result = Temporary();
  if (!IsField(member)) {
    if (!assigned.symbolic()) return {};
    // A private setter: which function that is cannot be told from outside, so its head takes what was passed.
    assigned = Keep(value, assigned, false);
    Wrap(value, "(",
         fmt::format(",{0}!==0&&{1}.open({2},null,{3},[{4}],[0,{0}]),{4})", assigned.shadow, kConcolicRuntime,
                     SiteText(ConcolicSite::Kind::kUse, node), holder.value, assigned.value));
    return {};
  }
  Wrap(node, fmt::format("({}=", result),
       fmt::format(",{}!==0&&{}.hide({},\"{}\",{},{}),{})", AnyOf({assigned.shadow, Tables(Names::kProperty)}),
                   kConcolicRuntime, holder.value, member.Child(Field::kProperty).text(), assigned.shadow, result,
                   result));
  return {assigned.shadow.starts_with(temporary_) ? assigned.shadow : "0", result, false, false};
}

// A private name that is a field of its class: reading it runs nothing, so it can be read once more.
bool ConcolicPass::IsField(Node member) const {
  if (!IsPrivate(member)) return false;
  const std::string_view name = member.Child(Field::kProperty).text();
  for (Node at = member.parent(); at; at = at.parent()) {
    if (!at.Is(Kind::kClassBody)) continue;
    for (Node each : at.children()) {
      const Node declared = each.Child(each.Is(Kind::kFieldDefinition) ? Field::kProperty : Field::kName);
      if (declared && declared.text() == name) return each.Is(Kind::kFieldDefinition);
    }
  }
  return false;
}

// The holder of a private field, readable again, and variables for what the field holds before it changes.
ConcolicPass::Place ConcolicPass::CompileHidden(Node member, const std::string& old, const std::string& old_shadow) {
  Place place;
  const Node object = member.Child(Field::kObject);
  place.object = Keep(object, Compile(object), true);
  place.base = place.object.value;
  place.key = std::string(member.Child(Field::kProperty).text());
  Wrap(object, "(",
       fmt::format(",{0}={1}.{2},{3}={4}.np!==0?{4}.hidden({1},\"{2}\",{0}):0,{1})", old, place.base, place.key,
                   old_shadow, kConcolicRuntime));
  return place;
}

ConcolicPass::Expression ConcolicPass::AugmentHidden(Node node, Node member, Node value, const std::string& op) {
  const std::string old = Temporary();
  const std::string old_shadow = Temporary();
  const Place place = CompileHidden(member, old, old_shadow);
  const Expression b = Keep(value, Compile(value), false);
  const std::string result = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", result),
       fmt::format(
           ",{0}={1}!==0?{2}.bin(\"{3}\",{4},{5},{6},{7},{8},{9}):0,{10}!==0&&{2}.hide({11},\"{12}\",{0},{9}),{9})",
           shadow, AnyOf({old_shadow, b.shadow}), kConcolicRuntime, op, SiteText(ConcolicSite::Kind::kUse, node),
           old_shadow, old, b.shadow, b.value, result, AnyOf({shadow, Tables(Names::kProperty)}), place.base,
           place.key));
  return {shadow, result, false, false};
}

ConcolicPass::Expression ConcolicPass::UpdateHidden(Node node, Node member, const std::string& sign, bool prefix) {
  const std::string old = Temporary();
  const std::string old_shadow = Temporary();
  const Place place = CompileHidden(member, old, old_shadow);
  const std::string result = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", result),
       fmt::format(",{0}={1}!==0?{2}.bumpHidden(\"{3}\",{4},{1},{5},\"{6}\",{7},{8}):0,{9})", shadow, old_shadow,
                   kConcolicRuntime, sign, SiteText(ConcolicSite::Kind::kUse, node), place.base, place.key, old,
                   prefix ? "true" : "false", result));
  return {shadow, result, false, false};
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
  place.tables = Tables(index ? Names::kAny : Names::kProperty);
  place.base = place.object.value;
  if (object.Is(Kind::kNumber)) Wrap(object, "(", ")");
  place.site = SiteText(ConcolicSite::Kind::kUse, object);
  const std::string use = fmt::format("{}!==0&&{}.use({},{},{},", place.object.shadow, kConcolicRuntime, place.site,
                                      place.object.shadow, place.base);
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
    const std::string text = fmt::format(",{}={}!==0?{}.old({},{},{},{},{}):0,", old_shadow,
                                         AnyOf({place.object.shadow, place.key_shadow, place.tables}), kConcolicRuntime,
                                         place.object.shadow, place.base, place.key, place.site, place.key_shadow);
    if (index) {
      Wrap(index, "(", text + place.key + ")");
    } else {
      Wrap(object, "(", text + place.base + ")");
    }
  }
  return place;
}

/// What `set` is told of a key that may depend on inputs.
std::string ConcolicPass::KeyOf(const Place& place, Node member) {
  if (place.key_shadow == "0") return "";
  return fmt::format(",{},{}", place.key_shadow, SiteText(ConcolicSite::Kind::kUse, member));
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
    LoseInName(name, value, assigned);
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
    Lose(value, kSuper);
    return {};
  }
  const bool simple = IsSimpleNode(value);
  const Place place = CompilePlace(member, false, "", !simple);
  Expression assigned = Compile(value);
  const std::string result = Temporary();
  // A setter gets the shadow as the argument of a call.
  if (assigned.symbolic() && !TakesName(value)) {
    assigned = Keep(value, assigned, false);
    Wrap(value, "(",
         fmt::format(",{0}!==0&&{1}.setting({2},{3},{4},{0},{5}),{5})", assigned.shadow, kConcolicRuntime,
                     SiteText(ConcolicSite::Kind::kUse, node), place.base, place.key, assigned.value));
  }
  // A length has to be one before the engine takes it.
  if (place.key == "\"length\"" && assigned.symbolic() && !TakesName(value)) {
    const std::string kept = Temporary();
    Wrap(value, fmt::format("({}=", kept),
         fmt::format(",{0}!==0&&{1}.sized({2},{3},{0}),{4})", assigned.shadow, kConcolicRuntime,
                     SiteText(ConcolicSite::Kind::kUse, value), place.base, kept));
  }
  // A name that depends on inputs stays known beside the property, and what was there before decides what is made of
  // it.
  const std::string named = KeyOf(place, member);
  if (!named.empty())
    Wrap(value, fmt::format("({}!==0&&{}.ahead({},{}),", place.key_shadow, kConcolicRuntime, place.base, place.key),
         ")");
  Wrap(node, fmt::format("({}=", result),
       fmt::format(",{}!==0&&{}.set({},{},{},{}{}),{})", AnyOf({assigned.shadow, place.key_shadow, place.tables}),
                   kConcolicRuntime, place.base, place.key, assigned.shadow, result, named, result));
  return {assigned.shadow.starts_with(temporary_) ? assigned.shadow : "0", result, false, false};
}

ConcolicPass::Expression ConcolicPass::Augment(Node node) {
  const Node left = WithoutParentheses(node.Child(Field::kLeft));
  const Node right = node.Child(Field::kRight);
  std::string op(node.Child(Field::kOperator).text());
  op.pop_back();
  if (op == "&&" || op == "||" || op == "??") return LogicalAssign(node, left, right);
  if (left.Is(Kind::kIdentifier)) return AugmentName(node, left, right, op);
  if (IsMember(left) && IsField(left)) return AugmentHidden(node, left, right, op);
  if (!IsMember(left) || IsPrivateOrSuper(left)) {
    Others(left);
    Lose(right, kSuper);
    return {};
  }
  return AugmentMember(node, left, right, op);
}

ConcolicPass::Expression ConcolicPass::AugmentName(Node node, Node name, Node value, const std::string& op) {
  Expression b = Compile(value);
  const BindingId binding = scopes_->BindingOf(name);
  const bool constant = binding != kNoId && scopes_->bindings()[binding].kind == BindingKind::kConst;
  if (!IsSymbolicName(name) || constant) {
    LoseInName(name, value, b);
    return {};
  }
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
       fmt::format(
           ",{0}={1}!==0?{2}.bin(\"{3}\",{4},{5},{6},{7},{8},{9}):0,{10}!==0&&{2}.set({11},{12},{0},{9}{13}),{9})",
           shadow, AnyOf({old_shadow, b.shadow}), kConcolicRuntime, op, SiteText(ConcolicSite::Kind::kUse, node),
           old_shadow, old, b.shadow, b.value, result, AnyOf({shadow, place.key_shadow, place.tables}), place.base,
           place.key, KeyOf(place, member)));
  return {shadow, result, false, false};
}

// The assignment happens on the right side only, which then gives the twin its shadow.
ConcolicPass::Expression ConcolicPass::LogicalAssign(Node node, Node target, Node value) {
  if (IsMember(target) && !IsPrivateOrSuper(target)) return LogicalAssignMember(node, target, value);
  if (!target.Is(Kind::kIdentifier) || !IsSymbolicName(target)) {
    const Expression assigned = Compile(value);
    if (target.Is(Kind::kIdentifier)) LoseInName(target, value, assigned);
    if (!IsMember(target)) return {};
    Others(target);
    Lose(value, assigned, kSuper);
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

// `o.k ??= v`: what was there decides, before the right side runs; what is assigned then is noted with its shadow.
ConcolicPass::Expression ConcolicPass::LogicalAssignMember(Node node, Node member, Node value) {
  const std::string shadow = Temporary();
  const Place place = CompilePlace(member, true, shadow, true);
  const Node last = member.Is(Kind::kSubscriptExpression) ? member.Child(Field::kIndex) : member.Child(Field::kObject);
  const bool nullish = node.Child(Field::kOperator).text().starts_with("??");
  Wrap(last, "(",
       fmt::format(",{0}!==0&&{1}.{2}({3},{0},{1}.ov),{4})", shadow, kConcolicRuntime, nullish ? "brn" : "br",
                   SiteText(ConcolicSite::Kind::kBranch, member),
                   member.Is(Kind::kSubscriptExpression) ? place.key : place.base));
  const Expression assigned = Compile(value);
  if (!TakesName(value)) {
    const std::string kept = Temporary();
    Wrap(value, fmt::format("({}=", kept),
         fmt::format(",{}={},{}!==0&&{}.set({},{},{},{}),{})", shadow, assigned.shadow, AnyOf({shadow, place.tables}),
                     kConcolicRuntime, place.base, place.key, shadow, kept, kept));
  }
  const std::string result = Temporary();
  const std::string after = TakesName(value) ? fmt::format(",typeof {}===\"function\"&&({}=0)", result, shadow) : "";
  Wrap(node, fmt::format("({}=", result), fmt::format("{},{})", after, result));
  return {shadow, result, false, false};
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
  if (IsMember(argument) && IsField(argument)) return UpdateHidden(node, argument, sign, prefix);
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
