// How a test ended badly, in words, and whether that is the target's fault at all.
#pragma once

#include <string>
#include <string_view>

#include "loop/generation.h"
#include "model/finding.h"

namespace kingbird::suite {

/// kException where a call threw; kPollution where it finished, but changed a shared object.
model::FindingKind KindOf(const loop::BadEnd& end);

/// What the call that should not have thrown threw, or its promise was rejected with; null when neither.
const model::Value* Thrown(const model::Execution& execution, int call);

/// The error it is about; null for ends without one.
const model::Value* ErrorOf(const loop::BadEnd& end);

/// Would a user call both the same problem?
bool SameEnd(const model::Execution& a, const model::Execution& b, int thrower);

/// One line: "throws TypeError: …".
std::string MessageOf(const loop::BadEnd& end);
/// What becomes of its error: "throws ", "unhandled rejection of "; "" for ends without one.
std::string_view VerbOf(const loop::BadEnd& end);

/// The call that most likely did it: the last that began.
std::string FunctionOf(const loop::BadEnd& end);

/// An error that the test itself threw, or that a promise it holds was rejected with, says nothing against the target.
bool IsOwnDoing(const model::Execution& execution);

/// It has no end, and invokes a callback of the test's again and again: which of the two keeps it going is not said.
bool AsksCallbacks(const loop::BadEnd& end);

/// It changed an object that every program shares, by what it was given: plain data that names the property.
bool IsPollution(const loop::BadEnd& end);

/// Why this is no bug whatever the arguments; "" where it may be one.
std::string ExcuseFor(const loop::BadEnd& end);

}  // namespace kingbird::suite
