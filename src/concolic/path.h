// What one run of a function under exploration did: the inputs it read, the expressions it computed from them, and the
// decisions that depended on them, in order.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "concolic/expression/expression.h"
#include "concolic/input.h"

namespace kingbird::concolic {

/// An input that was read: a root, or what a property or a call of another input gave.
struct Symbol {
  enum class Step : uint8_t {
    kThis,
    kArgument,  ///< `index`
    kGlobal,    ///< `name`
    kProperty,  ///< `name` of `parent`
    kResult,    ///< of call number `index` of `parent`
    kLength,    ///< of the array `parent`
    kCell,      ///< element `name` of the homogeneous list `parent`, also where it ends before: it is as long as needed
  };
  Step step = Step::kThis;
  SymbolId parent = 0;  ///< kProperty, kResult, kLength, kCell.
  std::string name;
  uint32_t index = 0;
  Type type = Type::kAbsent;  ///< In this run.
  NodeId node = 0;            ///< The kInput node.
};

/// `index` of a kGlobal that a script declared with a type (agent/concolic/script.js).
inline constexpr uint32_t kDeclaredType = 1;

/// An input that stays of the type its declaration gave it.
inline bool HasDeclaredType(const Symbol& symbol) {
  return symbol.step == Symbol::Step::kGlobal && symbol.index == kDeclaredType;
}

/// `name` of a kProperty whose parent is a text: what JSON.parse made of the text (agent/concolic/models/json.js). The
/// text is written anew whenever the part has changed (DropAbsent).
inline constexpr std::string_view kParsed = "JSON()";

inline bool IsParsed(const Symbol& symbol) { return symbol.step == Symbol::Step::kProperty && symbol.name == kParsed; }

struct Path;
/// Adds to texts of the assignment what the run has parsed them into.
void AddParsed(const Path& path, Assignment& assignment);

/// A constraint of the path, in the order of the run (algorithms 1 to 3).
struct Event {
  enum class Kind : uint8_t {
    kBranch,  ///< The condition `node` was truthy (`held`) or falsy at `site`.
    kType,    ///< The input `node` was used where one of `wanted` is expected, and was (`held`) or was not.
  };
  Kind kind = Kind::kBranch;
  uint32_t site = 0;
  NodeId node = 0;
  bool held = false;
  TypeSet wanted;  ///< kType; the preferred type first to try is PreferredType(wanted).
};

/// A function of the program was entered with inputs among what it was passed.
struct Call {
  size_t event = 0;               ///< How many events came before.
  uint32_t site = 0;              ///< Of the function.
  uint32_t from = 0;              ///< Of the call.
  std::vector<NodeId> arguments;  ///< `this`, then the arguments; 0: concrete.
};

/// Symbolic information was lost: the value that came out of a construct or a native function is known by its value
/// only.
struct Loss {
  /// How a decision came out.
  struct Ways {
    bool truthy = false;
    bool falsy = false;
    void Saw(bool held) { (held ? truthy : falsy) = true; }
  };
  uint32_t site = 0;
  std::string what;                    ///< "parseFloat()", "a BigInt".
  std::map<uint32_t, Ways> decisions;  ///< By site: those that depend on it; only where explanations were asked for.
};

struct Path {
  Expressions expressions;
  std::vector<Symbol> symbols;
  std::vector<Event> events;
  std::vector<Call> calls;  ///< Only where they were asked for.
  size_t own = 0;           ///< The first event of the explored function itself; before it functions around it ran.
  size_t own_calls = 0;     ///< Likewise the first of the calls since then.
  bool there = false;       ///< The explored function was there to be called.
  std::map<std::string, Input> initials;  ///< Globals that the run had without the assignment mentioning them.
  bool truncated = false;                 ///< More happened than the trace region holds, or a limit was passed.
  std::vector<Loss> losses;
};

/// An element of an input array: which array, and where in it.
struct Element {
  SymbolId list = 0;
  double index = 0;
  auto operator<=>(const Element& other) const = default;
};
/// What the symbol is, if it is an element.
std::optional<Element> ElementOf(const Path& path, SymbolId symbol);
/// What the condition asks for: `list.length > 2` for the third element.
std::optional<Element> ElementAskedFor(const Path& path, NodeId condition);

/// Access paths of the symbols: "this", "arg0", "arg0.x[2]", "arg1()", "require:fs.readFile".
std::vector<std::string> SymbolNames(const Path& path);

/// The input a symbol stands for; null where the assignment does not mention it (then it is absent), and for a length,
/// which is the `number` of its parent.
const Input* Find(const Assignment& assignment, const Path& path, SymbolId symbol);
/// The same for writing: made on the way, with parents turned into objects, arrays or functions where they are not. For
/// a length: the array itself.
Input& Make(Assignment& assignment, const Path& path, SymbolId symbol);

/// The value a symbol has under an assignment, with its type; identities are SymbolId + 1. Stand-ins for modules are
/// there without being mentioned.
Value ValueOf(const Assignment& assignment, const Path& path, SymbolId symbol);
/// Writes a value of a model: sets type and value; an array that gets shorter loses its elements behind the end.
void Assign(Assignment& assignment, const Path& path, SymbolId symbol, const Value& value);

}  // namespace kingbird::concolic
