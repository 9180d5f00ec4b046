// Tells agent/type_hooks.js which operator meets which value: comparisons, additions, truth tests, typeof, instanceof,
// switch, computed keys. For programs that are only run to infer types; everything else coerces or traps by itself.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "syntax/pass/pass.h"
#include "syntax/scope.h"

namespace kingbird::syntax {

class TypeHooksPass : public Pass {
 public:
  std::string_view name() const override { return "type_hooks"; }
  int version() const override { return 3; }
  void Analyse(const Tree& tree) override;
  void Enter(Node node, Edits& edits) override;
  void Leave(Node node, Edits& edits) override;
  std::string Prologue(bool module) const override;

 private:
  void EnterBinary(Node node, Edits& edits);
  void EnterSwitch(Node node, Edits& edits);
  void EnterSubscript(Node node, Edits& edits);
  /// Wraps the node in a call of a hook: before it on entering, behind it on leaving.
  void Wrap(Node node, std::string before, std::string after, Edits& edits);
  /// A name or property whose truth is tested; others decide by themselves.
  void Test(Node node, const char* hook, Edits& edits);
  bool IsDeclared(Node identifier) const;
  std::optional<std::string> Repeatable(Node node) const;

  const Tree* tree_ = nullptr;
  std::optional<ScopeTree> scopes_;
  std::vector<std::pair<std::string, std::string>> wraps_;  ///< By node: what goes before and behind.
  std::set<uint32_t> commas_;                               ///< Operator tokens that become commas.
};

}  // namespace kingbird::syntax
