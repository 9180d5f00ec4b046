// Runs passes over a tree in one walk and puts the result together.
#pragma once

#include <span>
#include <string>

#include "syntax/edits.h"
#include "syntax/pass/pass.h"
#include "syntax/tree.h"

namespace kingbird::syntax {

struct Rewritten {
  std::string text;
  PositionMap positions;
};

/// The tree must be free of errors. Lines stay as they are: every insertion is without line breaks.
Rewritten Rewrite(const Tree& tree, std::span<Pass* const> passes);

/// Where code can be put before the file's first statement: behind byte order mark, hashbang and directives.
struct PrologueSite {
  uint32_t offset = 0;
  bool after_directive = false;  ///< The directive before it may lack its semicolon.
  bool module = false;           ///< The file has import or export statements.
};
PrologueSite FindPrologueSite(const Tree& tree);

/// True for a string statement at the head of a program or function body ("use strict" and the like).
bool IsDirective(Node statement);

/// A name starting with `stem` that does not occur in the file at all.
std::string FreshName(const Tree& tree, std::string_view stem);

}  // namespace kingbird::syntax
