// Nesting examples in client code (paper 001, section 5.3): which API calls stand in callbacks of which others, and
// which arguments they share.
#pragma once

#include <string>
#include <vector>

#include "mine/api_names.h"
#include "model/nesting_example.h"

namespace kingbird::mine {

/// Examples in one file. Names are access paths from the import ("promises.readFile"); "await f" is the outer function
/// when the nesting is behind f's promise. A file that does not parse gives what its readable parts give.
std::vector<model::NestingExample> MineNestings(const std::string& source, const IsTarget& is_target);

/// Adds up equal examples; the order is that of first appearance.
std::vector<model::NestingExample> MergeNestings(std::vector<model::NestingExample> examples);

}  // namespace kingbird::mine
