// Calls stay as they are written. When some argument is symbolic a channel is opened inside the last one, right before
// the call: the callee's head takes the shadows from it if it is the function that was meant and the values match.
#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "syntax/pass/concolic.h"

namespace kingbird::syntax {
namespace {

/// So many values the agent's `about` looks at.
constexpr size_t kFew = 3;

bool IsSimpleNode(Node node) {
  node = WithoutParentheses(node);
  return node.Is(Kind::kIdentifier) || node.Is(Kind::kNumber) || node.Is(Kind::kString) || node.Is(Kind::kThis) ||
         node.Is(Kind::kTrue) || node.Is(Kind::kFalse) || node.Is(Kind::kNull) || node.Is(Kind::kUndefined);
}

std::vector<Node> ArgumentsOf(Node call) {
  std::vector<Node> list;
  for (Node argument : call.Child(Field::kArguments).children()) list.push_back(argument);
  return list;
}

bool MayHoldFunction(Node argument) {
  return IsFunctionLike(argument) || argument.Is(Kind::kClass) || argument.Is(Kind::kObject) ||
         argument.Is(Kind::kArray);
}

bool HasSpread(const std::vector<Node>& arguments) {
  for (Node argument : arguments) {
    if (argument.Is(Kind::kSpreadElement)) return true;
  }
  return false;
}

}  // namespace

// The value of the call with the shadow that the callee left, or that a model of it gives.
ConcolicPass::Expression ConcolicPass::Finish(Node node, const std::string& token) {
  const std::string value = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{0}={1}!==0?{2}.ret({3},{4}):0,{3})", shadow,
                   AnyOf({fmt::format("{}.p", kConcolicRuntime), token}), kConcolicRuntime, value, token));
  return {shadow, value, false, false};
}

// Wraps the arguments; returns the variable that holds the open channel, "0" where nothing can be symbolic. `callee`:
// text of the function, or of the key when there is a receiver.
std::string ConcolicPass::OpenChannel(Node node, const std::string& callee, const Expression* receiver,
                                      const std::string& base) {
  const std::vector<Node> arguments = ArgumentsOf(node);
  std::vector<Expression> compiled;
  for (Node argument : arguments) {
    compiled.push_back(Compile(argument.Is(Kind::kSpreadElement) ? argument.NamedChild(0) : argument));
    // Functions that exist only here are found through what they are handed to.
    if (options_.scopes && MayHoldFunction(argument)) Wrap(argument, fmt::format("{}.k(", kConcolicRuntime), ")");
  }
  if (HasSpread(arguments)) return OpenSpread(node, std::move(compiled), callee, receiver, base);
  std::vector<std::string> shadows;
  if (receiver != nullptr) shadows.push_back(receiver->shadow);
  for (const Expression& argument : compiled) shadows.push_back(argument.shadow);
  if (AnyOf(shadows) == "0" && receiver == nullptr) return "0";
  std::string values;
  std::string list = receiver != nullptr ? receiver->shadow : "0";
  shadows = {list};
  const auto last = std::find_if_not(arguments.rbegin(), arguments.rend(), IsSimpleNode).base();
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool later = arguments.begin() + static_cast<long>(i) + 1 < last;
    compiled[i] = Keep(arguments[i], compiled[i], later);
    values += (i == 0 ? "" : ",") + compiled[i].value;
    list += "," + compiled[i].shadow;
    shadows.push_back(compiled[i].shadow);
  }
  const std::string token = Temporary();
  const std::string site = SiteText(ConcolicSite::Kind::kUse, node);
  const std::string open =
      receiver != nullptr
          ? fmt::format("{}.method({},{},{},[{}],[{}])", kConcolicRuntime, site, base, callee, values, list)
          : fmt::format("{}.open({},{},undefined,[{}],[{}])", kConcolicRuntime, site, callee, values, list);
  const std::string symbolic = AnyOf(shadows);
  std::string condition = symbolic == "0" ? "" : symbolic + "!==0";
  if (receiver != nullptr) {
    condition += fmt::format("{}{}!==0&&{}.{}({},{}{})", condition.empty() ? "" : "||", Tables(Names::kAny),
                             kConcolicRuntime, arguments.size() > kFew ? "aboutAny" : "about", site, base,
                             arguments.empty()         ? ""
                             : arguments.size() > kFew ? ",[" + values + "]"
                                                       : "," + values);
  }
  const std::string text = fmt::format(",{}={}?{}:0,", token, condition, open);
  if (!arguments.empty()) {
    Wrap(arguments.back(), "(", text + compiled.back().value + ")");
  } else if (receiver != nullptr) {
    Wrap(node.Child(Field::kFunction).Child(Field::kObject), "(", text + base + ")");
  }
  return token;
}

// f(a, ...b): which arguments there are is known where the lists are, so the agent puts them together; the engine will
// do the same right after.
std::string ConcolicPass::OpenSpread(Node node, std::vector<Expression> compiled, const std::string& callee,
                                     const Expression* receiver, const std::string& base) {
  const std::vector<Node> arguments = ArgumentsOf(node);
  std::string list;
  std::vector<std::string> shadows = {Tables(Names::kAny), receiver == nullptr ? "0" : receiver->shadow};
  Node last;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool spread = arguments[i].Is(Kind::kSpreadElement);
    last = spread ? arguments[i].NamedChild(0) : arguments[i];
    compiled[i] = Keep(last, compiled[i], true);
    list += fmt::format("{}{},{},{}", i == 0 ? "" : ",", spread ? 1 : 0, compiled[i].value, compiled[i].shadow);
    shadows.push_back(compiled[i].shadow);
  }
  const std::string token = Temporary();
  Wrap(last, "(",
       fmt::format(",{}={}!==0?{}.openSpread({},{},{},{},[{}]):0,{})", token, AnyOf(shadows), kConcolicRuntime,
                   SiteText(ConcolicSite::Kind::kUse, node), receiver != nullptr ? base : kConcolicRuntime, callee,
                   receiver == nullptr ? "0" : receiver->shadow, list, compiled.back().value));
  return token;
}

// A tag gets the same list of texts each time: the template stays where it is. The values are arguments like others,
// behind the list of texts.
ConcolicPass::Expression ConcolicPass::Tagged(Node node) {
  const Node callee = node.Child(Field::kFunction);
  std::string function = "null";
  if (IsMember(callee)) {
    Others(callee);
  } else if (const Expression compiled = Compile(callee); !compiled.value.empty()) {
    function = compiled.value;
  }
  std::vector<Node> nodes;
  std::vector<Expression> parts;
  for (Node part : node.Child(Field::kArguments).children()) {
    if (!part.Is(Kind::kTemplateSubstitution)) continue;
    nodes.push_back(part.NamedChild(0));
    parts.push_back(Compile(nodes.back()));
  }
  std::vector<std::string> shadows;
  for (const Expression& part : parts) shadows.push_back(part.shadow);
  if (AnyOf(shadows) == "0") return Finish(node, "0");
  std::string values = "undefined";
  std::string list = "0,0";
  shadows.clear();
  for (size_t i = 0; i < nodes.size(); ++i) {
    parts[i] = Keep(nodes[i], parts[i], i + 1 < nodes.size());
    values += "," + parts[i].value;
    list += "," + parts[i].shadow;
    shadows.push_back(parts[i].shadow);
  }
  const std::string token = Temporary();
  Wrap(nodes.back(), "(",
       fmt::format(",{}={}!==0?{}.open({},{},undefined,[{}],[{}]):0,{})", token, AnyOf(shadows), kConcolicRuntime,
                   SiteText(ConcolicSite::Kind::kUse, node), function, values, list, parts.back().value));
  return Finish(node, token);
}

ConcolicPass::Expression ConcolicPass::CallMember(Node node) {
  const Node callee = node.Child(Field::kFunction);
  const bool opaque = callee.Child(Field::kObject).Is(Kind::kSuper) ||
                      callee.Child(Field::kProperty).Is(Kind::kPrivatePropertyIdentifier);
  if (opaque) {
    Others(callee);
    return Finish(node, OpenChannel(node, "null", nullptr, ""));
  }
  bool later = false;
  for (Node argument : ArgumentsOf(node)) later = later || !IsSimpleNode(argument);
  const Place place = CompilePlace(callee, false, "", later);
  return Finish(node, OpenChannel(node, place.key, &place.object, place.base));
}

// `eval(x)` and `(0, f)(x)` stay what they are.
std::string ConcolicPass::CalleeText(Node callee) {
  Expression function = Compile(callee);
  const bool name = function.simple && callee.Is(Kind::kIdentifier);
  if (!name && !function.symbolic() && function.value.empty()) return "null";
  if (!name) function = Keep(callee, function, true);
  if (function.symbolic())
    Wrap(callee, "(",
         fmt::format(",{0}!==0&&{1}.callee({2},{0},{3}),{3})", function.shadow, kConcolicRuntime,
                     SiteText(ConcolicSite::Kind::kUse, callee), function.value));
  return function.value;
}

ConcolicPass::Expression ConcolicPass::Call(Node node) {
  const Node callee = node.Child(Field::kFunction);
  const Node arguments = node.Child(Field::kArguments);
  if (HasOptionalLink(node)) return Chain(node);
  if (arguments.Is(Kind::kTemplateString)) return Tagged(node);
  if (callee.Is(Kind::kImport)) return Others(arguments);
  if (callee.Is(Kind::kSuper)) return Finish(node, OpenChannel(node, "null", nullptr, ""));
  // The method that an optional call hangs on has been read already.
  if (IsMember(callee) && !starts_.contains(callee.index())) return CallMember(node);
  const std::string function = CalleeText(callee);
  return Finish(node, OpenChannel(node, function, nullptr, ""));
}

ConcolicPass::Expression ConcolicPass::New(Node node) {
  const Node constructor = node.Child(Field::kConstructor);
  std::string text = "null";
  const bool plain_member = IsMember(constructor) && !constructor.Child(Field::kObject).Is(Kind::kSuper) &&
                            !constructor.Child(Field::kProperty).Is(Kind::kPrivatePropertyIdentifier);
  if (constructor.Is(Kind::kIdentifier) || plain_member) {
    // A member is compiled into parentheses: `new (t=a.b,…,t)(…)`.
    const Expression function = Compile(constructor);
    text = function.value;
    if (function.symbolic())
      Wrap(constructor, "(",
           fmt::format(",{0}!==0&&{1}.callee({2},{0},{3}),{3})", function.shadow, kConcolicRuntime,
                       SiteText(ConcolicSite::Kind::kUse, constructor), function.value));
  } else {
    // A call before the arguments would take them: only what is in parentheses is wrapped.
    Node at = constructor;
    for (; IsMember(at); at = at.Child(Field::kObject)) {
      if (at.Is(Kind::kSubscriptExpression)) Compile(at.Child(Field::kIndex));
    }
    if (at.Is(Kind::kParenthesizedExpression)) Compile(at);
    if (IsFunctionLike(at) || at.Is(Kind::kClass)) CompileInner(at);
  }
  if (!node.Child(Field::kArguments)) return {};
  return Finish(node, OpenChannel(node, text, nullptr, ""));
}

}  // namespace kingbird::syntax
