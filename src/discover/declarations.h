// Types that somebody wrote down: TypeScript declarations (.d.ts) and JSDoc. A prior for type inference, which observed
// behaviour can overrule.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "model/declared.h"
#include "model/type.h"

namespace kingbird::discover {

/// "Class#method", "Class#" for a constructor, "function" → parameters with types; evidence says where it stands.
/// "default" and "default#" are what the module itself is. Of several overloads the longest stands; what others do
/// without is optional.
using Declarations = model::Declarations;

/// From the text of a .d.ts file. What it does not understand is `any`.
void ReadDeclarations(const std::string& source, const std::string& where, Declarations& into);
/// @param tags of the comments before functions and methods of a JavaScript file.
void ReadJsDoc(const std::string& source, const std::string& where, Declarations& into);

/// The type that a text in TypeScript's (or JSDoc's) notation means.
model::Type ParseType(const std::string& text);

/// The text of a .d.ts file and of those it takes declarations from, one after the other: relative paths only, a
/// bounded number of files and bytes.
std::string ReadDeclarationFiles(const base::Path& file, const base::FileSystem& files);

/// The .d.ts that the package at `root` ships ("types", "typings", index.d.ts), else that of @types beside it; "" for
/// none.
base::Path FindDeclarations(const base::Path& root, const std::string& name, const base::FileSystem& files);

}  // namespace kingbird::discover
