// Rewritten files on disk, found by what went in: content, key, names of the passes and the version of their code.
#pragma once

#include <optional>
#include <string>

#include "base/file_system.h"
#include "syntax/instrument.h"

namespace kingbird::syntax {

/// Several processes may share a folder: entries are written whole and never change. A folder that cannot be written,
/// or a damaged entry, costs time and nothing else.
class RewriteCache {
 public:
  /// An empty folder means: no cache. `code`: what another version of Kingbird rewrote is not found.
  RewriteCache(base::FileSystem& files, base::Path folder, PassList passes = {PassKind::kCoverage},
               std::string_view code = CodeOfPasses())
      : files_(files), folder_(std::move(folder)), passes_(std::move(passes)), code_(code) {}

  /// The rewritten file, from the cache or made now and stored.
  Instrumented Get(const std::string& source, const std::string& key);
  size_t hits() const { return hits_; }
  size_t misses() const { return misses_; }

 private:
  std::optional<Instrumented> Load(const base::Path& entry) const;

  base::FileSystem& files_;
  base::Path folder_;
  PassList passes_;
  std::string code_;
  size_t hits_ = 0;
  size_t misses_ = 0;
};

}  // namespace kingbird::syntax
