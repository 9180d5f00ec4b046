// One recursive walk; all changes are insertions around nodes, collected per node with the outermost on the outside and
// handed to Edits at the end. An expression `e` that may be symbolic becomes `(t=e,s=…,t)`: t holds its value, s its
// shadow, both are variables of the function.
#include "syntax/pass/concolic.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string_view>

#include "base/json.h"
#include "base/text.h"
#include "syntax/pass/concolic_globals.h"
#include "syntax/rewriter.h"

namespace kingbird::syntax {
namespace {

/// Each level costs the walk some frames of the stack; generated code that is deeper stays as it is.
constexpr uint32_t kDeepestFile = 1000;

/// The runtime where nothing is symbolic: what is called without a question before.
constexpr std::string_view kInert =
    "{p:0,np:0,nk:0,on:0,stub:0,ss:0,ts:0,tv:undefined,file:()=>0,k:v=>v,"
    "m:(f,o)=>typeof "
    "f===\"function\"?(...a)=>Reflect.apply(f,o,a):f,c:()=>0,each:()=>0,awaited:()=>0,peek:()=>0,enter:()=>null,"
    "given(){},"
    "inner(){},element(){}}";

bool IsDeep(const Tree& tree) {
  std::vector<uint32_t> depths(tree.size());
  for (uint32_t i = 1; i < tree.size(); ++i) {
    depths[i] = depths[tree.At(i).parent().index()] + 1;
    if (depths[i] > kDeepestFile) return true;
  }
  return false;
}

}  // namespace

void ConcolicPass::Run(const Tree& tree, Edits& edits) {
  tree_ = &tree;
  edits_ = &edits;
  wraps_.clear();
  sites_.clear();
  functions_.clear();
  patterns_.clear();
  scopes_.emplace(tree);
  skipped_ = tree.source().find(kConcolicRuntime) != std::string_view::npos || IsDeep(tree);
  if (!skipped_) {
    bindings_.emplace(tree, *scopes_, options_.stress);
    skipped_ = bindings_->IsOpaque(tree.root());
  }
  Site(ConcolicSite::Kind::kFunction, tree.root());
  if (skipped_) return;
  chains_.emplace(tree);
  suffix_ = FreshName(tree, "$s");
  temporary_ = FreshName(tree, "$t");
  base_ = fmt::format("$b{:016x}", base::Hash(key_));
  if (tree.source().find(base_) != std::string_view::npos) {
    skipped_ = true;
    return;
  }
  bindings_of_.clear();
  for (BindingId id = 0; id < scopes_->bindings().size(); ++id)
    bindings_of_[scopes_->scopes()[scopes_->bindings()[id].scope].node].push_back(id);
  free_names_ = FreeNames(tree, *scopes_);
  uses_this_ = FindUsersOfThis(tree);
  CompileProgram();
  for (auto& [index, wrap] : wraps_) {
    if (!wrap.first.empty() || !wrap.second.empty())
      edits.Wrap(tree.At(index), std::move(wrap.first), std::move(wrap.second));
  }
  wraps_.clear();
}

void ConcolicPass::Describe(FileFacts& facts) const {
  facts.concolic = sites_;
  for (FunctionSite& site : facts.sites) {
    if (const auto found = functions_.find(site.node); found != functions_.end()) site.concolic = found->second;
  }
}

std::string ConcolicPass::Prologue(bool module) const {
  if (skipped_) return "";
  // Where there is no agent (another process, another realm) nothing is symbolic.
  const std::string inert = fmt::format(
      "typeof {0}===\"undefined\"&&Object.defineProperty(globalThis,\"{0}\",{{value:{1}}})", kConcolicRuntime, kInert);
  const std::string fetch =
      fmt::format("({},{}.file({},{},{},[{}]))", inert, kConcolicRuntime, base::DumpJson(key_), sites_.size(),
                  base::DumpJson(base::Json(free_names_)), fmt::join(patterns_, ","));
  return FetchInPrologue(base_, fetch, module) + prologue_;
}

void ConcolicPass::Wrap(Node node, const std::string& before, const std::string& after) {
  auto& [head, tail] = wraps_[node.index()];
  // A function moved into a variable would take the variable's name, and only the first of a sequence would be moved.
  const bool moved = head.empty() && before.ends_with('=');
  const bool named = moved && TakesName(node);
  const bool enclose = named || (moved && node.Is(Kind::kSequenceExpression));
  head.insert(0, named ? before + "(0," : enclose ? before + "(" : before);
  tail.append(enclose ? ")" + after : after);
}

ConcolicPass::Expression ConcolicPass::Keep(Node node, Expression expression, bool later) {
  if (expression.simple && (!later || expression.literal)) return expression;
  const bool fixed = expression.shadow == "0" || expression.shadow.starts_with(temporary_);
  if (!expression.simple && !expression.value.empty() && (fixed || !later)) return expression;
  const std::string value = Temporary();
  if (later && !fixed) {
    const std::string shadow = Temporary();
    Wrap(node, fmt::format("({}=", value), fmt::format(",{}={},{})", shadow, expression.shadow, value));
    return {shadow, value, false, false};
  }
  Wrap(node, fmt::format("({}=", value), ")");
  return {expression.shadow, value, false, false};
}

std::string ConcolicPass::Temporary() {
  const int number = function_->temporaries++;
  function_->most = std::max(function_->most, function_->temporaries);
  return fmt::format("{}{}", temporary_, number);
}

void ConcolicPass::Lose(Node node, std::string_view form) { Lose(node, Compile(node), form); }

void ConcolicPass::Lose(Node node, Expression expression, std::string_view form) {
  if (!expression.symbolic()) return;
  expression = Keep(node, expression, false);
  Wrap(node, "(",
       fmt::format(",{}!==0&&{}.lose({},\"{}\"),{})", expression.shadow, kConcolicRuntime,
                   SiteText(ConcolicSite::Kind::kUse, node), form, expression.value));
}

void ConcolicPass::LoseInName(Node name, Node value, const Expression& expression) {
  if (bindings_->IsBarred(name)) Lose(value, expression, kUntracked);
}

// Programs index arrays of numbers all the time: a shadow there must not slow down every other property.
std::string ConcolicPass::Tables(Names names) {
  return fmt::format("{}.{}", kConcolicRuntime, names == Names::kProperty ? "np" : "nk");
}

std::string ConcolicPass::KeptTemporary() { return fmt::format("{}k{}", temporary_, function_->kept++); }

uint32_t ConcolicPass::Site(ConcolicSite::Kind kind, Node node) {
  const auto number = static_cast<uint32_t>(sites_.size());
  const Range range = {tree_->PositionAt(node.begin()), tree_->PositionAt(node.end())};
  sites_.push_back({.kind = kind, .range = range, .function = function_ == nullptr ? 0 : function_->site});
  return number;
}

std::string ConcolicPass::SiteText(ConcolicSite::Kind kind, Node node) {
  return fmt::format("{}+{}", base_, Site(kind, node));
}

std::string ConcolicPass::AnyOf(const std::vector<std::string>& shadows) {
  std::vector<std::string> symbolic;
  std::set<std::string_view> seen = {"0"};
  for (const std::string& shadow : shadows) {
    if (seen.insert(shadow).second) symbolic.push_back(shadow);
  }
  if (symbolic.empty()) return "0";
  std::string text = symbolic[0];
  for (size_t i = 1; i < symbolic.size(); ++i) text += "|" + symbolic[i];
  return symbolic.size() == 1 ? text : "(" + text + ")";
}

std::string ConcolicPass::AnyOf(std::initializer_list<std::string> shadows) {
  return AnyOf(std::vector<std::string>(shadows));
}

}  // namespace kingbird::syntax
