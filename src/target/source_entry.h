// What to load of a folder whose package.json does not say, or names what is not built.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "target/package_entry.h"
#include "target/target.h"

namespace kingbird::target {

/// TypeScript that esbuild makes JavaScript of; declarations are not.
bool IsTypeScript(const base::Path& file);
bool IsJavaScript(const base::Path& file);

/// The TypeScript file that the package's entry is built from: what "source" or "types" name, what lies in the place of
/// the files that "main" and "exports" promise ("dist/index.js" is made from "src/index.ts"), or what such files are
/// usually called.
std::optional<Entry> FindSource(const base::FileSystem& files, const base::Path& root, const base::Json& manifest);

/// Whether a file, relative to its project, is part of the project's own code: neither a test nor configuration, and in
/// no folder of tests, examples or tools.
bool IsOwnSource(const base::Path& file);

/// The identifier that a module is called by: "textPad" for lib/text-pad.js, "money" for money/index.js.
std::string ModuleName(const base::Path& file);

/// Every module of a folder that has no entry: of a workspace the entries of its packages, of a package that exports
/// subpaths only those, else all its own scripts but tests, configuration, programs and what Kingbird wrote. Names are
/// identifiers, no two the same. None when package.json promises an entry that a build would make.
std::vector<Module> FindModules(const base::FileSystem& files, const base::Path& root, const base::Json& manifest);

/// What such a folder has besides, relative to the root: files that need the compiler of a framework, and programs.
struct OtherSources {
  std::vector<base::Path> unsupported;
  std::vector<base::Path> programs;
};
OtherSources FindOtherSources(const base::FileSystem& files, const base::Path& root);

}  // namespace kingbird::target
