#include "concolic/search/throwing_calls.h"

#include <utility>

namespace kingbird::concolic {

void ThrowingCalls::Absorb(const std::shared_ptr<const SeenRun>& run) {
  std::map<SymbolId, size_t> uses;  // → the first constraint that asks for a function.
  for (size_t i = 0; i < run->constraints.size(); ++i) {
    const Constraint& use = run->constraints[i];
    if (use.IsBranch() || use.truth_test || run->types[use.symbol] != Type::kFunction) continue;
    if (use.held && use.wanted == TypeSet{Type::kFunction}) uses.emplace(use.symbol, i);
  }
  for (const Event& event : run->path.events) {
    if (event.kind != Event::Kind::kType || event.wanted != TypeSet{Type::kFunction}) continue;
    const Node& node = run->path.expressions[event.node];
    const auto use = node.op == Op::kInput ? uses.find(node.symbol) : uses.end();
    if (use == uses.end()) continue;
    const Key key = {event.site, run->names[node.symbol]};
    if (!tried_.contains(key))
      open_[key] = Flip{.run = run, .constraints = {use->second}, .swap = Flip::Swap::kThrowing};
  }
}

std::optional<Flip> ThrowingCalls::Next(const Progress& progress) {
  if (progress.missing.empty() && progress.handlers.empty()) return std::nullopt;
  while (progress.caught && !open_.empty()) {
    auto first = open_.extract(open_.begin());
    if (!tried_.insert(first.key()).second || !progress.caught(first.key().first)) continue;
    return std::move(first.mapped());
  }
  return std::nullopt;
}

}  // namespace kingbird::concolic
