// How clients nest calls of the target, from the folders a run may learn from.
#pragma once

#include <vector>

#include "campaign/env.h"
#include "model/nesting_example.h"
#include "target/target.h"

namespace kingbird::campaign {

std::vector<model::NestingExample> MineExamples(Env& env, const target::Target& target);

}  // namespace kingbird::campaign
