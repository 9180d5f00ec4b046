// What a flip asks for, before anybody solves it: which decisions must stay, which types may be tried, which inputs are
// needed at all.
#pragma once

#include <set>
#include <vector>

#include "concolic/search/strategy.h"
#include "concolic/solve/solver.h"

namespace kingbird::concolic {

/// A symbol whose type may be chosen. options[0] is tried first: the type it has, unless it must get another one.
struct Variable {
  SymbolId symbol = 0;
  std::vector<Type> options;
};

struct FlipPlan {
  std::vector<Literal> literals;  ///< Branches before the flip, and the flipped one last (if a branch is flipped).
  std::vector<Literal> wishes;    ///< Branches that a wrong type decided: they may stay as they were, or not.
  std::vector<Variable> variables;
  std::set<SymbolId> needed;  ///< Read on the way to the flip; parents included.
  /// Two changed types at a time reach every choice, and no other symbol's type matters: "unsat" is a proof.
  bool complete = false;
  /// Inputs whose parts went with a type that no longer serves: decisions that depended on them are made anew.
  std::set<SymbolId> moot;
  /// Decisions before the flip that come out the other way for its sake: an element that gets a type is there.
  std::set<size_t> turned;
  /// Decisions before it that may come out either way: whether an element is there that the flipped branch asks about;
  /// of a relaxed flip all that depend on its inputs, uses of them included.
  std::set<size_t> loose;
  bool branch = false;    ///< A branch is flipped, and nothing else.
  bool hopeless = false;  ///< No other type is left for what was to get one.
};

FlipPlan MakePlan(const Flip& flip, const Progress& progress);

/// What the plan says of a decision of the run depends on parts that are gone.
bool IsMoot(const FlipPlan& plan, const SeenRun& run, const Constraint& constraint);

/// It is a part of another input.
bool HasParent(const Symbol& symbol);

/// Calls `visit` with the types of all symbols for each choice, fewest changes first, at most two symbols away from the
/// first choice. Stops when `visit` says true and returns whether it did.
template <typename Visit>
bool ForEachChoice(const std::vector<Variable>& variables, std::vector<Type> types, Visit visit) {
  for (const Variable& variable : variables) types[variable.symbol] = variable.options[0];
  if (visit(types)) return true;
  for (size_t changes = 1; changes <= 2; ++changes) {
    for (size_t i = 0; i < variables.size(); ++i) {
      for (size_t a = 1; a < variables[i].options.size(); ++a) {
        std::vector<Type> one = types;
        one[variables[i].symbol] = variables[i].options[a];
        if (changes == 1) {
          if (visit(one)) return true;
          continue;
        }
        for (size_t j = i + 1; j < variables.size(); ++j) {
          for (size_t b = 1; b < variables[j].options.size(); ++b) {
            std::vector<Type> two = one;
            two[variables[j].symbol] = variables[j].options[b];
            if (visit(two)) return true;
          }
        }
      }
    }
  }
  return false;
}

}  // namespace kingbird::concolic
