// What the user pointed at, found on disk and ready to be loaded.
#pragma once

#include <string>

#include "base/file_system.h"

namespace kingbird::target {

struct Target {
  enum class Kind : uint8_t {
    kPackage,  ///< Loaded by name, as a user of the package would.
    kFolder,   ///< A directory; loaded by its entry.
    kFile,     ///< One file; root is the nearest folder with a package.json, else the file's own.
  };
  Kind kind = Kind::kPackage;
  std::string name;     ///< Of the package, the folder or the file ("linked_list" for linked_list.js).
  std::string version;  ///< "" when there is none.
  base::Path root;      ///< Absolute folder whose files are the target's own.
  base::Path entry;     ///< kFolder, kFile: what to load, relative to root; kPackage: "".
  std::string member;   ///< After '#': a class or function; "" for the whole module.
  std::string display;  ///< "jsonfile@6.1.0", "src/list.js#LinkedList".
};

/// $KINGBIRD_CACHE, else $XDG_CACHE_HOME/kingbird, else ~/.cache/kingbird.
base::Path CacheFolder();

}  // namespace kingbird::target
