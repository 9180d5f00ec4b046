// The modules of two versions of one project under the same names.
#pragma once

#include "target/target.h"

namespace kingbird::target {

/// Makes the two targets comparable: modules of the same file get the name that the second target gives them. Where one
/// of them is several modules and the other a single entry, the entry becomes a module. Does nothing to two targets
/// with an entry each. Call it before the targets are compiled.
void PairModules(Target& before, Target& after);

}  // namespace kingbird::target
