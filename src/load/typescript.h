// TypeScript made ready for Node: a copy of the user's folder in which every TypeScript file has its JavaScript beside
// it, with a source map. Nothing of the project is run for that, and nothing of it says how: esbuild is Kingbird's own,
// from its cache.
#pragma once

#include <optional>

#include "base/file_system.h"
#include "base/result.h"
#include "syntax/source_map.h"
#include "target/target.h"

namespace kingbird::load {

/// Whether something of the target must be compiled before Node can load it.
bool IsTypeScript(const target::Target& target);

struct Compiled {
  target::Target target;  ///< Its root is the copy.
  base::TempFolder folder;
};

/// kUsage: a file does not compile. kEnvironment: esbuild cannot be had.
base::Result<Compiled> Compile(const target::Target& target, const target::Surroundings& surroundings,
                               const base::Path& node);

/// A file of a target as its author wrote it: where it is in the user's folder, and how to get there from the compiled
/// text. Of JavaScript the file itself and no map.
struct WrittenSource {
  base::Path file;  ///< Absolute.
  base::Path key;   ///< Relative to the target's home.
  std::optional<syntax::SourceMap> map;
};
WrittenSource FindWritten(const target::Target& target, const std::string& key, const base::FileSystem& files);

}  // namespace kingbird::load
