// Which functions of a loaded target there are to explore, and which counters are theirs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "explore/target_runner.h"
#include "model/execution.h"
#include "syntax/manifest.h"

namespace kingbird::explore {

struct ExplorableFunction {
  FunctionPlace place;
  std::string file;
  std::string name;
  uint32_t line = 0;
  syntax::Range range;
  bool found = false;
  /// Counters of its own code; functions inside it have theirs.
  model::Hits counters;
};

/// `answer`: what agent/concolic/run.js lists. Functions in the order of the source, file after file.
base::Result<std::vector<ExplorableFunction>> FunctionsOf(const syntax::Manifest& manifest, const base::Json& answer);

/// What the numbers of places in traces mean. The manifest must outlive it.
class SiteIndex {
 public:
  struct Place {
    const syntax::ManifestFile* file = nullptr;  ///< Null: no such place.
    const syntax::ConcolicSite* site = nullptr;
    uint32_t function = 0;  ///< The function it lies in, or it is; a number as in traces.
  };
  /// `answer` as for FunctionsOf.
  SiteIndex(const syntax::Manifest& manifest, const base::Json& answer);
  Place operator[](uint32_t site) const;

 private:
  std::map<uint32_t, const syntax::ManifestFile*> files_;  ///< By the number of their first place.
};

/// Those that a user means by `member`: the whole name, or its last part ("_marshal" of "Response.prototype._marshal").
/// Empty member: all.
std::vector<ExplorableFunction> Named(std::vector<ExplorableFunction> functions, const std::string& member);

}  // namespace kingbird::explore
