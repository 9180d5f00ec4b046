// What a callback does to what it is handed. Many functions hand on what they were given, or a stand-in for it, for the
// callback to change: the data among the arguments of the call says what can be done to it.
#pragma once

#include <string>

#include "base/rng.h"
#include "model/value.h"

namespace kingbird::generate {

/// The text of a function that changes its parameter as if it were `like`: members that are there are written, removed
/// or read, lists and collections get and lose items. "" where `like` is nothing that can be changed.
std::string DeedsOn(const model::Value& like, base::Rng& rng);

}  // namespace kingbird::generate
