// What a maintainer would call a bug: tests that end their process or meet the engine's own errors although they only
// do what they may. Confirmed by running them again, minimised, written as scripts that need only Node, and believed as
// far as those show it. The rest is counted.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "load/loaded_target.h"
#include "loop/generation.h"
#include "model/finding.h"
#include "suite/contracts.h"

namespace kingbird::suite {

/// A test that ended badly and is no finding.
struct OtherEnd {
  std::string function;
  std::string message;
  std::string reason;  ///< "leaves by process.exit".
};

struct Findings {
  std::vector<model::Finding> written;  ///< Each with its script.
  std::vector<OtherEnd> others;
};

/// One finding per root cause: the error and the first frame of the target's own code. Scripts are
/// made for the output folder. Ids are stable for the same target and seed.
base::Result<Findings> WriteFindings(env::Env& env, const load::LoadedTarget& loaded,
                                     const std::vector<loop::BadEnd>& bad_ends, const Contracts& contracts);

/// For the user: how many others there are and why, each of them where all are wanted.
std::vector<std::string> NotesOf(const std::vector<OtherEnd>& others, bool all);

}  // namespace kingbird::suite
