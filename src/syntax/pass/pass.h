// One rewriting pass. A pass first looks at the whole tree, then takes part in the one walk that all passes share.
#pragma once

#include <string>
#include <string_view>

#include "syntax/edits.h"
#include "syntax/tree.h"

namespace kingbird::syntax {

/// One object per file. On entering a node the passes are called in the order given, on leaving in reverse, so that
/// what they insert around a node nests. A pass that rebuilds a node does it on leaving, from Edits::Render of the
/// parts, which then hold the edits of the passes before it.
class Pass {
 public:
  virtual ~Pass() = default;
  virtual std::string_view name() const = 0;
  /// Part of the cache key: raise it whenever the output changes.
  virtual int version() const = 0;

  /// Before the walk; the tree is free of errors.
  virtual void Analyse(const Tree& tree) = 0;
  virtual void Enter(Node node, Edits& edits) = 0;
  virtual void Leave(Node node, Edits& edits) = 0;
  /// Statements to run before the file's own code (behind its directives), as a script and as a module with imports or
  /// exports (whose functions may be called before its first statement runs, so that only imports are early enough).
  /// One line, or empty.
  virtual std::string Prologue(bool module) const = 0;
};

}  // namespace kingbird::syntax
