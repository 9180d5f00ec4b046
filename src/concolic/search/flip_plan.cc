// Path-sensitive (paper 003, section 4): what is read only after the flip plays no part. An input that was used in a
// certain way before the flip keeps a type that this use is meant for; one whose properties were read stays something
// to read from.
#include "concolic/search/flip_plan.h"

#include <algorithm>
#include <map>

#include "concolic/expression/type_fold.h"
#include "concolic/preferred_types.h"

namespace kingbird::concolic {
namespace {

TypeSet ParentTypes(const Symbol& symbol) {
  if (IsParsed(symbol)) return {Type::kString};
  const Symbol::Step step = symbol.step;
  if (step == Symbol::Step::kResult) return {Type::kFunction};
  if (step == Symbol::Step::kLength || step == Symbol::Step::kCell) return {Type::kArray};
  return {Type::kObject, Type::kArray, Type::kFunction};
}

constexpr TypeSet kWithParts = {Type::kObject, Type::kArray, Type::kFunction};

bool HasFixedType(const Symbol& symbol) {
  return symbol.step == Symbol::Step::kLength || symbol.step == Symbol::Step::kCell || HasDeclaredType(symbol);
}

/// The symbol, or what it is a part of, is one of them.
bool LiesIn(const std::set<SymbolId>& symbols, const Path& path, SymbolId symbol) {
  while (HasParent(path.symbols[symbol])) {
    symbol = path.symbols[symbol].parent;
    if (symbols.contains(symbol)) return true;
  }
  return false;
}

class Planner {
 public:
  Planner(const Flip& flip, const Progress& progress)
      : flip_(flip), run_(*flip.run), progress_(progress), limit_(flip.constraints.back()) {}

  FlipPlan Make() {
    const Constraint& target = run_.constraints[limit_];
    plan_.branch = target.IsBranch() && flip_.constraints.size() == 1;
    FindMoot();
    FindTurned();
    if (flip_.relaxed) FindRelaxed();
    for (size_t i = 0; i < limit_; ++i) {
      if ((IsFlipped(i) && run_.constraints[i].IsBranch()) || plan_.turned.contains(i)) {
        TakeFlipped(run_.constraints[i]);
      } else if (!plan_.loose.contains(i)) {
        TakeBefore(run_.constraints[i]);
      }
    }
    if (target.IsBranch()) TakeFlipped(target);
    AllowForParts();
    MustChange();
    if (!flip_.exact) MayFollow();
    if (plan_.branch) MayChange(target);
    const auto is_branch = [&](size_t i) { return run_.constraints[i].IsBranch(); };
    plan_.hopeless = plan_.variables.empty() && std::ranges::none_of(flip_.constraints, is_branch);
    plan_.complete = IsComplete();
    return std::move(plan_);
  }

 private:
  bool IsFlipped(size_t i) const { return std::ranges::binary_search(flip_.constraints, i); }

  void TakeFlipped(const Constraint& constraint) {
    if (IsMoot(plan_, run_, constraint)) return;
    plan_.literals.push_back({.node = constraint.node, .wanted_truth = !constraint.held});
    for (SymbolId symbol : SymbolsOf(run_.path.expressions, constraint.node)) Need(symbol);
  }

  /// `t.indexOf` takes a list for a text, `t.charAt` then fails: the text has no elements and no length to keep.
  void FindMoot() {
    if (flip_.exact) return;
    for (size_t i : flip_.constraints) {
      const Constraint& constraint = run_.constraints[i];
      if (constraint.IsBranch() || constraint.held) continue;
      const bool has_parts = kWithParts.Has(run_.types[constraint.symbol]);
      if (has_parts && Both(Serving(constraint.symbol), kWithParts).empty()) plan_.moot.insert(constraint.symbol);
    }
  }

  /// What depends on inputs of the flipped branch, or on parts of them. Functions around go on as they did.
  void FindRelaxed() {
    const std::vector<SymbolId> own = SymbolsOf(run_.path.expressions, run_.constraints[limit_].node);
    const std::set<SymbolId> chosen(own.begin(), own.end());
    const auto depends = [&](SymbolId symbol) { return chosen.contains(symbol) || LiesIn(chosen, run_.path, symbol); };
    for (size_t i = 0; i < limit_; ++i) {
      const Constraint& constraint = run_.constraints[i];
      const bool loose = constraint.IsBranch()
                             ? std::ranges::any_of(SymbolsOf(run_.path.expressions, constraint.node), depends)
                             : depends(constraint.symbol);
      if (loose && constraint.event >= run_.path.own) plan_.loose.insert(i);
    }
  }

  /// An element that was missed gets a type: then it is there. One that the flipped branch asks about may be.
  void FindTurned() {
    if (flip_.exact) return;
    std::set<Element> given;
    for (size_t i = 0; i <= limit_; ++i) {
      const Constraint& constraint = run_.constraints[i];
      if (constraint.IsBranch() || (!IsFlipped(i) && !(flip_.resolve && constraint.Unresolved()))) continue;
      if (const auto element = ElementOf(run_.path, constraint.symbol)) given.insert(*element);
    }
    std::set<Element> asked;
    if (plan_.branch) {
      for (SymbolId symbol : SymbolsOf(run_.path.expressions, run_.constraints[limit_].node)) {
        if (const auto element = ElementOf(run_.path, symbol)) asked.insert(*element);
      }
    }
    for (size_t i = 0; i < limit_ && !(given.empty() && asked.empty()); ++i) {
      const Constraint& constraint = run_.constraints[i];
      if (!constraint.IsMissing() || IsFlipped(i)) continue;
      const auto missed = ElementAskedFor(run_.path, constraint.node);
      if (!missed) continue;
      if (given.contains(*missed)) {
        plan_.turned.insert(i);
      } else if (asked.contains(*missed)) {
        plan_.loose.insert(i);
      } else {
        continue;
      }
      // The same question of an index that depends on inputs.
      if (i + 1 < limit_ && run_.path.expressions[run_.constraints[i + 1].node].op == Op::kWithin)
        plan_.loose.insert(i + 1);
    }
  }

  /// The run has found that the list ends before it: where that is to stay so, it has no type.
  bool WasMissed(SymbolId symbol) const {
    const auto element = ElementOf(run_.path, symbol);
    return element &&
           std::ranges::any_of(run_.constraints.begin(), run_.constraints.begin() + static_cast<std::ptrdiff_t>(limit_),
                               [&](const Constraint& constraint) {
                                 return constraint.IsBranch() && !constraint.held &&
                                        ElementAskedFor(run_.path, constraint.node) == element;
                               });
  }

  void TakeBefore(const Constraint& constraint) {
    if (IsMoot(plan_, run_, constraint)) {
      if (constraint.IsBranch() && !AsksForMootParts(constraint))
        plan_.wishes.push_back({.node = constraint.node, .wanted_truth = constraint.held});
      return;
    }
    if (!constraint.IsBranch()) {
      Need(constraint.symbol);
      if (constraint.truth_test && !flip_.exact) return;
      TypeSet& allowed = Allowed(constraint.symbol);
      if (constraint.held) {
        if (!flip_.coercions) allowed = Both(allowed, constraint.wanted);
      } else if (flip_.exact) {
        allowed = Without(allowed, constraint.wanted);
      }
      return;
    }
    if (!constraint.well_typed && flip_.exact) return;
    const bool must = constraint.well_typed && (flip_.exact || !constraint.IsAspect());
    (must ? plan_.literals : plan_.wishes).push_back({.node = constraint.node, .wanted_truth = constraint.held});
    if (!must) return;
    for (SymbolId symbol : SymbolsOf(run_.path.expressions, constraint.node)) Need(symbol);
  }

  /// Otherwise it asks for the input itself, as `options.depth || 3` does.
  bool AsksForMootParts(const Constraint& constraint) const {
    return std::ranges::any_of(SymbolsOf(run_.path.expressions, constraint.node),
                               [&](SymbolId symbol) { return LiesIn(plan_.moot, run_.path, symbol); });
  }

  TypeSet& Allowed(SymbolId symbol) { return allowed_.emplace(symbol, kAnyType).first->second; }

  void Need(SymbolId symbol) {
    while (plan_.needed.insert(symbol).second && HasParent(run_.path.symbols[symbol])) {
      symbol = run_.path.symbols[symbol].parent;
    }
  }

  void AllowForParts() {
    for (SymbolId id : plan_.needed) {
      const Symbol& symbol = run_.path.symbols[id];
      if (!HasParent(symbol)) continue;
      TypeSet& readable = parts_.emplace(symbol.parent, kAnyType).first->second;
      readable = Both(readable, ParentTypes(symbol));
    }
  }

  TypeSet Readable(SymbolId symbol) const {
    const auto found = parts_.find(symbol);
    return found == parts_.end() ? kAnyType : found->second;
  }

  /// What serves all uses of the symbol up to the flip; where nothing does, what serves the last one it does not serve
  /// now.
  TypeSet Serving(SymbolId symbol) {
    TypeSet all = kAnyType;
    TypeSet last = kAnyType;
    for (size_t i = 0; i <= limit_; ++i) {
      const Constraint& constraint = run_.constraints[i];
      if (constraint.IsBranch() || constraint.truth_test || constraint.symbol != symbol) continue;
      all = Both(all, constraint.wanted);
      if (!constraint.held) last = constraint.wanted;
    }
    return all.empty() ? last : all;
  }

  void MustChange() {
    if (flip_.resolve) {
      for (size_t i = 0; i < limit_; ++i) {
        if (run_.constraints[i].Unresolved()) Retype(run_.constraints[i]);
      }
    }
    for (size_t i : flip_.constraints) {
      if (!run_.constraints[i].IsBranch()) Retype(run_.constraints[i]);
    }
  }

  void Retype(const Constraint& constraint) {
    const SymbolId symbol = constraint.symbol;
    if (IsVariable(symbol) || LiesIn(plan_.moot, run_.path, symbol)) return;
    if (HasDeclaredType(run_.path.symbols[symbol])) return;
    if (flip_.exact && WasMissed(symbol)) return;
    Need(symbol);
    Variable variable{.symbol = symbol};
    if (flip_.type) {
      AddOptions(variable, Both(Both(Allowed(symbol), Readable(symbol)), TypeSet{*flip_.type}), {*flip_.type});
    } else if (constraint.held) {
      const TypeSet others = Both(Allowed(symbol), Without(kAnyType, constraint.wanted));
      AddOptions(variable, Both(others, Readable(symbol)), {kTypesInOrder.rbegin(), kTypesInOrder.rend()});
    } else {
      const TypeSet serving = flip_.exact ? Both(Allowed(symbol), constraint.wanted) : Serving(symbol);
      const TypeSet others = Without(Both(serving, Readable(symbol)), TypeSet{run_.types[symbol]});
      AddOptions(variable, Both(others, Expected(symbol)), {kTypesInOrder.begin(), kTypesInOrder.end()});
      AddOptions(variable, others, {kTypesInOrder.begin(), kTypesInOrder.end()});
    }
    // Where coercions are asked for, what has a wrong type may keep it.
    const auto index = static_cast<size_t>(&constraint - run_.constraints.data());
    if (flip_.coercions && flip_.resolve && !IsFlipped(index)) variable.options.push_back(run_.types[symbol]);
    // A use that nothing serves stays as it is.
    if (!variable.options.empty()) plan_.variables.push_back(std::move(variable));
  }

  void MayChange(const Constraint& target) {
    for (SymbolId symbol : ChosenSymbolsOf(run_.path.expressions, target.node)) {
      if (IsVariable(symbol) || HasFixedType(run_.path.symbols[symbol])) continue;
      Variable variable{.symbol = symbol, .options = {run_.types[symbol]}};
      const TypeSet others = Without(Both(Allowed(symbol), Readable(symbol)), TypeSet{run_.types[symbol]});
      AddOptions(variable, Both(others, Expected(symbol)), {kTypesInOrder.begin(), kTypesInOrder.end()});
      AddOptions(variable, Both(others, progress_.Hint(run_.names[symbol], run_.path.symbols[symbol].name)),
                 {kTypesInOrder.begin(), kTypesInOrder.end()});
      const auto& order = OnlyTruth(target.node, symbol) ? kTypesForTruth : kTypesInOrder;
      AddOptions(variable, others, {order.begin(), order.end()});
      plan_.variables.push_back(std::move(variable));
    }
  }

  /// `x === y && x > 7`, both undefined: where x becomes a number, y does, too, or the first decision would change.
  void MayFollow() {
    const std::vector<Variable> leading = plan_.variables;
    for (const Literal& literal : plan_.literals) {
      const std::vector<SymbolId> symbols = ChosenSymbolsOf(run_.path.expressions, literal.node);
      for (const Variable& lead : leading) {
        if (std::ranges::find(symbols, lead.symbol) == symbols.end()) continue;
        for (SymbolId symbol : symbols) {
          if (IsVariable(symbol) || IsPinned(symbol)) continue;
          Variable variable{.symbol = symbol, .options = {run_.types[symbol]}};
          for (Type type : lead.options) AddOptions(variable, Both(Allowed(symbol), Readable(symbol)), {type});
          if (variable.options.size() == 1) continue;
          plan_.variables.push_back(std::move(variable));
          followed_ = true;
        }
      }
    }
  }

  /// What the text of the function makes of it; empty: it does not tell.
  TypeSet Expected(SymbolId symbol) {
    if (progress_.shapes.empty()) return {};
    if (shapes_.empty()) shapes_ = ShapesOf(progress_.shapes, run_.path);
    const Type type = shapes_[symbol] == nullptr ? Type::kAbsent : shapes_[symbol]->type();
    return type == Type::kAbsent ? TypeSet{} : TypeSet{type};
  }

  /// The condition asks whether the input is truthy and nothing else of it.
  bool OnlyTruth(NodeId condition, SymbolId symbol) const {
    const Expressions& expressions = run_.path.expressions;
    while (expressions[condition].op == Op::kNot || expressions[condition].op == Op::kToBoolean) {
      condition = expressions[condition].operands[0];
    }
    return expressions[condition].op == Op::kInput && expressions[condition].symbol == symbol;
  }

  static void AddOptions(Variable& variable, TypeSet types, const std::vector<Type>& order) {
    for (Type type : order) {
      if (types.Has(type) && std::ranges::find(variable.options, type) == variable.options.end()) {
        variable.options.push_back(type);
      }
    }
  }

  bool IsVariable(SymbolId symbol) const {
    return std::ranges::any_of(plan_.variables, [&](const Variable& variable) { return variable.symbol == symbol; });
  }

  bool IsPinned(SymbolId symbol) {
    return HasFixedType(run_.path.symbols[symbol]) ||
           Both(Allowed(symbol), Readable(symbol)) == TypeSet{run_.types[symbol]};
  }

  bool IsComplete() {
    const auto open = [](const Variable& variable) { return variable.options.size() > 1; };
    if (followed_) return false;
    if (std::ranges::count_if(plan_.variables, open) > 2) return false;
    return std::ranges::all_of(plan_.literals, [&](const Literal& literal) {
      const std::vector<SymbolId> symbols = SymbolsOf(run_.path.expressions, literal.node);
      if (std::ranges::none_of(symbols, [&](SymbolId symbol) { return IsVariable(symbol); })) return true;
      return std::ranges::all_of(symbols, [&](SymbolId symbol) { return IsVariable(symbol) || IsPinned(symbol); });
    });
  }

  const Flip& flip_;
  const SeenRun& run_;
  const Progress& progress_;
  size_t limit_;
  FlipPlan plan_;
  bool followed_ = false;                ///< Some types may be chosen, and not all that there are.
  std::vector<const Shape*> shapes_;     ///< By symbol; filled when first asked for.
  std::map<SymbolId, TypeSet> allowed_;  ///< By the uses before the flip.
  std::map<SymbolId, TypeSet> parts_;    ///< By what is read from it before the flip.
};

}  // namespace

bool IsMoot(const FlipPlan& plan, const SeenRun& run, const Constraint& constraint) {
  if (plan.moot.empty()) return false;
  const auto gone = [&](SymbolId symbol) {
    return LiesIn(plan.moot, run.path, symbol) || (constraint.IsBranch() && plan.moot.contains(symbol));
  };
  if (!constraint.IsBranch()) return gone(constraint.symbol);
  return std::ranges::any_of(SymbolsOf(run.path.expressions, constraint.node), gone);
}

bool HasParent(const Symbol& symbol) { return symbol.step >= Symbol::Step::kProperty; }

FlipPlan MakePlan(const Flip& flip, const Progress& progress) { return Planner(flip, progress).Make(); }

}  // namespace kingbird::concolic
