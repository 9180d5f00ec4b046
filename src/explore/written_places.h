// Places of what was explored as the user's own files have them: of TypeScript those of the .ts file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "explore/explore.h"
#include "explore/functions.h"
#include "load/compile.h"

namespace kingbird::explore {

/// Not thread-safe. The arguments must outlive it.
class WrittenPlaces {
 public:
  WrittenPlaces(const target::Target& target, const base::FileSystem& files) : target_(target), files_(files) {}

  /// Whether the author of the file wrote the function; false for what the compiler of TypeScript adds.
  bool IsWritten(const ExplorableFunction& function);
  /// Rewrites the places of functions, errors and inputs. `functions` and `explored` belong together.
  void Rewrite(const std::vector<ExplorableFunction>& functions, std::vector<ExploredFunction>& explored);
  /// The same for what PreconditionBook::Finish gave.
  void Rewrite(base::Json& preconditions);

 private:
  struct Place {
    std::string file;
    uint32_t line = 0;
  };
  const load::WrittenSource& Source(const std::string& key);
  /// The column where it is known, else the first of the line.
  Place Written(const std::string& key, uint32_t line, std::optional<uint32_t> column = {});
  /// Of "src/parse.js:8"; what is no place stays.
  std::string Written(const std::string& where);
  void RewriteSteps(base::Json& json);

  const target::Target& target_;
  const base::FileSystem& files_;
  std::map<std::string, load::WrittenSource> sources_;
};

}  // namespace kingbird::explore
