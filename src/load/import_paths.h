// What an import of a TypeScript project means: its specifiers leave endings out, name the files that a build would
// make, or go through "paths" of tsconfig.json. Node wants the file that is there.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"

namespace kingbird::load {

/// Reads tsconfig.json once; `files` must outlive it.
class ImportPaths {
 public:
  ImportPaths(const base::FileSystem& files, const base::Path& root);

  /// The file of the project that `specifier` means in the file `from` (both relative to root); none when it is a
  /// package's or is not there.
  std::optional<base::Path> Find(const base::Path& from, const std::string& specifier) const;

 private:
  void ReadConfig(const base::Path& file, int depth);
  std::optional<base::Path> Complete(const base::Path& key) const;
  std::optional<base::Path> Alias(const std::string& specifier) const;

  const base::FileSystem& files_;
  base::Path root_;
  std::optional<base::Path> base_;                                      ///< "baseUrl", relative to root.
  std::vector<std::pair<std::string, std::vector<base::Path>>> paths_;  ///< Patterns and what they stand for.
};

/// What a TypeScript file is called once it is JavaScript: "a.ts" → "a.js", "a.mts" → "a.mjs"; others stay.
base::Path CompiledName(const base::Path& file);

/// A text of JavaScript with the specifiers of imports, exports, import() and require() as `rename` says; nothing
/// stays.
std::string RenameImports(const std::string& source,
                          const std::function<std::optional<std::string>(const std::string&)>& rename);

}  // namespace kingbird::load
