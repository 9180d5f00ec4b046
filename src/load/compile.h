// Sources that Node does not load as they are, made ready for Node: a copy of the user's folder in which a file has its
// JavaScript beside it or in its place, with a source map. Nothing of the project is run for that. The compiler is
// Kingbird's own esbuild, from its cache.
#pragma once

#include <optional>

#include "base/file_system.h"
#include "base/result.h"
#include "load/project_config.h"
#include "load/source_scan.h"
#include "syntax/source_map.h"
#include "target/target.h"

namespace kingbird::load {

/// Whether the target is written in TypeScript.
bool IsTypeScript(const target::Target& target);

/// How a target is compiled: what its sources and the configuration of its project say.
struct CompilerInput {
  SourceScan scan;
  ProjectConfig config;
};

struct Compiled {
  target::Target target;  ///< Its root is the copy.
  base::TempFolder folder;
};

/// kUsage: a file does not compile, and the target is that file; of several modules one that does not compile stays as
/// it is. kEnvironment: esbuild cannot be had.
base::Result<Compiled> Compile(const target::Target& target, const CompilerInput& input,
                               const target::Surroundings& surroundings, const base::Path& node);

/// A file of a target as its author wrote it: where it is in the user's folder, and how to get there from the compiled
/// text. Of JavaScript the file itself and no map.
struct WrittenSource {
  base::Path file;  ///< Absolute.
  base::Path key;   ///< Relative to the target's home.
  std::optional<syntax::SourceMap> map;
};
WrittenSource FindWritten(const target::Target& target, const std::string& key, const base::FileSystem& files);

}  // namespace kingbird::load
