// Files as Test262 has them: front matter, includes, and what the majority saw as expectation.
#pragma once

#include <string>

#include "conform/case.h"
#include "conform/root_cause.h"

namespace kingbird::conform {

/// The name of the include that cases need whose result is more than a primitive: the harness and
/// kingbirdTells(path, body).
inline constexpr std::string_view kTest262Include = "kingbird.js";
/// Its text, made of harness.js.
std::string Test262Include(const std::string& harness);

/// Plain assertions where the case is a call that returns a primitive or throws an error; otherwise the description of
/// the harness is compared.
std::string Test262File(const Case& one, const BuiltIn& built_in, const std::string& expected);

/// A script that shows the difference without Kingbird, in any engine: exit by an error when the behaviour is not what
/// is expected. A candidate is put in place by its loader (Node).
std::string ReproScript(const RootCause& bug, const BuiltIn& built_in, const Implementation& who,
                        const std::string& harness);

}  // namespace kingbird::conform
