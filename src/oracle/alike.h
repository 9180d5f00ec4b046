// When two observed values count as the same behaviour: what a user of the API could tell apart, and nothing else.
#pragma once

#include "model/value.h"

namespace kingbird::oracle {

/// How strict a comparison is.
struct Likeness {
  /// The sides are implementations of their own (a promise library and the native Promise), not versions of one
  /// program: objects made by constructors count as the same when both are promises or both are instances.
  bool implementations = false;
};

/// Errors compare by class and code, not by message; functions by being functions; instances of classes by constructor
/// name and public state (no symbols, no names with a leading underscore); what a description cut off (kCut) equals
/// everything. -0 differs from 0, a hole from undefined.
bool Alike(const model::Value& a, const model::Value& b, const Likeness& likeness);

/// The same error to a program that catches it.
bool SameError(const model::Value& a, const model::Value& b);

}  // namespace kingbird::oracle
