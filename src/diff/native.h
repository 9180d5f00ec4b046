// A built-in of the language against a replacement of it: `kingbird diff --native Array.prototype.map --impl
// polyfill.js`.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "diff/setup_code.h"
#include "discover/class_analysis.h"
#include "generate/callback/writes.h"
#include "generate/scope.h"
#include "model/api.h"

namespace kingbird::diff {

/// One or several built-ins of one class.
struct Native {
  std::string class_name;            ///< "Array"
  std::vector<std::string> names;    ///< "Array.prototype.map", "Array.from"
  std::vector<std::string> methods;  ///< Of instances: "map".
  std::vector<std::string> statics;  ///< "from"
};

/// kUsage when a name is no path to a function below one global, or when the names belong to different classes.
base::Result<Native> ParseNatives(const std::vector<std::string>& names);

/// The functions under test: Array#map on receivers that have it, and Array.prototype.map.call on anything.
model::Api ApiOf(const Native& native);
/// What those functions are called on besides the setup's variables.
std::vector<generate::ScopeValue> HoldersOf(const Native& native, bool through_call);

/// What the built-ins, or what stands in their place, are seen to be.
struct NativeLook {
  model::Hits counters;  ///< Of their texts; empty where they are not rewritten.
  generate::WritingCallbacks::Reads reads;
};

/// Asks the executor; the setup's variables are tried as receivers.
base::Result<NativeLook> LookAtNatives(const Native& native, const Setup& setup, runtime::Executor& executor,
                                       const syntax::Manifest& manifest);

/// A built-in that is not there is not the implementation's fault. Other errors pass unchanged.
base::Error ExplainNative(const base::Error& error, const Native& native);

/// A CommonJS program that hides the built-ins, loads the implementation (`require_text`, an expression) and puts it in
/// their place: by itself (a polyfill installs itself), through the adapter (a function from its module to the class),
/// or by what it exports. Its value is an empty module; it throws when the implementation has nothing to offer.
std::string LoaderText(const Native& native, const std::string& adapter, const std::string& require_text);

}  // namespace kingbird::diff
