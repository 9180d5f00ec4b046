// scratch.cjs: what gives tests that work with files a folder of their own on the user's machine.
#pragma once

#include <string>

#include "base/json.h"

namespace kingbird::emit {

/// `tree` describes the files every such test finds: [{path, kind: file|folder|link, content, mode}…].
std::string ScratchFile(const base::Json& tree);

}  // namespace kingbird::emit
