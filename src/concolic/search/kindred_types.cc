#include "concolic/search/kindred_types.h"

#include "concolic/preferred_types.h"

namespace kingbird::concolic {
namespace {

std::optional<Type> Kin(Type type) {
  if (type == Type::kArray) return Type::kString;
  if (type == Type::kString) return Type::kArray;
  return std::nullopt;
}

}  // namespace

void KindredTypes::Absorb(const std::shared_ptr<const SeenRun>& run) {
  std::map<SymbolId, std::pair<size_t, TypeSet>> uses;  // The first one, and what serves all of them.
  for (size_t i = 0; i < run->constraints.size(); ++i) {
    const Constraint& constraint = run->constraints[i];
    if (constraint.IsBranch() || constraint.truth_test || constraint.discarded) continue;
    const auto [known, first] = uses.emplace(constraint.symbol, std::pair(i, constraint.wanted));
    if (!first) known->second.second = Both(known->second.second, constraint.wanted);
  }
  // Characters of a text are texts.
  std::set<SymbolId> lists;
  for (SymbolId symbol = 0; symbol < run->types.size(); ++symbol) {
    const bool text = run->types[symbol] == Type::kString || kNothing.Has(run->types[symbol]);
    if (run->path.symbols[symbol].step == Symbol::Step::kProperty && !text)
      lists.insert(run->path.symbols[symbol].parent);
  }
  for (const auto& [symbol, use] : uses) {
    if (lists.contains(symbol)) continue;
    const Type type = run->types[symbol];
    const Key now = {run->names[symbol], type};
    seen_.insert(now);
    open_.erase(now);
    const std::optional<Type> kin = Kin(type);
    if (!kin || !use.second.Has(type) || !use.second.Has(*kin) || seen_.contains({now.first, *kin})) continue;
    open_[{now.first, *kin}] = Flip{.run = run, .constraints = {use.first}, .type = kin};
  }
}

std::optional<Flip> KindredTypes::Next(const Progress& progress) {
  if (open_.empty() || !progress.counters_known || !progress.MayGoDeeper()) return std::nullopt;
  auto first = open_.extract(open_.begin());
  seen_.insert(first.key());
  return std::move(first.mapped());
}

}  // namespace kingbird::concolic
