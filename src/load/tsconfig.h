// tsconfig.json as far as it decides how a file becomes JavaScript.
#pragma once

#include <string>

#include "base/file_system.h"
#include "base/json.h"

namespace kingbird::load {

/// JSON as tsconfig.json has it: comments and commas before a bracket become blanks.
std::string PlainJson(std::string text);

/// A configuration that needs no other: {"compilerOptions": {…}} with what esbuild reads of those in `file` and in what
/// it extends. Only regular files of a bounded size and number are read; what cannot be, says nothing.
base::Json OwnConfig(const base::FileSystem& files, const base::Path& file);

}  // namespace kingbird::load
