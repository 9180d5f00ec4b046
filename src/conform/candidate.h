// Replacements of built-ins: polyfills of packages by name, or a user's file. Injected into Node over the native
// function (paper 004, section 3.4).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "conform/case_runner.h"
#include "env/env.h"
#include "target/target.h"

namespace kingbird::conform {

/// A package or file that the user names as a candidate: "core-js@3.1.4", "mine=./fill.js".
struct CandidateSource {
  std::string name;
  target::Target target;
};
base::Result<CandidateSource> FindCandidate(const std::string& text, env::Env& env);

/// Finds the file of the source that holds a built-in, by the usual layouts of packages; "" if no file holds the
/// built-in.
base::Path FileFor(const CandidateSource& source, const BuiltIn& built_in, const base::FileSystem& files);

/// Puts one built-in of a source in the place of Node's own. kNotFound if the file defines no such built-in.
base::Result<Implementation> MakeCandidate(const CandidateSource& source, const BuiltIn& built_in,
                                           const base::Path& file, const Engine& node, env::Env& env);

}  // namespace kingbird::conform
