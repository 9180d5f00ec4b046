// What somebody wrote down about the target's functions: TypeScript declarations and JSDoc (src/discover/declarations.h
// reads them).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/api.h"
#include "model/type.h"

namespace kingbird::model {

/// "Class#method", "Class#" for a constructor, "function" → parameters; "default" and "default#" are the module itself,
/// "function()" is what a function returns that is one itself. "Class." → the members that its objects are said to
/// have.
using Declarations = std::map<std::string, std::vector<ParameterType>>;

/// The name of an object type (Type::Kind::kObject) that has more members than its fields, which are not known, and of
/// a list whose places hold different things.
inline constexpr char kMoreMembers[] = "...";
/// Of one whose objects the target makes and takes apart itself, as nodes of a syntax tree, told apart by a tag: what
/// else holds for them no type says.
inline constexpr char kMadeByTarget[] = "(the target's)";

/// What is written down about an exported function; null where nothing is, or about another function of that name.
const std::vector<ParameterType>* DeclaredOf(const Declarations& declared, const Function& function);

}  // namespace kingbird::model
