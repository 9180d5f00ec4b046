// What solvers need to know of a query before they solve it. Stateless.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "concolic/expression/evaluate.h"
#include "concolic/solve/solver.h"

namespace kingbird::concolic {

/// The value a symbol of this type has when nothing is known: 0, "", false; objects have the symbol's identity.
Value DefaultValue(Type type, SymbolId symbol);

/// The seeds; a symbol whose seed has another type than asked for starts with the default.
std::vector<Value> StartValues(const Query& query);
std::vector<NodeId> Roots(const std::vector<Literal>& literals);

/// Does a literal hold? Nothing: unknown. kType is decided by the query's types.
std::optional<bool> Holds(const Query& query, const Literal& literal, const Evaluator& evaluator);

/// A length is an integer that leaves room for every element a literal speaks of.
struct LengthBound {
  SymbolId symbol = 0;
  double least = 0;
};
inline constexpr double kMostElements = 10000;  // As many as the agent builds.
std::vector<LengthBound> LengthBounds(const Query& query);

/// True for a literal whose truth the types alone decide (`typeof x === "string"`, `x == null`, truthiness of an
/// object): if it fails, no value helps.
bool IsDecidedByTypes(const Query& query, const Literal& literal);

/// What is left to say about a proposal.
enum class Verification : uint8_t {
  kHolds,
  kGuess,  ///< Nothing fails; the last literal holds; another one is unknown and its inputs were changed.
  kFails,  ///< A literal fails, or the last one is unknown.
};
/// `values` as proposed for the whole query. The run behind the query showed that its literals but the last one hold
/// under the seeds, so what cannot be evaluated and was not changed holds.
Verification Verify(const Query& query, const std::vector<Value>& values);

/// "arg0 > 3 && !(arg0 == 7)", for logs.
std::string ToText(const Query& query);

}  // namespace kingbird::concolic
