// What agent/classes.js saw of the target's classes → model::Class, with each member's coverage counters placed in the
// counter space.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/class_info.h"
#include "runtime/executor.h"
#include "syntax/manifest.h"

namespace kingbird::discover {

/// A function as agent/function_source.js names it, ["lib/a.js", 12]: the number of its site in a file of the manifest.
struct FoundSite {
  const syntax::ManifestFile* file = nullptr;  ///< Null when it is none of the target's.
  const syntax::FunctionSite* site = nullptr;
};
/// Reads the member {"site": …}, which may be missing.
FoundSite ReadSite(const base::Json& json, const syntax::Manifest& manifest);
/// The counters in the text of the function that {"site": …} names.
model::Hits ReadCounters(const base::Json& json, const syntax::Manifest& manifest);

/// Parameters have names only; their types are inferred later (type_inference.h). `description`: an answer to
/// Question::kClasses.
std::vector<model::Class> ReadClasses(const base::Json& description, const syntax::Manifest& manifest);

/// Asks the loaded target. Empty when it has no classes or looking at them ends the process.
base::Result<std::vector<model::Class>> FindClasses(runtime::Executor& executor, const syntax::Manifest& manifest);

/// "LinkedList", "ds.LinkedList" or the last name of a path; null when there is none.
const model::Class* FindClass(const std::vector<model::Class>& classes, const std::string& name);

}  // namespace kingbird::discover
