// Tells agent/type_hooks.js which operator meets which value: comparisons, additions, truth tests, typeof, instanceof,
// switch, computed keys. For programs that are only run to infer types; everything else coerces or traps by itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "syntax/pass/pass.h"
#include "syntax/scope.h"

namespace kingbird::syntax {

class TypeHooksPass : public Pass {
 public:
  std::string_view name() const override { return "type_hooks"; }
  void Run(const Tree& tree, Edits& edits) override;
  std::string Prologue(bool module) const override;

 private:
  void Visit(Node node);
  void VisitBinary(Node node);
  void VisitSwitch(Node node);
  void VisitSubscript(Node node);
  /// The node becomes the argument of a hook.
  void Wrap(Node node, std::string before, std::string after);
  /// A binary expression becomes a call of a hook with both operands.
  void Call(Node node, const std::string& head);
  /// A name or property whose truth is tested; others decide by themselves.
  void Test(Node node, const char* hook);
  bool IsDeclared(Node identifier) const;
  std::optional<std::string> Repeatable(Node node) const;
  std::string Hook(const char* name) const;

  const Tree* tree_ = nullptr;
  std::string variable_;
  std::optional<ScopeTree> scopes_;
  std::vector<bool> whole_;  ///< typeof expressions that were taken care of together with what is around them.
  Edits* edits_ = nullptr;
};

}  // namespace kingbird::syntax
