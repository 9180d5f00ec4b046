// Which file a package's name stands for: Node's rules for "exports", "main" and index.js.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/json.h"
#include "base/result.h"

namespace kingbird::target {

struct Entry {
  base::Path file;         ///< Absolute when `root` is.
  bool is_module = false;  ///< Must be imported.
};

/// package.json of a folder. kUsage when it is there and broken, null when it is not there.
base::Result<base::Json> ReadManifest(const base::FileSystem& files, const base::Path& root);

/// What require(name) would load; what import would load when the package allows nothing else; where that is not built,
/// the TypeScript it is made from.
base::Result<Entry> FindEntry(const base::FileSystem& files, const base::Path& root, const base::Json& manifest);

/// The packages of a workspace, in the order of its manifest; none when it is no workspace.
std::vector<base::Path> Workspaces(const base::FileSystem& files, const base::Path& root, const base::Json& manifest);

/// The same for "name/sub"; `subpath` is "/sub".
base::Result<Entry> FindSubpath(const base::FileSystem& files, const base::Path& root, const base::Json& manifest,
                                const std::string& subpath);

/// Whether Node treats the file as an ES module: by its extension, else by "type" of the package it is in.
bool IsModule(const base::Path& file, const base::Json& manifest);

}  // namespace kingbird::target
