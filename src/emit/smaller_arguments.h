// What may stand in the place of an argument and is less of it, best first; for the minimiser.
#pragma once

#include <vector>

#include "model/test_case.h"

namespace kingbird::emit {

/// Of many options one or two matter as a rule, and so of the lines of a text: halves get there sooner than one after
/// the other. Of a long text, nothing of it first.
std::vector<model::Argument> Halves(const model::Argument& argument);
/// One member less, or a plain value.
std::vector<model::Argument> Simpler(const model::Argument& argument);
/// Of the same type, and easier to read.
std::vector<model::Argument> SimplerOfItsType(const model::Argument& argument);

}  // namespace kingbird::emit
