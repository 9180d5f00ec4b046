// Functions: a head that declares twins and temporaries and takes the shadows of the arguments from the channel.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>

#include "base/json.h"
#include "syntax/pass/concolic.h"

namespace kingbird::syntax {
namespace {

constexpr uint32_t kUndeclared = 3;

bool IsConstructor(Node method) {
  return method.Is(Kind::kMethodDefinition) && method.Child(Field::kName).text() == "constructor" &&
         !method.Token("static");
}

bool IsGenerator(Node node) {
  return node.Is(Kind::kGeneratorFunction) || node.Is(Kind::kGeneratorFunctionDeclaration) ||
         (node.Is(Kind::kMethodDefinition) && node.Token("*"));
}

/// The name a parameter has when it is a plain name, also with a default.
Node PlainName(Node parameter) {
  if (parameter.Is(Kind::kAssignmentPattern)) parameter = parameter.Child(Field::kLeft);
  return parameter.Is(Kind::kIdentifier) ? parameter : Node();
}

std::vector<Node> Parameters(Node function) {
  std::vector<Node> list;
  if (const Node single = function.Child(Field::kParameter)) list.push_back(single);
  for (Node parameter : function.Child(Field::kParameters).children()) list.push_back(parameter);
  return list;
}

}  // namespace

std::string ConcolicPass::ThisShadow() const {
  Node at = function_->node;
  while (at.Is(Kind::kArrowFunction)) {
    at = at.parent();
    // The twin lies in the body, which parameters do not see.
    while (at && !IsFunctionLike(at) && !at.Is(Kind::kFieldDefinition) && !at.Is(Kind::kFormalParameters))
      at = at.parent();
  }
  const bool own =
      at.Is(Kind::kFunctionDeclaration) || at.Is(Kind::kFunctionExpression) || at.Is(Kind::kMethodDefinition);
  return own && !IsConstructor(at) && !IsGenerator(at) ? Twin("this") : "0";
}

std::string ConcolicPass::FunctionName(Node node) const {
  if (const Node name = node.Child(Field::kName)) return std::string(name.text());
  const Node parent = node.parent();
  switch (parent.kind()) {
    case Kind::kVariableDeclarator:
      return std::string(parent.Child(Field::kName).text());
    case Kind::kAssignmentExpression:
    case Kind::kAssignmentPattern:
      return std::string(parent.Child(Field::kLeft).text());
    case Kind::kPair:
      return std::string(parent.Child(Field::kKey).text());
    case Kind::kFieldDefinition:
      return std::string(parent.Child(Field::kProperty).text());
    default:
      return "";
  }
}

std::string ConcolicPass::TakeText(Node node) {
  const std::string site = fmt::format("{}+{}", base_, function_->site);
  std::string values;
  std::string takes;
  std::string taken_apart;  // Looking up may make decisions, but calls nothing.
  if (function_->this_twin) takes += fmt::format("{}={}.a[0]|0;", Twin("this"), kConcolicRuntime);
  int index = 0;
  for (Node parameter : Parameters(node)) {
    const Node name = PlainName(parameter);
    const bool twin = name && IsSymbolicName(name);
    // What is taken apart is not there any more: it is compared with nothing.
    values += fmt::format("{}{}", index == 0 ? "" : ",",
                          twin   ? name.text()
                          : name ? std::string_view("undefined")
                                 : kConcolicRuntime);
    ++index;
    const Node fallback = parameter.Is(Kind::kAssignmentPattern) ? parameter : Node();
    if (twin && !fallback) takes += fmt::format("{}={}.a[{}]|0;", Twin(name.text()), kConcolicRuntime, index);
    const Node pattern = fallback ? parameter.Child(Field::kLeft) : parameter;
    if (twin && fallback)
      takes += fmt::format("{}={}.used({},{});", Twin(name.text()), kConcolicRuntime,
                           SiteText(ConcolicSite::Kind::kBranch, fallback), index - 1);
    if (const Node rest = parameter.Is(Kind::kRestPattern) ? parameter.NamedChild(0) : Node();
        rest.Is(Kind::kIdentifier))
      takes += fmt::format("{}.arguments({},{});", kConcolicRuntime, rest.text(), index - 1);
    if (!IsPattern(pattern)) continue;
    const Part whole = {KeptTemporary(), KeptTemporary()};
    patterns_.push_back(fmt::format("{},{},{}", function_->site, index, Shape(pattern)));
    const std::string shadow = fallback ? fmt::format("{}.used({},{})", kConcolicRuntime,
                                                      SiteText(ConcolicSite::Kind::kBranch, fallback), index - 1)
                                        : fmt::format("{}.a[{}]|0", kConcolicRuntime, index);
    taken_apart += fmt::format("{}={}.v[{}],{}={}", whole.value, kConcolicRuntime, index - 1, whole.shadow, shadow) +
                   PatternShadows(pattern, whole, true) + ";";
  }
  takes += taken_apart;
  if (UsesArguments(node)) takes += fmt::format("{}.arguments(arguments,0);", kConcolicRuntime);
  if (takes.empty()) return fmt::format("if({0}.p!==0){0}.none({1});", kConcolicRuntime, site);
  return fmt::format("if({0}.p!==0&&{0}.take({1},[{2}]{3})){{{4}}}", kConcolicRuntime, site, values,
                     function_->this_twin ? ",this" : "", takes);
}

bool ConcolicPass::UsesArguments(Node function) const {
  ScopeId scope = scopes_->ScopeOf(function.Child(Field::kBody));
  while (scope != kNoId && !scopes_->scopes()[scope].function) scope = scopes_->scopes()[scope].parent;
  return scope != kNoId && scopes_->scopes()[scope].uses_arguments && !function.Is(Kind::kArrowFunction);
}

// Thunks, since variables get their values later; the agent asks for them when loading is over.
std::string ConcolicPass::ScopesText(Node node) const {
  if (!options_.scopes) return "";
  const Node body = node.Is(Kind::kProgram) ? node : node.Child(Field::kBody);
  std::string list;
  std::vector<BindingId> own = BindingsOf(node);
  if (!(body == node)) {
    const std::vector<BindingId>& inner = BindingsOf(body);
    own.insert(own.end(), inner.begin(), inner.end());
  }
  for (BindingId id : own) {
    const Binding& binding = scopes_->bindings()[id];
    if (binding.kind == BindingKind::kParameter || binding.kind == BindingKind::kFunctionName ||
        binding.name == "arguments")
      continue;
    list += fmt::format("{}()=>{}", list.empty() ? "" : ",", binding.name);
  }
  if (list.empty()) return "";
  return fmt::format("{0}.on!==0&&{0}.scope({1}+{2},[{3}]{4});", kConcolicRuntime, base_, function_->site, list,
                     node.Is(Kind::kProgram) ? SettersText() : "");
}

// Variables of the file that change: inputs of functions that are looked at by themselves.
std::string ConcolicPass::SettersText() const {
  std::string list;
  for (BindingId id : BindingsOf(tree_->root())) {
    const Binding& binding = scopes_->bindings()[id];
    if (!bindings_->IsFileVariable(id) || !bindings_->HasTwin(id)) continue;
    list += fmt::format("{0}[\"{1}\",()=>{1},(v,s)=>{{{1}=v;{2}=s}}]", list.empty() ? "" : ",", binding.name,
                        Twin(binding.name));
  }
  return list.empty() ? "" : ",[" + list + "]";
}

const std::vector<BindingId>& ConcolicPass::BindingsOf(Node opener) const {
  static const std::vector<BindingId> kNone;
  const auto found = bindings_of_.find(opener.index());
  return found == bindings_of_.end() ? kNone : found->second;
}

// After the code inside was compiled: the variables it turned out to need, then what is taken and handed over.
std::string ConcolicPass::Head(Node node) {
  const bool callable = !node.Is(Kind::kProgram) && !node.Is(Kind::kClassStaticBlock);
  const std::string take = callable ? TakeText(node) : "";
  std::vector<std::string> declared;
  if (function_->this_twin) declared.push_back(Twin("this") + "=0");
  for (BindingId id : BindingsOf(node)) {
    const Binding& binding = scopes_->bindings()[id];
    const bool hoisted = binding.kind == BindingKind::kVar || binding.kind == BindingKind::kParameter;
    if (hoisted && bindings_->HasTwin(id)) declared.push_back(Twin(binding.name) + "=0");
  }
  for (std::string& name : Temporaries(*function_)) declared.push_back(std::move(name));
  std::string text = declared.empty() ? "" : fmt::format("var {};", fmt::join(declared, ","));
  if (callable && !IsConstructor(node) && !IsGenerator(node))
    text += fmt::format("if({0}.stub!==0&&{0}.skips({1}+{2}))return {0}.result({1}+{2});", kConcolicRuntime, base_,
                        function_->site);
  return text + take + ScopesText(node);
}

void ConcolicPass::CompileFunction(Node node) {
  if (bindings_->IsOpaque(node)) return;
  if (const Node name = node.Child(Field::kName); name.Is(Kind::kComputedPropertyName)) CompileInner(name);
  Function* outer = function_;
  Function own;
  own.node = node;
  own.site = Site(ConcolicSite::Kind::kFunction, node);
  functions_[node.index()] = own.site;
  CompileParameters(node, own.site);
  sites_[own.site].name = FunctionName(node);
  sites_[own.site].parameters = static_cast<uint32_t>(Parameters(node).size());
  // More may be passed than is declared.
  const std::vector<Node> parameters = Parameters(node);
  const bool rest = !parameters.empty() && parameters.back().Is(Kind::kRestPattern);
  if (rest) sites_[own.site].parameters += kUndeclared - 1;
  if (UsesArguments(node)) sites_[own.site].parameters = std::max(sites_[own.site].parameters, kUndeclared);
  sites_[own.site].uses_this = uses_this_[node.index()];
  sites_[own.site].constructs = IsConstructor(node);
  function_ = &own;
  const bool plain = !IsGenerator(node) && !node.Token("async") && !IsConstructor(node);
  own.returns_shadows = plain;
  own.this_twin = uses_this_[node.index()] && ThisShadow() != "0";
  const Node body = node.Child(Field::kBody);
  const bool block = body.Is(Kind::kStatementBlock);
  if (block) {
    Statements(body);
  } else if (body) {
    Return(body);
  }
  const std::string head = Head(node);
  if (block) {
    edits_->BodyBegin(body, head);
  } else if (body) {
    edits_->MakeBody(body, head);
  }
  function_ = outer;
}

void ConcolicPass::CompileProgram() {
  Function own;
  own.node = tree_->root();
  function_ = &own;
  Statements(tree_->root());
  prologue_ = Head(tree_->root());
  function_ = nullptr;
}

void ConcolicPass::CompileClass(Node node) {
  for (Node part : node.children()) {
    if (part.Is(Kind::kClassHeritage) || part.Is(Kind::kDecorator)) CompileInner(part);
  }
  for (Node member : node.Child(Field::kBody).children()) {
    if (member.Is(Kind::kMethodDefinition) || member.Is(Kind::kClassStaticBlock)) {
      CompileFunction(member);
    } else if (member.Is(Kind::kFieldDefinition)) {
      CompileField(member);
    } else {
      CompileInner(member);
    }
  }
}

// A region that stays as it is; the functions in it do not.
void ConcolicPass::CompileInner(Node region) {
  if (!region) return;
  Walk(
      region,
      [&](Node node) {
        if (node.Is(Kind::kClass) || node.Is(Kind::kClassDeclaration)) {
          CompileClass(node);
          return false;
        }
        if (!IsFunctionLike(node)) return true;
        CompileFunction(node);
        return false;
      },
      [](Node) {});
}

}  // namespace kingbird::syntax
