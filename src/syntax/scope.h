// Which names mean which binding: scopes, bindings, references.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "syntax/tree.h"

namespace kingbird::syntax {

enum class BindingKind : uint8_t {
  kVar,
  kLet,
  kConst,
  kFunction,
  kClass,
  kParameter,
  kCatch,
  kImport,
  kFunctionName,  ///< A function or class expression's own name, seen inside only.
};

using ScopeId = uint32_t;
using BindingId = uint32_t;
inline constexpr uint32_t kNoId = 0xffffffffu;

struct Binding {
  std::string name;
  BindingKind kind = BindingKind::kVar;
  ScopeId scope = 0;
  std::vector<uint32_t> declarations;  ///< Node indices of the identifiers that declare it; var may have several.
  std::vector<uint32_t> references;    ///< Reads and writes, in order.
  bool assigned = false;               ///< Written to outside its declarations' initialisers.
  bool captured = false;               ///< Used from an inner function.
};

struct Scope {
  ScopeId parent = kNoId;
  ScopeId holder = 0;     ///< Nearest enclosing scope, or this scope, that holds var and `arguments`.
  uint32_t node = 0;      ///< Node that opens the scope: program, function, block, for, catch, class, switch body.
  bool function = false;  ///< var and `arguments` stop here (program, functions, class field values, static blocks).
  bool strict = false;
  bool direct_eval =
      false;  ///< Holds eval(…): code may read and write every visible binding, and in sloppy code add some.
  bool inside_with = false;     ///< Names may mean properties of an object.
  bool uses_arguments = false;  ///< Function scopes that are no arrows.
  bool writes_arguments =
      false;  ///< `arguments` is more than read, measured or passed on by apply(): others may write to it.
  std::unordered_map<std::string, BindingId> names;
};

/// The scopes of one file. Immutable; refers to the tree, which must outlive it.
class ScopeTree {
 public:
  explicit ScopeTree(const Tree& tree);

  const std::vector<Scope>& scopes() const { return scopes_; }
  const std::vector<Binding>& bindings() const { return bindings_; }
  /// The innermost scope around a node.
  ScopeId ScopeOf(Node node) const;
  /// The binding that an identifier node means; kNoId for globals.
  BindingId BindingOf(Node identifier) const;
  /// True if the name may mean something that cannot be seen in the text: a direct eval or a with stands in the way.
  bool IsUncertain(Node identifier) const;
  /// Names used and not declared in the file, sorted, without repeats.
  std::vector<std::string> Globals() const;

 private:
  friend class ScopeBuilder;
  const Tree& tree_;
  std::vector<Scope> scopes_;
  std::vector<Binding> bindings_;
  std::vector<uint32_t> scope_by_node_;    ///< Innermost scope around each node, its own included.
  std::vector<uint32_t> binding_by_node_;  ///< Bindings of identifiers.
  std::vector<uint32_t> unresolved_;
};

}  // namespace kingbird::syntax
