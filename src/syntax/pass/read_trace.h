// Makes a program tell which properties and globals it reads (paper 000, section 3.2.1: callbacks that write to what is
// read after they ran). Only objects and keys are handed on, as they are evaluated: `a.b` becomes `$r.o(a,"b").b`, so
// `this` of method calls, order of evaluation and results stay what they were.
#pragma once

#include <optional>
#include <string>

#include "syntax/chains.h"
#include "syntax/pass/pass.h"
#include "syntax/scope.h"

namespace kingbird::syntax {

/// Left alone: what is only written or deleted, super, private names, callees of `new`, links behind `?.`, decorators.
class ReadTracePass : public Pass {
 public:
  std::string_view name() const override { return "read_trace"; }
  void Run(const Tree& tree, Edits& edits) override;
  std::string Prologue(bool module) const override;

 private:
  /// The texts before and after a node; both are empty for most nodes.
  struct Wrapping {
    std::string before;
    std::string after;
  };
  Wrapping WrappingOf(Node node) const;
  bool IsTraced(Node member) const;
  bool IsPlainOperand(Node identifier) const;
  bool IsGlobalRead(Node identifier) const;

  std::string variable_;
  std::optional<ScopeTree> scopes_;
  std::optional<Chains> chains_;
};

}  // namespace kingbird::syntax
