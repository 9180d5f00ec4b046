// The configuration of a project's own tools, read as data. Nothing of the project runs for this.
#pragma once

#include <string>

#include "base/file_system.h"
#include "base/json.h"

namespace kingbird::load {

/// The value that the configuration file `file` with this text exports. Literals, top-level constants and the functions
/// of node:path and node:url are evaluated; a path made from __dirname or import.meta.url becomes absolute. A call with
/// one object, like defineConfig({…}), stands for that object. A regular expression becomes {"regex": "…", "flags":
/// "…"}. Everything else is null.
base::Json ReadConfigData(const std::string& text, const base::Path& file);

}  // namespace kingbird::load
