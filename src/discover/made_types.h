// What a package makes itself: types that its functions are declared to return, and what these consist of.
#pragma once

#include <map>
#include <set>
#include <string>

#include "syntax/tree.h"

namespace kingbird::discover {

/// Interfaces and aliases of one file by name: what a name that is no class stands for.
using NamedTypes = std::map<std::string, syntax::Node>;

/// Those of them that functions below `root` return. What a callback returns its author makes.
std::set<std::string> MadeTypes(syntax::Node root, const NamedTypes& named);

}  // namespace kingbird::discover
