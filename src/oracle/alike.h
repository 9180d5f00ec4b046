// Decides when two observed values count as the same behaviour: a difference counts only if a user of the API can see
// the difference.
#pragma once

#include "model/value.h"

namespace kingbird::oracle {

/// Options that make a comparison more or less strict.
struct Likeness {
  /// The sides are implementations of their own (a promise library and the native Promise), not versions of one
  /// program: objects made by constructors count as the same when both are promises or both are instances.
  bool implementations = false;
};

/// Errors compare by class and code, not by message; functions by being functions; instances of classes by constructor
/// name and public state (no symbols, no names with a leading underscore); what a description cut off (kCut) equals
/// everything. -0 differs from 0, a hole from undefined.
bool Alike(const model::Value& a, const model::Value& b, const Likeness& likeness);

/// Whether a program that catches the errors cannot tell them apart.
bool SameError(const model::Value& a, const model::Value& b);

}  // namespace kingbird::oracle
