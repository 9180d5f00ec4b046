// What a callback does to what it is handed. Many functions hand on what they were given, or a stand-in for it, for the
// callback to change: the data among the arguments of the call says what can be done to it.
#pragma once

#include <vector>

#include "base/rng.h"
#include "generate/value_pool.h"
#include "model/test_case.h"

namespace kingbird::generate {

/// Calls and assignments on `what`, as if it were `like`: members that are there are written, removed or read, lists
/// and collections get and lose items. None where `like` is nothing that can be changed.
std::vector<model::Call> DeedsOn(const model::Argument& what, const model::Value& like, const ValuePool& pool,
                                 int& next_id, base::Rng& rng);

}  // namespace kingbird::generate
