// Which functions of a loaded target there are to explore, and which counters are theirs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "explore/target_runner.h"
#include "explore/test_of_input.h"
#include "model/execution.h"
#include "runtime/executor.h"
#include "syntax/manifest.h"

namespace kingbird::explore {

struct ExplorableFunction {
  FunctionPlace place;
  std::string file;
  std::string name;
  uint32_t line = 0;
  syntax::Range range;
  std::string stand_in;  ///< The global that answers for it where callees do not run.
  bool found = false;
  std::optional<size_t> around;       ///< The function it lies in, by its place in the list.
  std::optional<uint32_t> made_by;    ///< A counter that is hit where it comes to be; nothing: when `around` runs.
  concolic::Assignment surroundings;  ///< Variables of its file, with the values that loading gave them.
  /// How a test calls it; nothing where it is not exported.
  std::optional<Reach> reach;
  /// Counters of its own code; functions inside it have theirs.
  model::Hits counters;
};

/// What agent/concolic/run.js lists of a target that is loaded with the concolic pass (the answer to
/// Question::kConcolic); null where the child ended without.
base::Result<base::Json> ListConcolic(runtime::Executor& executor);

/// `answer`: ListConcolic's. Functions in the order of the source, file after file.
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

/// What inputs can be made instances of in tests.
Constructors ConstructorsOf(const base::Json& answer);

/// Those that a user means by `member`, by their places in the list: the whole name, or its last part ("_marshal" of
/// "Response.prototype._marshal"), the name it is exported under, or the lines they begin in ("161-175"). Empty member:
/// all.
std::vector<size_t> Named(const std::vector<ExplorableFunction>& functions, const std::string& member);

}  // namespace kingbird::explore
