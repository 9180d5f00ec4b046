// How clients nest calls of the target, from the folders a run may learn from.
#pragma once

#include <vector>

#include "env/env.h"
#include "model/nesting_example.h"
#include "target/target.h"

namespace kingbird::load {

std::vector<model::NestingExample> MineExamples(env::Env& env, const target::Target& target);

}  // namespace kingbird::load
