// Runs passes over a tree and puts the result together.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "syntax/edits.h"
#include "syntax/pass/pass.h"
#include "syntax/tree.h"

namespace kingbird::syntax {

struct Rewritten {
  std::string text;
  size_t dropped = 0;       ///< Insertions lost with nodes that a rebuilt node left out.
  std::vector<Span> spans;  ///< Places of the requested nodes, in the order of the text.
};

/// The tree must be free of errors. `tracked`: nodes (by index) whose place in the new text is wanted.
Rewritten Rewrite(const Tree& tree, std::span<Pass* const> passes, std::span<const uint32_t> tracked = {});

/// The file has import or export statements.
bool IsModule(const Tree& tree);

/// A name starting with `stem` that does not occur in the file at all.
std::string FreshName(const Tree& tree, std::string_view stem);

}  // namespace kingbird::syntax
