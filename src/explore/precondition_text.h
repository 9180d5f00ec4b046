// Preconditions as people read them. All take preconditions.json (precondition_file.h).
#pragma once

#include <string>

#include "base/json.h"

namespace kingbird::explore {

/// One paragraph for each function, one line for each path that ends well.
std::string PreconditionText(const base::Json& file);

/// A TypeScript-like declaration under a JSDoc comment for each function, to be pasted.
std::string PreconditionTypes(const base::Json& file);

/// The comments alone: for code that is JavaScript.
std::string PreconditionDocs(const base::Json& file);

}  // namespace kingbird::explore
