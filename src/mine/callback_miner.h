// Callbacks from existing code (paper 000, section 3.2.1): function expressions passed to functions of a name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "syntax/scope.h"

namespace kingbird::mine {

/// Name of the called function → sources of function expressions passed to it, each one complete in itself: it uses its
/// own variables and built-in globals only, or is wrapped so that the few others it names are undefined.
using CallbackSources = std::map<std::string, std::vector<std::string>>;

/// The text of a function expression that uses its own variables and built-in globals only; "" for any other.
std::string SelfContained(const syntax::Tree& tree, const syntax::ScopeTree& scopes, syntax::Node function);

/// Adds the callbacks of one program.
void MineCallbacks(const std::string& source, CallbackSources& into);

/// Collects the callbacks of at most `most_files` scripts below the folders, node_modules included. Unreadable scripts
/// are skipped.
CallbackSources MineCallbackCorpus(const std::vector<base::Path>& folders, const base::FileSystem& files,
                                   int most_files = 1500);

}  // namespace kingbird::mine
