// Optional chains: `b?.c.d` becomes `((t=b)===null||t===undefined?void 0:t.c.d)`. Each link that is optional splits the
// chain in two: what is before it is an expression of its own (whose links may be optional, too: what they skip is
// undefined, and so is the rest), what is after it hangs on the variable. What is put around the later links therefore
// begins behind the question.
#include <fmt/format.h>

#include <utility>

#include "base/check.h"
#include "syntax/pass/concolic.h"

namespace kingbird::syntax {
namespace {

Node LastChild(Node node) {
  Node last = node.first_child();
  while (last.next()) last = last.next();
  return last;
}

bool IsPrivateOrOfSuper(Node member) {
  return member.Child(Field::kObject).Is(Kind::kSuper) ||
         member.Child(Field::kProperty).Is(Kind::kPrivatePropertyIdentifier);
}

/// `a.b?.(x)` calls with a receiver, which has to stay readable.
bool CallsMethod(Node link) { return link.Is(Kind::kCallExpression) && IsMember(WithoutParentheses(BeforeLink(link))); }

bool CanSplit(Node link) {
  const Node base = BeforeLink(link);
  return !CallsMethod(link) || (IsMember(base) && !IsPrivateOrOfSuper(base));
}

}  // namespace

bool ConcolicPass::HasOptionalLink(Node node) const {
  const Node link = chains_->LastOptional(node);
  return link && !opened_.contains(link.index());
}

ConcolicPass::Expression ConcolicPass::Chain(Node node) {
  const Node link = chains_->LastOptional(node);
  if (!CanSplit(link)) return ConcreteChain(node);
  const Node base = BeforeLink(link);
  const auto outer = std::exchange(receiver_of_, CallsMethod(link) ? std::optional(base.index()) : std::nullopt);
  receiver_.clear();
  const Expression start = Compile(base);
  receiver_of_ = outer;
  const std::string receiver = CallsMethod(link) ? receiver_ : "";
  const std::string value = Temporary();
  std::string shadow = "0";
  if (start.symbolic()) {
    shadow = Temporary();
    Wrap(base, fmt::format("({}=", value),
         fmt::format(",{0}={1},{0}!==0&&{2}.brn({3},{0},{4}),{4})", shadow, start.shadow, kConcolicRuntime,
                     SiteText(ConcolicSite::Kind::kBranch, base), value));
  } else {
    Wrap(base, fmt::format("({}=", value), ")");
  }
  const auto [rest, behind] = CompileRest(node, link, {shadow, value, true, true}, receiver);
  const std::string result = rest.symbolic() ? Temporary() : "";
  const std::string whole = Temporary();
  const std::string skipped = rest.symbolic() ? fmt::format("({}=0,void 0)", result) : "void 0";
  const std::string taken = rest.symbolic() ? fmt::format("({}=", whole) : "";
  // What belongs to the part behind the question ends inside of what other passes put around the whole.
  std::string tail = std::exchange(wraps_[node.index()].second, "");
  if (rest.symbolic()) tail += fmt::format(",{}={},{})", result, rest.shadow, whole);
  if (!tail.empty()) edits_->After(LastChild(node), tail);
  const bool rebuilt =
      edits_->Rebuild(link.Child(Field::kOptionalChain),
                      Pieces() << fmt::format("===null||{}===undefined?{}:{}{}", value, skipped, taken, behind));
  CHECK(rebuilt, "a token has one line");
  Wrap(node, fmt::format("({}=", whole), ")");
  return {rest.symbolic() ? result : "0", whole, false, false};
}

// The links from an optional one on, with `start` in the place of what it hangs on; and the text that stands behind the
// question: what was put before these links and around their start.
std::pair<ConcolicPass::Expression, std::string> ConcolicPass::CompileRest(Node node, Node link, Expression start,
                                                                           const std::string& receiver) {
  const Node base = BeforeLink(link);
  const std::string value = start.value;
  auto around = std::exchange(wraps_[base.index()], {});
  opened_.insert(link.index());
  starts_.emplace(base.index(), std::move(start));
  const Expression rest = Compile(node);
  starts_.erase(base.index());
  opened_.erase(link.index());
  std::swap(around, wraps_[base.index()]);
  std::string text;
  for (Node at = node; !(at == base); at = BeforeLink(at)) text += std::exchange(wraps_[at.index()].first, "");
  const std::string hung = around.first + value + around.second;
  // A method keeps its receiver, although the call no longer names it.
  text += receiver.empty() ? hung : fmt::format("{}.m({},{})", kConcolicRuntime, hung, receiver);
  text += (link.Is(Kind::kMemberExpression) ? "." : "");
  return {rest, text};
}

// The chain keeps its meaning and loses its shadow.
ConcolicPass::Expression ConcolicPass::ConcreteChain(Node node) {
  Node at = node;
  for (; BeforeLink(at) && !at.Is(Kind::kParenthesizedExpression); at = BeforeLink(at)) {
    if (at.Is(Kind::kCallExpression)) {
      for (Node argument : at.Child(Field::kArguments).children()) {
        const Node inner = argument.Is(Kind::kSpreadElement) ? argument.NamedChild(0) : argument;
        Lose(inner, "an optional call of a method");
      }
    }
    if (at.Is(Kind::kSubscriptExpression)) Compile(at.Child(Field::kIndex));
  }
  Compile(at);
  return Finish(node, "0");
}

}  // namespace kingbird::syntax
