// Expressions under values for their symbols, with the meaning the language gives them (apply.h), and the check that
// the agent's expressions say what the run did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "concolic/path.h"

namespace kingbird::concolic {

/// The roots and everything they are made of, operands first.
std::vector<NodeId> Reachable(const Expressions& expressions, const std::vector<NodeId>& roots);

/// Keeps what it computed: after a change of one symbol only what depends on it is computed anew. Thread-compatible.
/// The path must outlive it.
class Evaluator {
 public:
  /// `values[s]` is the value of symbol s; only `roots` and what they are made of can be asked for.
  Evaluator(const Path& path, const std::vector<NodeId>& roots, std::vector<Value> values);

  /// Null: unknown (see apply.h). Valid until the next Set.
  const Value* Get(NodeId node) const;
  /// ToBoolean of it.
  std::optional<bool> Truth(NodeId node) const;
  /// The nodes in use, operands first.
  const std::vector<NodeId>& nodes() const { return order_; }

  void Set(SymbolId symbol, Value value);
  /// The nodes that depend on a symbol, operands first.
  std::vector<NodeId> NodesOf(SymbolId symbol);
  const std::vector<Value>& values() const { return values_; }

  /// What a search has spent: nodes computed so far, one whose value is a long text for as many as it takes.
  uint64_t work() const { return work_; }

 private:
  void Compute(uint32_t slot);
  void Keep(std::optional<Value>& place, std::optional<Value> value);
  std::optional<Value> Compute(const Node& node, NodeId id) const;
  /// The element at an index that is an operand of `select`.
  const Value* Selected(const Node& select, NodeId id) const;
  const std::vector<uint32_t>& Dependents(SymbolId symbol);

  const Path& path_;
  std::vector<Value> values_;
  std::vector<NodeId> order_;
  std::vector<uint32_t> slots_;  ///< By node: its place in order_ plus one; 0: not in use.
  std::vector<std::optional<Value>> computed_;
  std::vector<SymbolId> lengths_;  ///< By symbol: the symbol of its length plus one; 0: none.
  std::vector<std::optional<std::vector<uint32_t>>> dependents_;
  uint64_t work_ = 0;
  size_t units_ = 0;  ///< Of all texts in computed_.
};

/// The debug oracle: an event of a run that its expressions do not explain.
struct Mismatch {
  size_t event = 0;
  NodeId node = 0;
  std::string text;  ///< The expression and the values of its symbols.
};

struct OracleReport {
  size_t agreed = 0;
  size_t unknown = 0;  ///< Events whose node has no value here.
  std::vector<Mismatch> mismatches;
};

/// Re-evaluates the node of every event on the inputs the run had.
OracleReport CheckPath(const Path& path, const Assignment& assignment);

}  // namespace kingbird::concolic
