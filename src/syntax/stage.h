// A staged copy of a package: its own files rewritten, everything else as it is, dependencies resolved to the untouched
// originals.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/file_system.h"
#include "base/result.h"
#include "syntax/instrument.h"
#include "syntax/manifest.h"

namespace kingbird::syntax {

struct StageConfig {
  base::Path root;                   ///< The package's folder, or a plain directory.
  std::vector<std::string> include;  ///< Globs relative to root; empty: every .js, .cjs and .mjs file.
  std::vector<std::string> exclude;
  std::vector<base::Path> only;  ///< The files of the package, relative to root; empty: all below root.
  PassList passes = {PassKind::kCoverage};
  const base::Deadline* run = nullptr;  ///< Staging ends with an error when the run is over.
  base::Path entry;                     ///< Relative to root: what is loaded; empty: not known.
  /// Once it says so, scripts that the entry does not lead to, and everything else, are links to the original. Null: no
  /// haste.
  std::function<bool()> hurries;
  base::Path cache_folder;  ///< Of rewritten files; empty: no cache.
  base::Path
      staging_folder;  ///< Must be absent or empty; empty path: a new temporary folder that goes away with the Stage.
};

struct StageStats {
  size_t rewritten = 0;                 ///< Made now.
  size_t cached = 0;                    ///< Taken from the cache.
  size_t ignored = 0;                   ///< Nothing to count, or taken out by a comment.
  size_t copied = 0;                    ///< Other files.
  std::vector<std::string> unparsable;  ///< Keys of files left as they are.
  std::vector<std::string> too_large;   ///< The same.
};

/// Movable; removes the staging folder if it made it.
struct Stage {
  base::Path root;     ///< Where the package's folder stands now; load the target from here.
  base::Path staging;  ///< The whole staging folder: root and links to node_modules. What a sandbox must show.
  Manifest manifest;
  StageStats stats;
  std::optional<base::TempFolder> owned;
};

/// Only the package's own files are rewritten, never those in a node_modules folder. A package at X/node_modules/p is
/// staged as S/node_modules/p beside links to X's other packages; the node_modules of folders further up stay reachable
/// too. A dependency that itself requires the package gets the original.
base::Result<Stage> StageInstrumented(base::FileSystem& files, const StageConfig& config);

}  // namespace kingbird::syntax
