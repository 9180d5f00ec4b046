// A run as the search remembers it: its constraints, type and branch constraints apart (paper 003, algorithms 2 and 3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "concolic/input.h"
#include "concolic/path.h"
#include "concolic/runner.h"

namespace kingbird::concolic {

/// Sites from here on are decisions that share a place with others: which of many names a key is, one decision for
/// each of them (agent/concolic/names.js). They tell what was read, not where the run went.
inline constexpr uint32_t kAspects = 2 * 67108864;

/// An event of the path that constrains the inputs. Type constraints that repeat an earlier one are left out.
struct Constraint {
  Event::Kind kind = Event::Kind::kBranch;
  size_t event = 0;  ///< In Path::events.
  uint32_t site = 0;
  NodeId node = 0;
  bool held = false;
  TypeSet wanted;       ///< kType
  SymbolId symbol = 0;  ///< kType
  bool well_typed =
      true;  ///< kBranch: false when a type decided it, not a value; then it is no constraint of the paper's.
  bool truth_test = false;  ///< kType: "is it anything at all", before a branch on the bare input; see ConstraintsOf.
  /// kBranch: no decision of the program but whether an element that was read is there. To type-aware strategies a
  /// missing one is like a property with a wrong type.
  bool bounds = false;
  /// Beyond the limit for its site, or of a function around the explored one: kept as what led on, never flipped.
  bool discarded = false;
  bool left_to_callee = false;  ///< Discarded for that reason alone.
  bool again = false;           ///< kBranch: its place has decided before on this path.
  /// Of an element that is not there, or a use of it: its place has missed so many that one more is not put there.
  bool out_of_reach = false;
  uint64_t label =
      0;  ///< The same for the same question in another run: of the site, or of the access path and `wanted`.

  bool IsBranch() const { return kind == Event::Kind::kBranch; }
  bool IsAspect() const { return site >= kAspects; }
  /// A decision that type-aware strategies take both ways.
  bool IsDecision() const { return IsBranch() && well_typed && !bounds; }
  /// An element that was read and is not there.
  bool IsMissing() const { return IsBranch() && bounds && !held && !out_of_reach; }
  /// A use of an input that has not the type the use is meant for.
  bool Unresolved() const { return kind == Event::Kind::kType && !held && !truth_test && !discarded && !out_of_reach; }
};

/// Immutable once made; shared by whoever may still flip something in it.
struct SeenRun {
  size_t number = 0;  ///< From 1: its place among the inputs.
  Assignment input;
  Path path;
  std::vector<std::string> names;  ///< Of the symbols.
  std::vector<Type> types;         ///< Of the symbols.
  std::vector<Constraint> constraints;
  bool failed = false;   ///< Ended by an exception, a signal, a time limit …: not representative.
  bool news = false;     ///< Covered something, or took a branch in a direction, that no earlier run did.
  bool covered = false;  ///< Covered something that no earlier run did.
};

/// Moves the path of the run in. `per_site` bounds the constraints of one site that may be flipped.
SeenRun Remember(Run run, Assignment input, size_t number, size_t per_site);

/// The name of a prefix of decisions, extended by one more.
uint64_t Extend(uint64_t prefix, uint64_t label, bool held);

/// The name of all decisions of a run: equal paths have equal keys.
uint64_t PathKey(const SeenRun& run);

/// The memory that a run takes while it is remembered, in bytes.
size_t BytesOf(const SeenRun& run);

/// It asks whether an object has a value of its own in the place of an inherited one: where a value comes from, not
/// what it is.
bool AsksForOwn(const SeenRun& run, const Constraint& constraint);

/// Two uses of one value that no type serves (3.3.1).
struct Contradiction {
  std::string name;  ///< Access path of the value.
  TypeSet first;
  TypeSet second;
};
std::vector<Contradiction> Contradictions(const SeenRun& run);

}  // namespace kingbird::concolic
