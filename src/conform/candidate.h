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

/// A package or file that the user names: "core-js@3.1.4", "mine=./fill.js".
struct CandidateSource {
  std::string name;
  target::Target target;
};
base::Result<CandidateSource> FindCandidate(const std::string& text, env::Env& env);

/// The file of the source that holds a built-in, by the ways packages lay them out; "" when it has none.
base::Path FileFor(const CandidateSource& source, const BuiltIn& built_in, const base::FileSystem& files);

/// One built-in of a source in Node's place. kNotFound when the file does not put anything there.
base::Result<Implementation> MakeCandidate(const CandidateSource& source, const BuiltIn& built_in,
                                           const base::Path& file, const Engine& node, env::Env& env);

}  // namespace kingbird::conform
