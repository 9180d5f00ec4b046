// How far a condition is from having the truth value wanted, for a search to climb on.
#pragma once

#include "concolic/expression/evaluate.h"

namespace kingbird::concolic {

/// 0: it has it. Otherwise in (0, 1], the smaller the nearer; 1 also for what is unknown.
double Distance(const Path& path, const Evaluator& evaluator, NodeId node, bool wanted);

}  // namespace kingbird::concolic
