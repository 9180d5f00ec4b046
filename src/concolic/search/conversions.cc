#include "concolic/search/conversions.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "concolic/expression/type_fold.h"
#include "concolic/preferred_types.h"

namespace kingbird::concolic {
namespace {

constexpr TypeSet kObjects = {Type::kObject, Type::kArray, Type::kFunction};
/// They take their operands as they are.
const std::set<Op> kNotConverting = {Op::kSeq,       Op::kSne,     Op::kNot,        Op::kTypeof,  Op::kToBoolean,
                                     Op::kPresent,   Op::kIsArray, Op::kIsNaN,      Op::kList,    Op::kIsFinite,
                                     Op::kIsInteger, Op::kLength,  Op::kInstanceOf, Op::kClassOf, Op::kStore,
                                     Op::kSelect,    Op::kWithin};
constexpr TypeSet kConverted = {Type::kBoolean, Type::kNumber, Type::kString};

const std::set<std::string, std::less<>> kMethods = {"toString", "valueOf"};

/// A direction that nobody took depends on the input.
bool DecidesSomethingNew(const SeenRun& run, SymbolId symbol, const Progress& progress) {
  return std::ranges::any_of(run.constraints, [&](const Constraint& constraint) {
    if (!constraint.IsBranch() || constraint.IsAspect() || constraint.discarded) return false;
    if (progress.Seen(constraint.site, !constraint.held)) return false;
    const std::vector<SymbolId> symbols = SymbolsOf(run.path.expressions, constraint.node);
    return std::ranges::find(symbols, symbol) != symbols.end();
  });
}

}  // namespace

uint64_t Conversions::Mark(const SeenRun& run) {
  uint64_t mark = 0;
  for (const Symbol& symbol : run.path.symbols) {
    if (symbol.step != Symbol::Step::kResult) continue;
    const Symbol& method = run.path.symbols[symbol.parent];
    if (method.step == Symbol::Step::kProperty && kMethods.contains(method.name))
      mark = Extend(mark, symbol.parent, symbol.index == 0);
  }
  return mark;
}

std::vector<size_t> Conversions::Uses(const SeenRun& run) {
  std::vector<size_t> asked(run.path.symbols.size());
  std::vector<size_t> operands(run.path.symbols.size());
  const Expressions& expressions = run.path.expressions;
  for (const Event& event : run.path.events) {
    const Node& node = expressions[event.node];
    const bool primitive = event.kind == Event::Kind::kType && Both(event.wanted, kObjects).empty();
    if (primitive && node.op == Op::kInput) ++asked[node.symbol];
  }
  for (const Node& node : expressions.nodes) {
    if (node.op == Op::kInput || node.op == Op::kConstant || kNotConverting.contains(node.op)) continue;
    for (NodeId operand : node.operands) {
      if (expressions[operand].op == Op::kInput) ++operands[expressions[operand].symbol];
    }
  }
  for (size_t i = 0; i < asked.size(); ++i) asked[i] = std::max(asked[i], operands[i]);
  return asked;
}

void Conversions::Absorb(const std::shared_ptr<const SeenRun>& run) {
  const std::vector<size_t> uses = Uses(*run);
  for (size_t i = 0; i < run->constraints.size(); ++i) {
    const Constraint& use = run->constraints[i];
    if (use.IsBranch() || use.truth_test || use.discarded) continue;
    const Symbol& symbol = run->path.symbols[use.symbol];
    if (symbol.step == Symbol::Step::kCell || HasDeclaredType(symbol)) continue;
    const std::string& name = run->names[use.symbol];
    if (tried_.contains(name) || !kConverted.Has(run->types[use.symbol]) || uses[use.symbol] < 2) continue;
    open_[name] = Flip{.run = run, .constraints = {i}, .swap = Flip::Swap::kConverted};
  }
}

std::optional<Flip> Conversions::Next(const Progress& progress) {
  if (progress.plain || !progress.counters_known || !progress.MayGoDeeper()) return std::nullopt;
  for (auto& [name, flip] : open_) {
    const SymbolId symbol = flip.run->constraints[flip.constraints[0]].symbol;
    if (!DecidesSomethingNew(*flip.run, symbol, progress)) continue;
    tried_.insert(name);
    return std::move(open_.extract(name).mapped());
  }
  return std::nullopt;
}

}  // namespace kingbird::concolic
