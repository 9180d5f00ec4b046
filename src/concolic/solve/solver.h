// Finding inputs that make a run take other decisions. Everything behind this interface may say "unknown"; what it
// answers is a proposal until a run has shown it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "concolic/path.h"

namespace kingbird::concolic {

/// What is asked of one symbol: its type is fixed for the solver, the value is to be found.
struct Literal {
  enum class Kind : uint8_t {
    kTruthy,  ///< ToBoolean(node) == `wanted_truth`.
    kType,    ///< (type of the symbol of `node` in `types`) == `wanted_truth`.
  };
  Kind kind = Kind::kTruthy;
  NodeId node = 0;
  bool wanted_truth = true;
  TypeSet types;
};

/// All literals at once. `types[s]` is the type of symbol s, `seeds[s]` its value in the run the query comes from (a
/// good guess). Symbols of type kObject, kArray, kFunction are known by identity; lengths are symbols of their own.
struct Query {
  const Path* path = nullptr;
  std::vector<Literal> literals;
  std::vector<Type> types;
  std::vector<Value> seeds;
  /// Lengths that must not be less, by their symbol: what a query that was split keeps of the elements the other parts
  /// speak of. Those of its own literals are found by LengthBounds.
  std::map<SymbolId, double> least_lengths;
  std::chrono::milliseconds time_limit{2000};  ///< Of the engines; 0: they are not asked.
};

struct Answer {
  enum class Verdict : uint8_t { kSat, kUnsat, kUnknown };
  Verdict verdict = Verdict::kUnknown;
  /// kSat: values of the symbols that matter, of the types asked for; the others may keep their seeds.
  std::map<SymbolId, Value> model;
  std::string solver;  ///< Who said so: "seeds", "facts", "search", "z3", "cvc5", "cache".
  /// kSat: false where literals before the last one could not be evaluated under the model (a regular expression, say):
  /// worth a run, but a guess.
  bool checked = true;
};

/// Thread-compatible. Owns what it is made of.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual Answer Solve(const Query& query) = 0;
  virtual std::string_view name() const = 0;
};

}  // namespace kingbird::concolic
