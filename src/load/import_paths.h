// What an import means to a bundler: its specifier leaves the ending out, names the file that a build would make, or
// goes through an alias of some configuration file. Node wants the file that is there.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/json.h"
#include "load/project_config.h"
#include "syntax/tree.h"

namespace kingbird::load {

/// Reads tsconfig.json (or jsconfig.json) and the subpath imports of package.json once; `files` must outlive it.
class ImportPaths {
 public:
  ImportPaths(const base::FileSystem& files, const base::Path& root, ProjectConfig config = {});

  struct Import {
    base::Path file;      ///< Of the project, relative to its root; "" where an alias stands for a package.
    std::string package;  ///< The specifier of that package.
    std::string query;    ///< "raw" of "./page.html?raw", as vite has it.
  };
  /// What `specifier` means in the file `from` (relative to the root); none for a package that no alias stands for, and
  /// for a file that is not there.
  std::optional<Import> Find(const base::Path& from, const std::string& specifier) const;
  /// Whether an alias or a folder of modules gives the specifier, which is not relative, its meaning.
  bool IsAlias(const std::string& specifier) const { return FindBare(specifier).has_value(); }

 private:
  void ReadConfig(const base::Path& file, int depth);
  void ReadPaths(const base::Json& paths, const base::Path& folder);
  void ReadSubpathImports();
  std::optional<base::Path> Complete(const base::Path& key) const;
  std::optional<Import> FindBare(const std::string& specifier) const;
  std::optional<Import> FindByPattern(const std::string& specifier) const;
  std::optional<Import> FindByAlias(const Alias& alias, const std::string& specifier) const;
  std::optional<Import> Place(const std::string& place) const;

  const base::FileSystem& files_;
  base::Path root_;
  ProjectConfig config_;
  std::optional<base::Path> base_;                                      ///< "baseUrl", relative to root.
  std::vector<std::pair<std::string, std::vector<base::Path>>> paths_;  ///< Patterns and what they stand for.
};

/// A style sheet, picture or other file that bundlers let code import although it is no code.
bool IsAsset(const base::Path& file);

/// What a TypeScript file is called once it is JavaScript: "a.ts" → "a.js", "a.mts" → "a.mjs"; others stay.
base::Path CompiledName(const base::Path& file);

/// The string by which a node (an import, an export, a call of import() or require()) names another module; null for
/// none.
syntax::Node SpecifierOf(syntax::Node node);

/// A text of JavaScript with the specifiers of imports, exports, import() and require() as `rename` says; nothing
/// stays.
std::string RenameImports(const std::string& source,
                          const std::function<std::optional<std::string>(const std::string&)>& rename);

}  // namespace kingbird::load
