// Texts that documentation shows in other languages than the program's (a file that is parsed, a page that is made)
// as first arguments: which function reads which of them is not said, so each is tried with each.
#pragma once

#include <string>
#include <vector>

#include "model/api.h"
#include "model/test_case.h"

namespace kingbird::mine {

/// One call each. A sample counts as a whole and, where it has empty lines, in its parts. Of a bounded number and size:
/// the more functions there are, the fewer samples.
std::vector<model::TestCase> SampleCalls(const model::Api& api, const std::vector<std::string>& samples);

}  // namespace kingbird::mine
