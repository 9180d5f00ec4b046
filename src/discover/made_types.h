// Types of values that a package makes itself: the declared result types of its functions, and the parts of these.
#pragma once

#include <map>
#include <set>
#include <string>

#include "syntax/tree.h"

namespace kingbird::discover {

/// Interfaces and aliases of one file by name: what a name that is no class stands for.
using NamedTypes = std::map<std::string, syntax::Node>;

/// Returns the named types that functions below `root` return. Result types of callbacks do not count, because the
/// author of a callback makes its result.
std::set<std::string> MadeTypes(syntax::Node root, const NamedTypes& named);

}  // namespace kingbird::discover
