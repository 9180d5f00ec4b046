// How much code a text holds, where nothing rewrites the text: it does not parse as a whole, or is no script.
#pragma once

#include <cstddef>
#include <string>

#include "syntax/tree.h"

namespace kingbird::syntax {

/// The statements that a tree has, as the counters of a rewritten file would number them; those in an unparsable part
/// may be missing.
size_t CountStatements(const Tree& tree);

/// What stands in the <script> elements of a component of a framework; the whole text where it has none. The
/// frontmatter of an .astro file (between lines of "---") counts as a script.
std::string ScriptOf(const std::string& text);

}  // namespace kingbird::syntax
