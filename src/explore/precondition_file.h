// preconditions.json: what was found out about the functions of one version of a package, for people, for the guard
// (src/guard/guard.js) and for the next exploration. Functions are known by the hash of their text, so that what has
// changed is noticed wherever it stands.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/json.h"
#include "concolic/exploration.h"
#include "env/config.h"
#include "explore/functions.h"
#include "guard/splice_points.h"
#include "target/target.h"

namespace kingbird::explore {

inline constexpr int kPreconditionFormat = 1;

/// Makes the entries of functions. Thread-compatible; references must outlive it.
class PreconditionWriter {
 public:
  PreconditionWriter(const target::Target& target, const SiteIndex& sites, const base::FileSystem& files)
      : target_(target), sites_(sites), files_(files) {}

  /// The hash of the function's text; "" when the file is not what was loaded.
  std::string HashOf(const ExplorableFunction& function);
  /// The entry of an explored function; null when its text cannot be found. `ran`: functions that ran while it was
  /// explored; what is said of it holds as long as they are what they were.
  base::Json Describe(const ExplorableFunction& function, const concolic::Exploration& exploration,
                      const std::vector<const ExplorableFunction*>& ran);
  /// An entry made earlier, for the place where the function stands now; null when it, or what ran, has changed.
  base::Json Renew(const base::Json& entry, const ExplorableFunction& function, const std::set<std::string>& functions);
  /// "lib/a.js:00c0ffee…", how entries name functions they depend on.
  std::string NameOf(const ExplorableFunction& function);
  /// The whole file. Entries in the order given.
  base::Json File(const std::vector<std::pair<std::string, base::Json>>& entries, const env::Config& config);

 private:
  const guard::SpliceSource& Source(const std::string& key);
  void Place(const guard::SplicePoint& point, base::Json& entry);
  void Decorate(const ExplorableFunction& function, uint32_t site, std::vector<std::string>& constructors,
                std::map<std::string, std::string>& names, base::Json& step);

  const target::Target& target_;
  const SiteIndex& sites_;
  const base::FileSystem& files_;
  std::map<std::string, std::unique_ptr<guard::SpliceSource>> sources_;
};

/// How a precondition came about: entries made otherwise are not reused.
std::string WayOf(const env::Config& config);

/// Keeps what File() made for the next run.
base::Status KeepPreconditions(const base::Path& path, base::FileSystem& files, const base::Json& preconditions);

/// Entries that an earlier run kept, by file. None when they were damaged since, or made in another way.
std::map<std::string, std::vector<base::Json>> ReadPreconditions(const base::Path& path, const base::FileSystem& files,
                                                                 const env::Config& config);

/// Below the cache folder, one for each package version or folder.
base::Result<base::Path> PreconditionCachePath(const target::Target& target, base::FileSystem& files);

}  // namespace kingbird::explore
