// How clients call the target and nest its calls, from the folders a run may learn from.
#pragma once

#include <vector>

#include "env/env.h"
#include "load/loaded_target.h"
#include "mine/corpus.h"
#include "model/nesting_example.h"
#include "target/target.h"

namespace kingbird::load {

/// Nestings only.
std::vector<model::NestingExample> MineNestings(env::Env& env, const target::Target& target);
/// Calls with their arguments as well.
mine::MinedCode MineExamples(env::Env& env, const LoadedTarget& loaded);

}  // namespace kingbird::load
