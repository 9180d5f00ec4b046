// One rewriting pass: looks at a whole file and says what it wants changed, node by node.
#pragma once

#include <string>
#include <string_view>

#include "syntax/edits.h"
#include "syntax/file_facts.h"
#include "syntax/tree.h"

namespace kingbird::syntax {

/// One object per file. Passes know nothing of each other: their edits are anchored to nodes (edits.h) and compose in
/// any combination, the first of the list outermost. What a pass does not understand it leaves as it is.
class Pass {
 public:
  virtual ~Pass() = default;
  virtual std::string_view name() const = 0;
  /// Does the whole work; the tree is free of errors. Walk (tree.h) leaves children before their parents.
  virtual void Run(const Tree& tree, Edits& edits) = 0;
  /// After Run: statements to run before the file's own code (behind its directives), as a script and as a module with
  /// imports or exports (whose functions may be called before its first statement runs, so that only imports are early
  /// enough). One line, or empty.
  virtual std::string Prologue(bool module) const = 0;
  /// After Run: adds what the pass knows about the file (the sites are there, with their nodes).
  virtual void Describe(FileFacts& facts) const { (void)facts; }
};

/// `var name=expression;`, or for a module an import of the same value, which is there before any of its functions is
/// called.
std::string FetchInPrologue(std::string_view name, std::string_view expression, bool module);

}  // namespace kingbird::syntax
