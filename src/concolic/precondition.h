// Under what conditions a function runs well (paper 003, 3.4): one entry for each path that ended normally with every
// use of an input rightly typed. Entries share what they begin with: a trie, ordered by parameter.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/json.h"
#include "concolic/search/seen_run.h"

namespace kingbird::concolic {

/// One constraint of an entry: an input has one of some types, or a condition is true or false.
struct Clause {
  std::string parameter;  ///< The root it speaks of: "this", "arg0", a global; of a condition on several, the last.
  std::string path;       ///< Type: access path of the input. Condition: empty.
  TypeSet types;          ///< Type.
  std::string text;       ///< Condition: "arg2 == 1".
  bool truth = true;      ///< Condition: it holds, or its negation.
  base::Json
      condition;  ///< Condition: ["==", {"input": "arg2"}, {"value": 1}]; null when it is too large to write down.

  bool operator==(const Clause& other) const;
  /// "arg0: number", "!(arg2 == 1)".
  std::string ToText() const;
};

/// The run can be an entry: it did not fail, was not cut short, used every input with a right type, and no input has a
/// name of more than 4 KiB.
bool EndedWell(const SeenRun& run);

/// A condition as data, see Clause::condition; a number JSON cannot hold is {"value": "NaN", "type": "number"}.
base::Json ConditionJson(const SeenRun& run, NodeId root);
/// How many nodes such data has, and at least one: what all of a function's conditions have is bounded.
size_t WrittenNodes(const base::Json& condition);
inline constexpr size_t kMostWrittenNodes = 100'000;

/// Thread-compatible.
class Preconditions {
 public:
  /// Paths with more clauses than this are left out and counted, and so are paths beyond kMostWrittenNodes.
  static constexpr size_t kMostClauses = 200;

  /// Adds the entry of a run; nothing when it failed, was cut short, or used an input with a wrong type.
  void Add(const SeenRun& run);

  /// Clauses in the order of the trie: `this`, arguments, globals; within one in the order of the path.
  const std::vector<std::vector<Clause>>& entries() const { return entries_; }
  size_t left_out() const { return left_out_; }

  /// One line for each entry: "arg0: number, arg1: number, !(arg2 == 1)".
  std::string ToText() const;
  /// {"entries": n, "left_out": n, "trie": [{"path", "types"} or {"text", "truth", "condition"}, "end", "then": […]]}
  base::Json ToJson() const;

 private:
  std::vector<std::vector<Clause>> entries_;
  size_t left_out_ = 0;
  size_t nodes_ = 0;  ///< Of all conditions in entries_.
};

}  // namespace kingbird::concolic
