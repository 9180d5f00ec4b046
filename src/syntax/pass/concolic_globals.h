// Names that a file reads and nobody declares: inputs of the functions that read them.
#pragma once

#include <set>
#include <string>

#include "syntax/scope.h"
#include "syntax/tree.h"

namespace kingbird::syntax {

/// Without what the language and Node bring, without names that the file writes to (they are its own) and without those
/// it asks for with `typeof` (it can do without them).
std::set<std::string> FreeNames(const Tree& tree, const ScopeTree& scopes);

}  // namespace kingbird::syntax
